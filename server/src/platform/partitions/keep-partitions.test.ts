import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import { openDatabase, sql } from '#platform/db'
import { keepPartitions, measurePartitions, type Partitioned } from './index.ts'

const now = new Date('2026-03-10T12:00:00Z')
const logged: object[] = []
const log = {
  info: () => undefined,
  warn: (fields: object) => void logged.push(fields),
  error: () => undefined,
}
let needed: string | undefined
const readings: Partitioned = {
  table: 'public.readings',
  column: 'id',
  prefix: 'red',
  storage: 'fillfactor = 70',
  keepDays: 3,
  neededFor: async () => needed,
}

const database = await useDatabase({
  migrations: [
    {
      name: '0001_readings',
      sql: `
        create table public.readings (id text collate "C" primary key, value int not null) partition by range (id);
        create index readings_by_value on public.readings (value);
        create table public.readings_default partition of public.readings default;
      `,
    },
  ],
})

describe('the partitions of a table', () => {
  it('are created a week ahead, once, by any number of processes', async () => {
    const other = openDatabase({ url: database.url, poolMax: 2, statementTimeoutMs: 10_000 })
    const both = await Promise.all([
      keep(),
      keepPartitions({ database: other, log }, [readings], now),
    ])
    await other.close()

    expect(both.reduce((sum, { made }) => sum + made, 0)).toBe(8)
    expect(await partsOf()).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((days) => `readings_d202603${10 + days}`),
    )
    expect((await keep()).made).toBe(0)
    expect(await measurePartitions(database.pool, [readings], now)).toEqual({
      daysAhead: 7,
      strays: 0,
    })
  })

  it('store new rows, and a search by id opens one of them', async () => {
    const id = await write(now)
    expect(await partHolding(id)).toBe('readings_d20260310')

    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from public.readings where id = ${sql.lit(id)}
    `.execute(database.pool)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(new Set(plan.match(/readings_d\d+/g))).toEqual(new Set(['readings_d20260310']))
  })

  it('are created late from the rows of the default partition when they were missing', async () => {
    const late = after(now, daysMs(20))
    const ids = [
      await write(late),
      await write(after(late, daysMs(1))),
      await write(after(late, 1)),
    ]
    expect(await partHolding(ids[0])).toBe('readings_default')
    expect(await measurePartitions(database.pool, [readings], now)).toMatchObject({ strays: 3 })

    expect((await keep()).made).toBe(2)
    expect(await partHolding(ids[0])).toBe('readings_d20260330')
    expect(await partHolding(ids[1])).toBe('readings_d20260331')
    expect(await measurePartitions(database.pool, [readings], now)).toMatchObject({ strays: 0 })
    expect(await optionsOf('readings_d20260330')).toEqual(['fillfactor=70'])
  })

  it('leave a row alone whose id contains no time', async () => {
    await sql`insert into public.readings values ('red_x', 1)`.execute(database.pool)
    expect((await keep()).made).toBe(0)
    expect(await partHolding('red_x')).toBe('readings_default')
  })

  it('are dropped after their time, and not while they are needed', async () => {
    const [old, young] = [await write(after(now, -daysMs(4))), await write(after(now, -daysMs(3)))]
    needed = 'somebody reads it'
    expect(await keep()).toMatchObject({
      made: 2,
      dropped: 0,
      needed: ['readings_d20260306: somebody reads it'],
    })
    expect(await partHolding(old)).toBe('readings_d20260306')
    expect(logged).toContainEqual({ needed: ['readings_d20260306: somebody reads it'] })

    needed = undefined
    expect(await keep()).toMatchObject({ dropped: 1, needed: [] })
    expect(await partHolding(old)).toBeUndefined()
    expect(await partHolding(young)).toBe('readings_d20260307')
  })

  it('wait for the next run when a lock is not available', async () => {
    await write(after(now, daysMs(30)))
    const blocker = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 })
    const { promise: held, resolve: holds } = Promise.withResolvers<void>()
    const { promise: end, resolve: releaseRequest } = Promise.withResolvers<void>()
    const blocking = blocker.transaction(async (tx) => {
      await sql`select from public.readings`.execute(tx)
      holds()
      await end
    })
    await held
    expect((await keep()).made).toBe(0)
    releaseRequest()
    await blocking
    await blocker.close()
    expect((await keep()).made).toBe(1)
  })
})

const keep = () => keepPartitions({ database, log }, [readings], now)

async function write(at: Date): Promise<string> {
  const id = newId('red', at)
  await sql`insert into public.readings values (${id}, 1)`.execute(database.pool)
  return id
}

async function partHolding(id: string | undefined): Promise<string | undefined> {
  const { rows } = await sql<{ part: string }>`
    select c.relname as part from public.readings r join pg_class c on c.oid = r.tableoid where r.id = ${id}
  `.execute(database.pool)
  return rows[0]?.part
}

async function partsOf(): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select c.relname as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.readings'::regclass and c.relname <> 'readings_default' order by 1
  `.execute(database.pool)
  return rows.map(({ part }) => part)
}

async function optionsOf(part: string): Promise<string[]> {
  const { rows } = await sql<{ options: string }>`
    select array_to_string(reloptions, ',') as options from pg_class where relname = ${part}
  `.execute(database.pool)
  return rows.map(({ options }) => options)
}
