import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { enqueue } from '#platform/jobs'
import {
  claim,
  finish,
  holderOf,
  leaseFor,
  listPoison,
  noteProcesses,
  noteStopping,
  type Queue,
  release,
  retryPoison,
  sweep,
  unleasedUnlessDied,
  workOn,
} from './index.ts'
import { errands, poison, SendLetter } from './poison.fixture.ts'
import { markDead } from './processes.ts'

const fixture = fileURLToPath(new URL('./poison.fixture.ts', import.meta.url))
const now = new Date('2026-01-02T03:04:05Z')
/** A process of another machine. */
const elsewhere = '0123456789.a1.b2'
const database = await useDatabase()

await sql`
    create table public.letters (
      company_id text not null, id text not null, state text not null default 'PENDING', attempts integer not null default 0,
      deaths smallint not null default 0, available_at timestamptz not null, lease_token text, lease_until timestamptz,
      note text, primary key (company_id, id))
  `.execute(database.pool)
await sql`
    create table public.errands (
      id text primary key, state text not null default 'WAITING', attempts integer not null default 0,
      deaths smallint not null default 0, available_at timestamptz not null, lease_token text, lease_until timestamptz)
  `.execute(database.pool)

beforeEach(async () => {
  for (const table of ['public.letters', 'public.errands', 'platform.jobs', 'platform.processes']) {
    await sql`/* across companies: a clean table */ delete from ${sql.table(table)}`.execute(
      database.pool,
    )
  }
})

describe('an expired lease', () => {
  it('of a process without a later sign of life counts as a death once that is certain', async () => {
    await aLetter('a')
    await noteProcesses(database.pool, now, elsewhere)
    await takenBy(elsewhere, now)

    expect((await swept(later(30))).returned, 'nobody knows yet').toHaveLength(0)
    await noteProcesses(database.pool, later(31))
    expect((await swept(later(31))).returned).toHaveLength(1)
    expect(await letterOf('a')).toMatchObject({ state: 'PENDING', deaths: 1, attempts: 1 })
  })

  it('of a process of this machine that hangs counts as a death: it lives and is silent', async () => {
    const neighbour = holderOf(process.ppid)
    await aLetter('a')
    await noteProcesses(database.pool, now, neighbour)
    await takenBy(neighbour, now)

    await noteProcesses(database.pool, later(31))
    expect((await swept(later(31))).returned).toHaveLength(1)
    expect(await letterOf('a')).toMatchObject({ state: 'PENDING', deaths: 1 })
  })

  it('stays open while nobody has noticed the death, however long no process runs', async () => {
    await aLetter('a')
    await anErrand('e')
    await noteProcesses(database.pool, now, elsewhere)
    await takenBy(elsewhere, now)
    await takenBy(elsewhere, now, errands)

    expect((await swept(later(3_600))).returned).toHaveLength(0)
    expect((await takenBy(holderOf(process.pid), later(3_600), errands)).rows).toHaveLength(0)
    await noteProcesses(database.pool, later(3_600))
    await swept(later(3_600))
    await swept(later(3_600), errands)
    expect(await letterOf('a')).toMatchObject({ deaths: 1 })
    expect(await errandOf('e')).toMatchObject({ deaths: 1 })
  })

  it('counts only after a process that was held up itself has let the others report', async () => {
    await aLetter('a')
    for (const holder of [elsewhere, undefined]) await noteProcesses(database.pool, now, holder)
    await takenBy(elsewhere, now)

    await noteProcesses(database.pool, later(60))
    expect((await swept(later(60))).returned, 'the database may have been away').toHaveLength(0)
    await noteProcesses(database.pool, later(65))
    expect((await swept(later(65))).returned).toHaveLength(1)
    expect(await letterOf('a')).toMatchObject({ deaths: 1 })
  })

  it('counts after its owner has changed the record, unless its worker lives', async () => {
    const holders = { died: elsewhere, open: '0123456789.a2.b2', lives: '0123456789.a3.b2' }
    for (const [id, holder] of Object.entries(holders)) {
      await anErrand(id)
      await noteProcesses(database.pool, now, holder)
      await takenBy(holder, now, errands)
    }
    await noteProcesses(database.pool, later(31), holders.lives)
    const at = later(29)
    await markDead(database.pool, [elsewhere], at)
    await sql`
      update public.errands job set available_at = ${at},
        lease_token = ${unleasedUnlessDied(later(31)).lease_token},
        lease_until = ${unleasedUnlessDied(later(31)).lease_until}
    `.execute(database.pool)

    await noteProcesses(database.pool, later(31))
    await swept(later(31), errands)
    const deaths = async (id: string) => (await errandOf(id))?.deaths
    expect([await deaths('died'), await deaths('open'), await deaths('lives')]).toEqual([1, 1, 0])
    expect(await errandOf('lives')).toMatchObject({ lease_token: null })
  })

  it('of a process with a later sign of life is no death: it was slow', async () => {
    await aLetter('a')
    await noteProcesses(database.pool, now, elsewhere)
    await takenBy(elsewhere, now)
    await noteProcesses(database.pool, later(32), elsewhere)

    expect((await swept(later(33))).returned).toHaveLength(1)
    expect(await letterOf('a')).toMatchObject({ state: 'PENDING', deaths: 0 })
  })

  it('of a process that was killed when it did not stop is no death', async () => {
    await aLetter('a')
    await noteProcesses(database.pool, now, elsewhere)
    await takenBy(elsewhere, now)
    await noteStopping(database.pool, later(5), elsewhere)
    await noteProcesses(database.pool, later(60))

    expect((await swept(later(60))).returned).toHaveLength(1)
    expect(await letterOf('a')).toMatchObject({ deaths: 0 })
  })

  it('of a process that released its rows at its stop is no death', async () => {
    await aLetter('a')
    await noteProcesses(database.pool, now, elsewhere)
    const { rows, lease } = await takenBy(elsewhere, now)
    await release(database.pool, letters, lease, rows, later(1))
    await noteProcesses(database.pool, later(60))

    expect((await swept(later(60))).returned).toHaveLength(0)
    expect(await letterOf('a')).toMatchObject({ state: 'PENDING', deaths: 0, attempts: 0 })
  })
})

