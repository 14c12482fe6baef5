import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import {
  claim,
  depth,
  finish,
  type Lease,
  leaseFor,
  oldestAge,
  type Queue,
  release,
  renew,
  sweep,
  sweepOnce,
  whileHolding,
} from './index.ts'

/** The states of these rows name what they wait for. A worker does not change them. */
const attempts: Queue = {
  table: 'public.errands',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['RESERVED'],
  exhausted: 'STUCK',
  poison: { is: 'retried_slowly' },
  attemptsMax: 2,
  leaseSeconds: 30,
}

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()

await sql`
    create table public.errands (
      company_id text not null, id text not null, state text not null, attempts integer not null default 0,
      deaths smallint not null default 0, available_at timestamptz not null, lease_token text, lease_until timestamptz, note text,
      primary key (company_id, id)
    )
  `.execute(database.pool)

beforeEach(async () => {
  await sql`/* across companies: a clean table */ delete from public.errands`.execute(database.pool)
})

describe('claiming', () => {
  it('takes what is due, oldest first, and counts the attempt', async () => {
    await waiting('a', later(-10))
    await waiting('b', later(-20))
    await waiting('c', later(1))

    const { rows, lease } = await take(errands, now)

    expect(rows.map(({ id }) => id).sort()).toEqual(['a', 'b'])
    expect(rows[0]).toMatchObject({ state: 'LEASED', attempts: 1, lease_token: lease.token })
    expect(await stateOf('c')).toBe('PENDING')
  })

  it('takes at most the requested number, the longest waiting first', async () => {
    await waiting('a', later(-10))
    await waiting('b', later(-20))

    const { rows } = await take(errands, now, 1)

    expect(rows.map(({ id }) => id)).toEqual(['b'])
  })

  it('never gives one row to two workers', async () => {
    for (let number = 0; number < 200; number += 1) await waiting(`e${number}`, now)

    const batches = await Promise.all(Array.from({ length: 8 }, () => take(errands, now, 40)))

    const ids = batches.flatMap(({ rows }) => rows.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(200)
  })

  it('keeps another state, and makes the row due again at the end of the lease', async () => {
    await waiting('a', now, 'RESERVED')

    const { rows, lease } = await take(attempts, now)
    expect(rows[0]).toMatchObject({ state: 'RESERVED', available_at: lease.until, attempts: 1 })
    expect((await take(attempts, later(29))).rows).toEqual([])
    expect((await take(attempts, later(30))).rows).toHaveLength(1)
    expect((await take(attempts, later(90))).rows, 'that was the last attempt').toEqual([])
  })

  it('of one kind leaves the other kinds of the table alone', async () => {
    await waiting('a', now)
    const ofNote: Queue = { ...errands, only: { column: 'note', value: "it's" } }

    expect((await take(ofNote, now)).rows).toEqual([])
    await sql`update public.errands set note = 'it''s' where company_id = 'co_1'`.execute(
      database.pool,
    )
    expect((await take(ofNote, now)).rows).toHaveLength(1)
  })
})

describe('finishing', () => {
  it('records the outcome of the rows', async () => {
    await waiting('a', now)
    const { rows, lease } = await take(errands, now)

    const outcome = { state: 'DONE', set: { note: 'well' } }
    expect(await finish(database.pool, errands, lease, rows, outcome)).toBe(1)

    const { rows: kept } = await sql<Row & { note: string }>`
      select * from public.errands where company_id = 'co_1'
    `.execute(database.pool)
    expect(kept[0]).toMatchObject({ state: 'DONE', note: 'well', lease_token: null })
  })

  it('changes nothing when another worker has the lease', async () => {
    await waiting('a', now)
    const late = await take(errands, now)
    await swept(later(31))
    const successor = await take(errands, later(32))

    expect(await finish(database.pool, errands, late.lease, late.rows, { state: 'DONE' })).toBe(0)
    expect(await renew(database.pool, errands, late.lease, late.rows, later(32))).toBe(0)
    expect(await release(database.pool, errands, late.lease, late.rows, later(32))).toBe(0)

    expect(await stateOf('a')).toBe('LEASED')
    expect(
      await finish(database.pool, errands, successor.lease, successor.rows, { state: 'DONE' }),
    ).toBe(1)
    expect(await stateOf('a')).toBe('DONE')
  })

  it('can put a row back for later', async () => {
    await waiting('a', now)
    const { rows, lease } = await take(errands, now)

    await finish(database.pool, errands, lease, rows, { state: 'RETRYING', availableAt: later(60) })

    expect((await take(errands, later(59))).rows).toEqual([])
    expect((await take(errands, later(60))).rows[0]).toMatchObject({ attempts: 2 })
  })

  it('as a release does not count the attempt', async () => {
    await waiting('a', now)
    const { rows, lease } = await take(errands, now)

    expect(await release(database.pool, errands, lease, rows, now)).toBe(1)

    expect((await take(errands, now)).rows[0]).toMatchObject({ attempts: 1 })
  })
})

describe('sweeping', () => {
  it('releases the rows of a lost worker, and not those of a slow one', async () => {
    await waiting('lost', now)
    await take(errands, now)
    await waiting('slow', now)
    const slow = await take(errands, now)
    await renew(database.pool, errands, slow.lease, slow.rows, later(20))

    const { returned, exhausted } = await swept(later(31))

    expect(returned.map(({ id }) => id)).toEqual(['lost'])
    expect(exhausted).toEqual([])
    expect(await stateOf('lost')).toBe('RETRYING')
    expect(await stateOf('slow')).toBe('LEASED')
  })

  it('gives a row up after its last attempt', async () => {
    await waiting('a', now)
    for (const attempt of [1, 2, 3]) {
      await take(errands, later(attempt * 100))
      await swept(later(attempt * 100 + 31))
    }

    expect(await stateOf('a')).toBe('EXHAUSTED')
    expect((await take(errands, later(1_000))).rows).toEqual([])
  })

  it('gives up rows whose state shows no worker, too', async () => {
    await waiting('a', now, 'RESERVED')
    await take(attempts, now)
    await take(attempts, later(30))
    expect((await swept(later(59), attempts)).exhausted).toEqual([])
    expect((await swept(later(60), attempts)).exhausted).toHaveLength(1)
    expect(await stateOf('a')).toBe('STUCK')
  })

  it('lets the owner write in the same transaction, or rolls it all back', async () => {
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

    await waiting('a', now)
    await take(errands, now)
    const failing = { queue: errands, onSwept: () => Promise.reject(new Error('no')) }

    await expect(sweepOnce(database, failing, later(31), silent)).rejects.toThrow('no')

    expect(await stateOf('a')).toBe('LEASED')
  })
})

describe('holding a lease', () => {
  it('renews the lease while the work runs', async () => {
    await waiting('a', now)
    const short: Queue = { ...errands, leaseSeconds: 1 }
    const clock = new Date(now)
    const { rows, lease } = await take(short, now)
    const hold = { database, queue: short, lease, rows, now: () => clock, everyMs: 20 }

    const aborted = await whileHolding(hold, async (signal) => {
      for (const seconds of [0.6, 1.2, 1.8]) {
        clock.setTime(later(seconds).getTime())
        await expect.poll(leaseEndOf).toEqual(later(seconds + 1))
      }
      return signal.aborted
    })

    expect(aborted).toBe(false)
    expect((await swept(later(2.5), short)).returned).toEqual([])
  })

  it('that has ended is not revived: the sweep decides about its worker', async () => {
    await waiting('a', now)
    const { rows, lease } = await take(errands, now)

    expect(await renew(database.pool, errands, lease, rows, later(30))).toBe(0)
    expect(await leaseEndOf()).toEqual(later(30))
    expect((await swept(later(31))).returned.map(({ id }) => id)).toEqual(['a'])
  })

  it('informs the work when the lease was lost', async () => {
    await waiting('a', now)
    const { rows } = await take(errands, now)
    const foreign: Lease = { token: 'lse_other', until: later(30) }
    const hold = { database, queue: errands, lease: foreign, rows, now: () => now, everyMs: 20 }

    const reason = await whileHolding(hold, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return signal.reason
    })

    expect(reason).toMatchObject({ name: 'LeaseLost' })
  })
})

