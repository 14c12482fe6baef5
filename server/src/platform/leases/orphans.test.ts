import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { holderOf, isGone, ownHolder } from './holder.ts'
import { claim, leaseFor, type Queue, sweepOnce } from './index.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
let count = 0
const child = spawn('true')
const dead = child.pid ?? 0
await once(child, 'exit')

beforeEach(() => {
  count += 1
})

describe('the leases of a killed process', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

  it('end when its successor starts in the same place, and all others stay', async () => {
    const queue = await aQueue()
    await held(queue, 'killed', holderOf(dead))
    await held(queue, 'before', holderOf(process.pid, 'earlier'))
    await held(queue, 'ours', ownHolder)
    await held(queue, 'neighbour', holderOf(process.ppid))
    await held(queue, 'elsewhere', `0123456789.${dead.toString(36)}.x`)
    await held(queue, 'older-release', '')

    expect(await sweepOnce(database, { queue }, now, log)).toBe(2)
    expect(await waiting(queue)).toEqual(['before', 'killed'])
  })

  it('are searched once: afterwards they expire', async () => {
    const queue = await aQueue()
    await sweepOnce(database, { queue }, now, log)
    await held(queue, 'killed', holderOf(dead))

    expect(await sweepOnce(database, { queue }, now, log)).toBe(0)
    const later = after(now, secondsMs(31))
    expect(await sweepOnce(database, { queue }, later, log)).toBe(1)
  })
})

describe('a lease', () => {
  it('names its owner', async () => {
    const queue = await aQueue()
    await sql`insert into ${sql.table(queue.table)} (company_id, id, state, attempts, available_at)
      values ('co_1', 'a', 'PENDING', 0, ${now})`.execute(database.pool)
    const lease = leaseFor(queue, now)
    await database.transaction((tx) => claim(tx, queue, lease, now, 1))

    expect(lease.token).toMatch(/^lse_[0-9a-z]{26}@/)
    expect(lease.token.split('@')[1]).toBe(ownHolder)
    expect([isGone(ownHolder), isGone(holderOf(dead)), isGone('')]).toEqual([false, true, false])
  })
})

async function aQueue(): Promise<Queue> {
  const table = `public.orphans_${count}` as const
  await sql`
    create table ${sql.table(table)} (
      company_id text not null, id text not null, state text not null, attempts integer not null,
      deaths smallint not null default 0, note text, available_at timestamptz not null, lease_token text, lease_until timestamptz, primary key (company_id, id)
    )
  `.execute(database.pool)
  return {
    table,
    key: ['company_id', 'id'],
    id: 'id',
    waiting: ['PENDING'],
    working: 'LEASED',
    lost: 'PENDING',
    exhausted: 'EXHAUSTED',
    poison: { is: 'set_aside', reasonColumn: 'note' },
    leaseSeconds: 30,
    attemptsMax: 3,
  }
}

async function held({ table }: Queue, id: string, holder: string): Promise<void> {
  const token = holder === '' ? 'lse_1' : `lse_1@${holder}`
  await sql`
    insert into ${sql.table(table)} (company_id, id, state, attempts, available_at, lease_token, lease_until)
    values ('co_1', ${id}, 'LEASED', 1, ${now}, ${token}, ${after(now, secondsMs(30))})
  `.execute(database.pool)
}

async function waiting({ table }: Queue): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where company_id = 'co_1' and state = 'PENDING' order by id
  `.execute(database.pool)
  return rows.map(({ id }) => id)
}
