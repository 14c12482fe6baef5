import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after } from '#kernel/time'
import { sql } from '#platform/db'
import { type Claimer, createClaimer, leaseFor, type Queue, type RowKey } from './index.ts'

const start = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
let count = 0

describe('a claim that continues where the last one ended', () => {
  it('takes everything, oldest first, each once', async () => {
    const { claim, add } = await aQueue()
    for (let n = 9; n >= 0; n -= 1) await add(`id_${n}`, at(n * 10))

    const batches = [await claim(4, at(200)), await claim(4, at(200)), await claim(4, at(200))]

    expect(batches).toEqual([
      ['id_0', 'id_1', 'id_2', 'id_3'],
      ['id_4', 'id_5', 'id_6', 'id_7'],
      ['id_8', 'id_9'],
    ])
    expect(await claim(4, at(200))).toEqual([])
  })

  it('starts again at the end', async () => {
    const { claim, add } = await aQueue()
    await add('id_b', at(100))
    expect(await claim(1, at(200))).toEqual(['id_b'])

    await add('id_a', at(0))

    expect(await claim(1, at(200))).toEqual(['id_a'])
  })

  it('lets an earlier row wait for at most a second while later ones come', async () => {
    const { claim, add } = await aQueue()
    for (let n = 0; n < 5; n += 1) await add(`id_${n}`, at(100 + n))
    expect(await claim(1, at(1_000))).toEqual(['id_0'])
    await add('id_late', at(0))

    expect(await claim(1, at(1_999))).toEqual(['id_1'])
    expect(await claim(1, at(2_000))).toEqual(['id_late'])
    expect(await claim(1, at(2_000))).toEqual(['id_2'])
  })

  it('starts again when the clock was set back', async () => {
    const { claim, add } = await aQueue()
    for (let n = 0; n < 3; n += 1) await add(`id_${n}`, at(100 + n))
    expect(await claim(1, at(1_000))).toEqual(['id_0'])
    await add('id_late', at(0))

    expect(await claim(1, at(900))).toEqual(['id_late'])
  })

  it('finds rows of a claim that was rolled back', async () => {
    const { claim, add } = await aQueue()
    for (let n = 0; n < 3; n += 1) await add(`id_${n}`, at(n))
    const broken = claim(2, at(100), () => {
      throw new Error('the connection is gone')
    })
    await expect(broken).rejects.toThrow('the connection is gone')

    expect(await claim(2, at(100))).toEqual(['id_1', 'id_2'])
    expect(await claim(2, at(100))).toEqual(['id_0'])
  })

  it('skips rows that others hold, and takes them after their release', async () => {
    const { claim, add, hold } = await aQueue()
    for (let n = 0; n < 3; n += 1) await add(`id_${n}`, at(n))
    const releaseRequest = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const other = hold('id_0', held.resolve, releaseRequest.promise)
    await held.promise

    expect(await claim(1, at(100))).toEqual(['id_1'])
    releaseRequest.resolve()
    await other
    expect(await claim(1, at(100))).toEqual(['id_2'])
    expect(await claim(1, at(100))).toEqual(['id_0'])
  })
})

/** A table with two partitions, like two days. */
async function aQueue() {
  count += 1
  const table = `public.parted_${count}` as const
  await sql`
    create table ${sql.table(table)} (
      company_id text not null, id text collate "C" not null, state text not null, attempts integer not null default 0,
      deaths smallint not null default 0, note text, available_at timestamptz not null, lease_token text, lease_until timestamptz, primary key (company_id, id)
    ) partition by range (id)
  `.execute(database.pool)
  for (const [part, from, to] of [
    ['low', 'id_0', 'id_5'],
    ['high', 'id_5', 'id_z'],
  ] as const) {
    await sql`
      /* across companies: a table */ create table ${sql.table(`${table}_${part}`)} partition of ${sql.table(table)}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})
    `.execute(database.pool)
  }
  const queue: Queue = {
    table,
    key: ['company_id', 'id'],
    id: 'id',
    waiting: ['PENDING'],
    working: 'LEASED',
    lost: 'PENDING',
    exhausted: 'EXHAUSTED',
    isInParts: true,
    leaseSeconds: 30,
    poison: { is: 'set_aside', reasonColumn: 'note' },
    attemptsMax: 3,
  }
  const claimer: Claimer = createClaimer(queue)
  return {
    add: (id: string, availableAt: Date) =>
      sql`
        insert into ${sql.table(table)} (company_id, id, state, available_at)
        values ('co_1', ${id}, 'PENDING', ${availableAt})
      `.execute(database.pool),
    hold: (id: string, held: () => void, releaseRequest: Promise<void>) =>
      database.transaction(async (tx) => {
        await sql`
          select from ${sql.table(table)} where company_id = 'co_1' and id = ${id} for update
        `.execute(tx)
        held()
        await releaseRequest
      }),
    /** The ids in their order. */
    claim: (batchMax: number, now: Date, then: () => void = () => undefined) =>
      database.transaction(async (tx) => {
        const rows = await claimer<RowKey>(tx, leaseFor(queue, now), now, batchMax)
        then()
        return rows.map(({ id }) => id).sort()
      }),
  }
}

const at = (ms: number) => after(start, ms)
