import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { sql } from '#platform/db'
import { aCompany, aPerson, moveToTimeZone } from '#testing/identity'
import { takeNumber } from './index.ts'
import { createNumbering } from './service.ts'

const now = new Date('2026-07-02T03:04:05Z')
const database = await useDatabase()
const numbering = createNumbering({ database, now: () => now })
let companyId: Id<'co'>
let admin: Actor

beforeEach(async () => {
  companyId = await aCompany(database)
  admin = (await aPerson(database, { companyId, role: 'company_admin' })).actor
})

const take = (at = now, kind: Parameters<typeof takeNumber>[2] = 'ORDER', of = companyId) =>
  database.transaction((tx) => takeNumber(tx, of, kind, at))

describe('the next number', () => {
  it('counts for each company, kind and year', async () => {
    expect(await take()).toBe('PO-2026-000001')
    expect(await take()).toBe('PO-2026-000002')
    expect(await take(now, 'RETURN')).toBe('RMA-2026-000001')
    expect(await take(now, 'TICKET')).toBe('T-2026-000001')
    expect(await take(new Date('2027-02-01T00:00:00Z'))).toBe('PO-2027-000001')
    expect(await take(now, 'ORDER', await aCompany(database))).toBe('PO-2026-000001')
  })

  it('names the year in the time zone of the company', async () => {
    const newYear = new Date('2026-12-31T23:30:00Z')
    expect(await take(newYear)).toBe('PO-2026-000001')
    await moveToTimeZone(database, companyId, 'Europe/Berlin')
    expect(await take(newYear)).toBe('PO-2027-000001')
  })

  it('is never given twice, and a transaction that fails leaves no gap', async () => {
    const taken = await Promise.all(Array.from({ length: 64 }, () => take()))
    const counts = taken.map((number) => Number(number.slice(-6))).toSorted((a, b) => a - b)
    expect(counts).toEqual(Array.from({ length: 64 }, (_, at) => at + 1))

    const failed = database.transaction(async (tx) => {
      await takeNumber(tx, companyId, 'ORDER', now)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await take()).toBe('PO-2026-000065')
  })

  it('has more than six digits after the millionth', async () => {
    await numbering.change(admin, 'ORDER', { start: 999_999 })
    expect([await take(), await take()]).toEqual(['PO-2026-999999', 'PO-2026-1000000'])
  })
})

describe('a number series', () => {
  it('shows the number that comes next, and the company changes its prefix and start', async () => {
    await take()
    const { series } = { series: await numbering.list(admin) }
    expect(series).toEqual([
      { kind: 'ORDER', prefix: 'PO-', start: 1, next: 'PO-2026-000002' },
      { kind: 'RETURN', prefix: 'RMA-', start: 1, next: 'RMA-2026-000001' },
      { kind: 'TICKET', prefix: 'T-', start: 1, next: 'T-2026-000001' },
      { kind: 'REQUISITION', prefix: 'REQ-', start: 1, next: 'REQ-2026-000001' },
    ])

    const changed = await numbering.change(admin, 'ORDER', { prefix: 'BE.', start: 5000 })
    expect(changed).toEqual({ kind: 'ORDER', prefix: 'BE.', start: 5000, next: 'BE.2026-005000' })
    expect(await take()).toBe(changed.next)
  })

  it('goes on behind its last number when its prefix or a smaller start is set', async () => {
    await numbering.change(admin, 'ORDER', { start: 10 })
    await take()
    await numbering.change(admin, 'ORDER', { prefix: '', start: 1 })
    expect(await take()).toBe('2026-000011')
  })

  it('exists for some kinds of records only', async () => {
    await expect(numbering.change(admin, 'CART', { start: 2 })).rejects.toMatchObject({
      code: 'numbering.series_not_found',
      details: { kinds: ['ORDER', 'RETURN', 'TICKET', 'REQUISITION'] },
    })
  })

  it('has a prefix that no other kind has', async () => {
    await expect(numbering.change(admin, 'ORDER', { prefix: 'T-' })).rejects.toMatchObject({
      code: 'numbering.prefix_taken',
      details: { prefix: 'T-', kind: 'TICKET' },
    })
    await numbering.change(admin, 'TICKET', { prefix: 'HD-' })
    await numbering.change(admin, 'ORDER', { prefix: 'T-' })
    expect(await take()).toBe('T-2026-000001')
    expect(await take(now, 'TICKET')).toBe('HD-2026-000001')
  })
})

describe('rows from before numbers', () => {
  const count = 6_500
  const call = "call numbering.number_older('shop.sales', 'ORDER', 'sold_at')"

  it('are numbered in the order of their ids, also when it is stopped and begun again', async () => {
    const { pool } = database
    await sql`create schema shop`.execute(pool)
    await sql`create table shop.sales (company_id text, id text, sold_at timestamptz, number text, primary key (company_id, id))`.execute(
      pool,
    )
    const other = await aCompany(database)
    await sql`
      insert into shop.sales (company_id, id, sold_at)
      select case when n % 10 = 0 then ${other} else ${companyId} end, lpad(n::text, 6, '0'), ${now}::timestamptz + n * interval '1 second'
      from generate_series(1, ${count}) n`.execute(pool)

    const stopped = new pg.Client(database.url)
    stopped.on('error', () => undefined)
    await stopped.connect()
    const { rows: own } = await stopped.query<{ pid: number }>('select pg_backend_pid() as pid')
    const running = stopped.query(call).catch((error: unknown) => error)
    await expect.poll(numbered, { interval: 5 }).toBeGreaterThan(0)
    await sql`select pg_terminate_backend(${own[0]?.pid})`.execute(pool)
    await running
    expect(await numbered()).toBeLessThan(count)

    const again = new pg.Client(database.url)
    await again.connect()
    await again.query(call)
    await again.end()
    const { rows } = await sql<{ company_id: string; numbers: string[] }>`
      select company_id, array_agg(number order by id) as numbers from shop.sales group by company_id
    `.execute(pool)
    expect(rows.map(({ numbers }) => numbers.length).toSorted((a, b) => a - b)).toEqual([
      count / 10,
      (count / 10) * 9,
    ])
    for (const { numbers } of rows) {
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(numbers.toSorted()).toEqual(numbers)
      expect(numbers.at(-1)).toBe(`PO-2026-${String(numbers.length).padStart(6, '0')}`)
    }
  })

  async function numbered(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from shop.sales where company_id is not null and number is not null
    `.execute(database.pool)
    return rows[0]?.count ?? 0
  }
})