describe('the backlog', () => {
  it('counts the open rows and the age of the oldest due one', async () => {
    expect(await depth(database.pool, errands)).toBe(0)
    expect(await oldestAge(database.pool, errands, now)).toBe(0)
    await waiting('a', later(-10))
    await take(errands, now)
    await waiting('b', later(-5))
    await waiting('c', later(60))

    expect(await depth(database.pool, errands)).toBe(3)
    expect(await oldestAge(database.pool, errands, now)).toBe(5)
  })
})

const errands: Queue = {
  table: 'public.errands',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['PENDING', 'RETRYING'],
  working: 'LEASED',
  lost: 'RETRYING',
  exhausted: 'EXHAUSTED',
  poison: { is: 'set_aside', reasonColumn: 'note' },
  leaseSeconds: 30,
  attemptsMax: 3,
}

async function waiting(id: string, availableAt: Date, state = 'PENDING'): Promise<void> {
  await sql`
    insert into public.errands (company_id, id, state, available_at) values ('co_1', ${id}, ${state}, ${availableAt})
  `.execute(database.pool)
}

async function take(queue: Queue, at: Date, batchMax = 100) {
  const lease = leaseFor(queue, at)
  const rows = await database.transaction((tx) => claim<Row>(tx, queue, lease, at, batchMax))
  return { lease, rows }
}

function swept(at: Date, queue = errands) {
  return database.transaction((tx) => sweep<Row>(tx, queue, at))
}

async function leaseEndOf(): Promise<Date | undefined> {
  const { rows } = await sql<{ lease_until: Date }>`
    select lease_until from public.errands where company_id = 'co_1'
  `.execute(database.pool)
  return rows[0]?.lease_until
}

async function stateOf(id: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from public.errands where company_id = 'co_1' and id = ${id}
  `.execute(database.pool)
  return rows[0]?.state
}

type Row = {
  company_id: string
  id: string
  state: string
  attempts: number
  available_at: Date
  lease_token: string | null
}

const later = (seconds: number) => after(now, secondsMs(seconds))
