import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import { type Database, sql } from '#platform/db'
import { dayIn } from '#platform/working-time'
import { putCreditAccount } from '../../src/modules/purchasing/payments/credit/credit-account-store.ts'
import { type Asks, post, shipTo } from './kill-client.ts'

const patienceMs = 180_000

/** The company orders on net terms, and every day is a working day on which it is past six. */
export async function prepareRequests(database: Database, companyId: Id<'co'>): Promise<void> {
  const terms = { companyId, limit: money(1_000_000_000n, 'EUR'), netDays: 30 }
  await database.transaction((tx) => putCreditAccount(tx, terms, new Date()))
  await sql`update identity.companies set time_zone = ${timeZone()} where id = ${companyId}`.execute(
    database.pool,
  )
}

const timeZone = () => (new Date().getUTCHours() < 7 ? 'Asia/Tokyo' : 'UTC')

/** Two lines, ordered one after the other. Returns their orders. */
export async function orderByRequisition(asks: Asks, productId: string): Promise<string[]> {
  const lines = ['A', 'B'].map((costCenter) => ({
    productId,
    quantity: 1,
    allocations: [{ costCenter, percent: '100' }],
  }))
  const { id } = await post(asks, '/api/v1/requisitions', { title: 'Bolts', shipTo, lines })
  const path = `/api/v1/requisitions/${id}`
  const submitted = await asks(async (client) => {
    const sent = await client.post(`${path}/submit`, {})
    // An earlier one, whose answer was lost, has done it.
    return sent.status === 409 ? client.get(path) : sent
  })
  const [first] = submitted.body.data.lines
  await post(asks, `${path}/convert`, { lines: [first.id] })
  const converted = await post(asks, `${path}/convert`, {})
  assert.equal(converted.state, 'ORDERED', JSON.stringify(converted))
  return converted.lines.map(({ orderId }: { readonly orderId: string }) => orderId)
}

/** A standing order whose only date is today. Returns the order of the date. */
export async function orderByStandingOrder(asks: Asks, productId: string): Promise<string[]> {
  await asks((client) =>
    client.patch('/api/v1/company/calendar', {
      workingDays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
      holidays: null,
    }),
  )
  const today = dayIn(timeZone(), new Date())
  const on = new Date(today).getUTCDay() || 7
  const url = '/api/v1/standing-orders'
  const made = await asks(async (client) => {
    const listed = await client.get(url)
    // An earlier request, whose answer was lost, has made it.
    if (listed.status !== 200 || listed.body.data.length > 0) return listed
    return client.post(url, {
      name: 'Bolts',
      lines: [{ productId, quantity: 1 }],
      schedule: { every: 1, unit: 'WEEK', on, from: today, until: today },
      shipTo,
      maxTotal: { amount: '100000.00', currency: 'EUR' },
      payment: { method: 'invoice' },
    })
  })
  const [{ id }] = [made.body.data].flat()
  const until = performance.now() + patienceMs
  for (;;) {
    const { data } = (await asks((client) => client.get(`${url}/${id}/runs`))).body
    const [run] = data
    if (run?.state === 'PLACED') return [run.orderId]
    assert(performance.now() < until, `the date is not ordered: ${JSON.stringify(data)}`)
    await wait(200)
  }
}
