import { beforeEach, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { codeOf } from './approvals-client.ts'
import { createClient } from './client.ts'
import {
  aStandingCompany,
  monday,
  type StandingCompany,
  schedule,
  url,
} from './standing-orders-client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
let ours: StandingCompany['ours']
let aProductOf: StandingCompany['aProductOf']
let created: StandingCompany['created']
let work: StandingCompany['work']
let body: StandingCompany['body']
let statesOf: StandingCompany['statesOf']

beforeEach(async () => {
  const company = await aStandingCompany(world)
  ;({ ours, aProductOf, body, created, work, statesOf } = company)
})

it('a standing order that no order could follow is refused', async () => {
  const refused = async (more: object, client = ours.buyer) =>
    codeOf(await client.post(url, { ...body, ...more }))
  const on = (day: object) => ({ schedule: { ...schedule, ...day } })
  const invalid = 'platform.request_invalid'
  for (const day of [{ on: 0 }, { on: 32 }, { every: 0 }, { every: 1000 }]) {
    expect(await refused(on(day)), JSON.stringify(day)).toBe(invalid)
  }
  expect(await refused(on({ on: 8 }))).toBe('standing.weekday_unknown')
  expect(await refused(on({ until: '2031-01-01' }))).toBe('standing.until_before_from')
  expect(await refused(on({ from: '2020-01-01', until: '2020-06-01' }))).toBe(
    'standing.no_date_left',
  )
  expect(await refused({ payment: { method: 'card' } })).toBe('standing.card_not_possible')
  expect(await refused({ lines: [{ productId: 'prd_none', quantity: 1 }] })).toBe(
    'checkout.cart_has_problems',
  )
  expect(await refused({ maxTotal: { amount: '1.00', currency: 'EUR' } })).toBe(
    'standing.max_total_exceeded',
  )
  expect(await refused({ maxTotal: { amount: '0', currency: 'EUR' } })).toBe(
    'standing.amount_invalid',
  )
  expect(await refused({ maxTotal: { amount: '100.00', currency: 'USD' } })).toBe(
    'standing.net_terms_required',
  )
  expect(await refused({}, createClient(world.baseUrl, { apiKey: ours.apiKey }))).toBe(
    'standing.person_required',
  )
  await ours.admin.patch('/api/v1/company', { projectRequired: true })
  expect(await refused({})).toBe('checkout.references_required')
})

it('operators see what is refused, and retry it', async () => {
  const scarce = await aProductOf('10.00', 1)
  const { id } = await created({ lines: [{ productId: scarce, quantity: 2 }] })
  await work(id, '2031-01-13T05:00:01Z')
  const operator = await world.operator()
  const query = `?companyId=${ours.companyId}&trouble=REFUSED`
  const found = await operator.get(`/admin/standing-orders${query}`)
  expect(found.body.data).toMatchObject([
    { standingOrderId: id, failedDate: monday, failureCode: 'checkout.stock_short' },
  ])
  await sql`
    update products.stock set on_hand = 50000 where product_id = ${scarce}
    /* across companies: a product of the test */
  `.execute(database.pool)
  const path = `/admin/companies/${ours.companyId}/standing-orders/${id}/retry`
  const retried = await operator.post(path, { date: monday })
  expect(retried.status, JSON.stringify(retried.body)).toBe(200)
  await work(id, '2031-01-13T09:00:00Z')
  expect(await statesOf(id)).toEqual(['PLACED'])
})
