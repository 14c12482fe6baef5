import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#kernel/id'
import type { Incidents } from '#modules/incidents'
import { type Database, sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import { aKey, type Client } from '../journeys/client.ts'
import { shipTo } from '../journeys/purchase.ts'
import type { CompanyOfWorld, World } from '../journeys/world.ts'

/** What somebody has to decide on, as the service leaves it after its last attempt. */

export async function aGivenUpJob(database: Database, now: Date) {
  const jobId = newId('job', now)
  const paymentId = newId('pay', now)
  await sql`
    insert into platform.jobs
      (id, name, payload, state, attempts, available_at, last_error, created_at, given_up_at)
    values (${jobId}, 'orders.pay_back', ${JSON.stringify({ paymentId })}, 'EXHAUSTED', 12, ${now},
      'The provider did not answer.', ${now}, ${now})
  `.execute(database.pool)
  return { jobId, paymentId }
}

export async function anAlertGivenUp(database: Database, incidents: Incidents, now: Date) {
  const trouble = { severity: 'critical', dedupeKey: 'of this test', now } as const
  const key = 'payments.reconciliation-mismatch' as const
  const summary = 'The provider and we do not agree on a payment.'
  const { id } = await database.transaction((tx) =>
    incidents.notify(tx, { ...trouble, key, summary, details: {} }),
  )
  await sql`
    insert into incidents.deliveries (id, incident_id, transport, status, notice, severity, summary,
      details, occurred_at, state, attempts, queued_at, available_at, last_error, finished_at)
    values (${newId('ina', now)}, ${id}, 'primary', 'firing', 1, 'critical', ${summary}, '{}', ${now},
      'DEAD_LETTER', 8, ${now}, ${now}, 'status 401', ${now})
  `.execute(database.pool)
  return { id, key }
}

/** Of a reader that no release has: nobody tries it. */
export async function aSetAsideEvent(database: Database, companyId: string, now: Date) {
  const eventId = newId('evt', now)
  const orderId = newId('ord', now)
  await sql`
    insert into platform.set_aside_events (subscription, company_id, line, position, event_id, event_type,
      failures, last_error, set_aside_at, available_at)
    values ('platform.of_this_test', ${companyId}, ${`order/${orderId}`}, 1, ${eventId}, 'order.shipped', 9,
      'It cannot be composed.', ${now}, ${now})
  `.execute(database.pool)
  return eventId
}

/** A test event for a subscription that was paused meanwhile. */
export async function aHeldDelivery(database: Database, { companyId, admin }: CompanyOfWorld) {
  const hook = { name: 'ERP', url: 'http://127.0.0.1:9/hooks', events: ['*'] }
  const { id } = (await admin.post('/api/v1/webhooks', hook)).body.data
  const { eventId } = (await admin.post(`/api/v1/webhooks/${id}/test`)).body.data
  const path = `/api/v1/webhooks/deliveries/${eventId}`
  const setState = (state: string) =>
    sql`
      update webhooks.deliveries set state = ${state}, lease_token = null, lease_until = null
      where company_id = ${companyId} and event_id = ${eventId} and replay_of is null
    `.execute(database.pool)
  for (;;) {
    const { body } = await admin.get(path)
    // Its receiver does not answer: it waits for the next attempt.
    if (body.data?.state === 'RETRYING') break
    await wait(50)
  }
  await admin.patch(`/api/v1/webhooks/${id}`, { state: 'PAUSED' })
  await setState('HELD')
  return { eventId: eventId as string, path, giveUp: () => setState('EXHAUSTED') }
}

export async function anAutomationOf(admin: Client): Promise<string> {
  const created = await admin.post('/api/v1/automations', {
    name: 'Tell the warehouse',
    trigger: { event: 'order.created' },
    actions: [{ type: 'notify', subject: 'A large order', message: 'Look at it.' }],
  })
  const { id } = created.body.data
  await admin.post(`/api/v1/automations/${id}/publish`)
  return id
}

export async function anAutomationRun(
  database: Database,
  companyId: string,
  automationId: string,
  state: string,
): Promise<string> {
  const now = new Date()
  const id = newId('run', now)
  const finishedAt = state === 'DEAD_LETTERED' ? now : null
  const reason = state === 'HELD' ? 'too_many_runs' : 'action_failed'
  await sql`
    insert into automations.runs (company_id, id, automation_id, version, event_id, event_type, state, reason, depth,
      path, attempts, available_at, created_at, finished_at, last_error)
    values (${companyId}, ${id}, ${automationId}, 1, ${newId('evt', now)}, 'order.created', ${state}, ${reason}, 1,
      ${[automationId]}::text[], 6, ${now}, ${now}, ${finishedAt}, 'status 503')
  `.execute(database.pool)
  return id
}

/** A job, an alert, an event, runs of a rule and a delivery that wait for somebody. */
export async function someOfEach(
  world: World,
  ours: CompanyOfWorld,
): Promise<{ webhookId: string }> {
  const { database } = world.parts.platform
  const now = new Date()
  await aGivenUpJob(database, now)
  await anAlertGivenUp(database, world.parts.modules.incidents, now)
  await aSetAsideEvent(database, ours.companyId, now)
  const automationId = await anAutomationOf(ours.admin)
  await anAutomationRun(database, ours.companyId, automationId, 'DEAD_LETTERED')
  await anAutomationRun(database, ours.companyId, automationId, 'HELD')
  await aHeldDelivery(database, ours)
  const { body } = await ours.admin.get('/api/v1/webhooks')
  return { webhookId: body.data[0].id }
}

/** On net terms, partly shipped and partly cancelled. */
export async function anOrderUnderWay(world: World, ours: CompanyOfWorld) {
  const operator = await world.operator()
  const terms = { limit: { amount: '1000.00', currency: 'EUR' }, netDays: 30 }
  await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/EUR`, terms)
  const { companyId: supplierCompanyId } = await world.company()
  const { id: productId } = await aProduct(world.parts.platform.database, {
    supplierCompanyId,
    unitPrice: '10.00',
    onHand: 9,
  })
  const draft = { lines: [{ productId, quantity: 4 }], shipTo, payment: { method: 'invoice' } }
  const placed = await ours.integration.post('/api/v1/orders', draft, { key: aKey() })
  const { id } = placed.body.data.order
  const path = `/api/v1/orders/${id}`
  const piece = { lines: [{ lineNumber: 1, quantity: 1 }] }
  await operator.post(`${path}/confirm`, {}, { key: aKey() })
  await operator.post(`${path}/shipments`, piece, { key: aKey() })
  await ours.buyer.post(`${path}/cancel`, piece, { key: aKey() })
  const { body } = await ours.buyer.get(path)
  return { id: id as string, paymentId: body.data.paymentId as string }
}

/** An order of the company on net terms, placed some days ago, with 4 pieces of one product of a supplier. */
export async function anOrderOf(
  { integration, companyId }: Pick<CompanyOfWorld, 'integration' | 'companyId'>,
  { database, supplierCompanyId, daysAgo }: OrderPlace,
): Promise<{ id: string; number: string }> {
  const { id: productId } = await aProduct(database, {
    supplierCompanyId,
    unitPrice: '10.00',
    onHand: 100,
  })
  const order = { lines: [{ productId, quantity: 4 }], shipTo, payment: { method: 'invoice' } }
  const placed = await integration.post('/api/v1/orders', order, { key: aKey() })
  if (placed.status !== 201) throw new Error(JSON.stringify(placed.body))
  const { id, number } = placed.body.data.order
  await sql`
    update orders.orders set placed_at = placed_at - ${`${daysAgo} days`}::interval
    where company_id = ${companyId} and id = ${id}
  `.execute(database.pool)
  return { id, number }
}

/** A standing order whose last date was refused, and would not be refused now. */
export async function aRefusedDate(
  { buyer, companyId }: Pick<CompanyOfWorld, 'buyer' | 'companyId'>,
  database: Database,
): Promise<void> {
  const { id: productId } = await aProduct(database, { unitPrice: '10.00', onHand: 100 })
  const created = await buyer.post('/api/v1/standing-orders', {
    name: 'Coffee',
    lines: [{ productId, quantity: 1 }],
    schedule: { every: 1, unit: 'MONTH', on: 1, from: '2999-01-01' },
    shipTo,
    maxTotal: { amount: '100.00', currency: 'EUR' },
    payment: { method: 'invoice' },
  })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  await sql`
    insert into standing.runs (company_id, standing_order_id, date, state, try_on, last_try_on, tries, failure_code,
      failure_message, failure_details, changed_at)
    values (${companyId}, ${created.body.data.id}, current_date - 2, 'FAILED', current_date + 1, current_date + 2, 1,
      'checkout.stock_short', 'Some lines exceed the available stock.', '{}', now())
  `.execute(database.pool)
}

/** A contract with a quota for a product, from which nothing is called off. */
export async function aFrameContract(
  world: World,
  { companyId: buyerCompanyId }: Pick<CompanyOfWorld, 'companyId'>,
  reference: string,
): Promise<void> {
  const { database } = world.parts.platform
  const operator = await world.operator()
  const supplierId = await aCompany(database, { supplier: true })
  const { id: productId } = await aProduct(database, { supplierCompanyId: supplierId })
  const created = await operator.post('/api/v1/contracts', {
    supplierId,
    buyerCompanyId,
    reference,
    state: 'ACTIVE',
    orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000.00', percent: '1' }] },
  })
  const path = `/api/v1/contracts/${created.body.data.id}/quotas`
  const quota = { productId, measure: 'QUANTITY', committed: '5', maximum: '10', policy: 'WARN' }
  const put = await operator.put(path, { quotas: [quota] })
  if (put.status !== 200) throw new Error(JSON.stringify(put.body))
}

type OrderPlace = {
  readonly database: Database
  readonly supplierCompanyId: string
  readonly daysAgo: number
}