describe('a record over which two processes died', () => {
  it('is in no batch and is processed alone', async () => {
    await aLetter('a', { deaths: 2 })
    await aLetter('b')
    await aLetter('c', { deaths: 1 })
    const batches: string[][] = []
    const work = () =>
      workOn<{ id: string }>({ database, now: () => now }, letters, 10, async (rows, lease) => {
        batches.push(rows.map(({ id }) => id).sort())
        await finish(database.pool, letters, lease, rows, { state: 'SENT' })
      })

    await work()
    await work()

    expect(batches).toEqual([['a'], ['b', 'c']])
    expect(await letterOf('a'), 'its process lives').toMatchObject({ state: 'SENT', deaths: 0 })
  })

  it('keeps its deaths when the process lost the lease meanwhile', async () => {
    await anErrand('e', { deaths: 2 })
    const taken = await workOn({ database, now: () => now }, errands, 10, async () => {
      await sql`update public.errands set lease_token = ${`lse_2@${elsewhere}`}`.execute(
        database.pool,
      )
    })
    expect([taken, await errandOf('e')]).toMatchObject([1, { deaths: 2 }])
  })

  it('is set aside when a process dies over it alone, or retried later each time', async () => {
    await aLetter('a', { deaths: 2 })
    await anErrand('e', { deaths: 2 })
    for (const [turn, secondsUntilNext] of [600, 1_200, 2_400].entries()) {
      const at = later(turn * 5_000)
      await noteProcesses(database.pool, at, elsewhere)
      await takenBy(elsewhere, at, errands)
      if (turn === 0) await takenBy(elsewhere, at)
      await noteProcesses(database.pool, after(at, secondsMs(60)), `observer ${turn}`)
      const sweptAt = after(at, secondsMs(60))
      const { exhausted } = await swept(sweptAt)
      expect(exhausted).toHaveLength(turn === 0 ? 1 : 0)
      await swept(sweptAt, errands)
      expect(await errandOf('e')).toMatchObject({
        state: 'WAITING',
        deaths: 3 + turn,
        available_at: after(sweptAt, secondsMs(secondsUntilNext)),
      })
    }
    expect(await letterOf('a')).toMatchObject({
      state: 'DEAD_LETTER',
      deaths: 3,
      note: 'process_died',
    })
    expect(await listPoison(database.pool, [letters, errands], { limit: 10 })).toMatchObject([
      { queue: 'public.errands', id: 'e', state: 'RETRIED_SLOWLY', deaths: 5 },
      { queue: 'public.letters', id: 'a', companyId: 'co_1', state: 'SET_ASIDE', deaths: 3 },
    ])
  })

  it('is tried once more, alone, at an operator’s request', async () => {
    await aLetter('a', { deaths: 3, state: 'DEAD_LETTER', note: 'process_died' })
    const retry = () =>
      database.transaction((tx) => retryPoison(tx, letters, 'a', { now, resets: ['note'] }))

    expect([await retry(), await retry()]).toEqual([true, true])
    expect(await letterOf('a')).toMatchObject({ state: 'PENDING', deaths: 2, note: null })
    expect(await takenBy(elsewhere, now, letters, false)).toMatchObject({ rows: [] })
    expect((await takenBy(elsewhere, now)).rows).toHaveLength(1)
    expect(await retry(), 'a worker has it').toBe(false)
  })
})

