import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { money } from '#kernel/money'
import { after, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { aCompany } from '#testing/identity'
import { measure } from '../metrics-store.ts'
import type { StandingOrder } from '../standing-order.ts'
import { insertStandingOrder } from '../standing-order-store.ts'
import { type Turns, workOnDue } from './claim-due.ts'

const start = new Date('2031-01-13T05:00:00Z')
const database = await useDatabase()
let now = start
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const deps = { database, now: () => now, log }
const tomorrow = async () => after(start, minutesMs(24 * 60))

beforeEach(async () => {
  now = start
  await sql`/* across companies: a clean table */ delete from standing.orders`.execute(
    database.pool,
  )
})

it('a company with many due standing orders delays no other', async () => {
  const [many, few] = [await aCompany(database), await aCompany(database)]
  for (let at = 0; at < 12; at += 1) await aDue(many, after(start, -minutesMs(60 - at)))
  await aDue(few, after(start, -minutesMs(1)))
  const turns: Turns = new Set()
  const rounds: string[][] = []
  for (let worked = 1; worked > 0; ) {
    const companies: string[] = []
    worked = await workOnDue(deps, turns, ({ companyId }) => {
      companies.push(companyId)
      return tomorrow()
    })
    rounds.push(companies)
  }
  expect(rounds[0]?.toSorted()).toEqual([many, few].toSorted())
  expect(rounds.slice(1, -1)).toEqual(Array.from({ length: 11 }, () => [many]))
})

it('an error of the service keeps a standing order for later, and counts as late', async () => {
  const companyId = await aCompany(database)
  await aDue(companyId, start)
  const fails = () => Promise.reject(new Error('no connection'))
  expect(await workOnDue(deps, new Set(), fails)).toBe(1)
  expect(await workOnDue(deps, new Set(), fails)).toBe(0)
  now = after(start, minutesMs(2))
  expect(await workOnDue(deps, new Set(), fails)).toBe(1)
  expect(await measure(database.pool, now)).toEqual({
    standingOrdersActive: 1,
    standingOrdersLate: 1,
    oldestStandingOrderLateSeconds: 120,
  })
  now = after(start, minutesMs(10))
  expect(await workOnDue(deps, new Set(), tomorrow)).toBe(1)
  expect(await measure(database.pool, now)).toMatchObject({ standingOrdersLate: 0 })
})

it('a standing order that no worker takes is late after a quarter of an hour', async () => {
  await aDue(await aCompany(database), start)
  expect(await measure(database.pool, after(start, minutesMs(14)))).toMatchObject({
    standingOrdersLate: 0,
  })
  expect(await measure(database.pool, after(start, minutesMs(16)))).toMatchObject({
    standingOrdersLate: 1,
    oldestStandingOrderLateSeconds: 960,
  })
})

async function aDue(companyId: StandingOrder['companyId'], at: Date): Promise<void> {
  await database.transaction((tx) =>
    insertStandingOrder(tx, {
      id: newId('sto', at),
      companyId,
      ownerId: 'usr_1',
      shipToBy: undefined,
      name: 'Coffee',
      state: 'ACTIVE',
      reason: undefined,
      schedule: { every: 1, unit: 'WEEK', on: 1, from: '2031-01-13', until: undefined },
      lines: [],
      shipTo: { name: 'x', line1: 'x', city: 'x', postalCode: '20457', country: 'DE' },
      poNumber: undefined,
      costCenter: undefined,
      unitId: undefined,
      deliveryDays: undefined,
      maxTotal: money(100n, 'EUR'),
      nextDate: '2031-01-13',
      version: 1,
      createdAt: at,
      changedAt: at,
    }),
  )
}