describe('processes that die over one record of a batch', () => {
  it('stop dying: the other records succeed, and the record is set aside or waits', async () => {
    const at = new Date()
    for (let n = 0; n < 8; n += 1) await anErrand(n === 4 ? poison : `e${n}`, {}, at)
    await database.transaction(async (tx) => {
      for (let n = 0; n < 6; n += 1) {
        enqueue(tx, SendLetter, { to: n === 2 ? poison : `letter ${n}` }, { now: at })
      }
    })

    let starts = 0
    do {
      starts += 1
      expect(starts, 'no restart loop').toBeLessThan(10)
    } while ((await worker()) !== 0)

    const { rows: jobs } = await sql`
      select payload, state, deaths, last_error from platform.jobs
    `.execute(database.pool)
    expect(jobs).toEqual([
      { payload: { to: poison }, state: 'EXHAUSTED', deaths: 3, last_error: 'process_died' },
    ])
    const { rows: open } = await sql`
      select id, deaths, available_at > now() + interval '9 minutes' as is_later from public.errands where state <> 'DONE'
    `.execute(database.pool)
    expect(open).toEqual([{ id: poison, deaths: 3, is_later: true }])
  })
})

/** Rows with a working state. */
const letters: Queue = {
  table: 'public.letters',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['PENDING'],
  working: 'LEASED',
  lost: 'PENDING',
  exhausted: 'DEAD_LETTER',
  poison: { is: 'set_aside', reasonColumn: 'note' },
  leaseSeconds: 30,
  attemptsMax: 10,
}

/** Returns the exit code, or null after a kill. */
async function worker(): Promise<number | null> {
  const child = spawn(process.execPath, [fixture, 'work', database.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return code
}

async function aLetter(
  id: string,
  { deaths = 0, state = 'PENDING', note = null as string | null } = {},
): Promise<void> {
  await sql`
    insert into public.letters (company_id, id, available_at, deaths, state, note)
    values ('co_1', ${id}, ${now}, ${deaths}, ${state}, ${note})
  `.execute(database.pool)
}

async function anErrand(id: string, { deaths = 0 } = {}, at = now): Promise<void> {
  await sql`
    insert into public.errands (id, available_at, deaths) values (${id}, ${at}, ${deaths})
  `.execute(database.pool)
}

/** Works like a worker with this holder: on one record alone where necessary. */
async function takenBy(holder: string, at: Date, queue = letters, isAlone?: boolean) {
  const own = leaseFor(queue, at)
  const lease = { ...own, token: own.token.replace(/@.*/, `@${holder}`) }
  const take = (alone: boolean) =>
    claim<{ id: string }>(database.pool, queue, lease, at, 10, { isAlone: alone })
  const rows = await take(isAlone ?? true)
  return { lease, rows: rows.length === 0 ? await take(isAlone ?? false) : rows }
}

function swept(at: Date, queue = letters) {
  return database.transaction((tx) => sweep<Record<string, unknown>>(tx, queue, at))
}

async function letterOf(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from public.letters where company_id = 'co_1' and id = ${id}
  `.execute(database.pool)
  return rows[0]
}

async function errandOf(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from public.errands where id = ${id}
  `.execute(database.pool)
  return rows[0]
}

const later = (seconds: number) => after(now, secondsMs(seconds))
