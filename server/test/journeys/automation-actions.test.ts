import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { aKey, type Client, createClient } from './client.ts'
import { checkOut, fillCart, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
let ours: CompanyOfWorld
let adminId: string
const supplier = await world.company()
const { database } = world.parts.platform
const wishes = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 1_000 }
const productId = (await aProduct(database, wishes)).id

beforeEach(async () => {
  ours = await world.company()
  adminId = (await ours.admin.get('/auth/me')).body.data.id
  const { platform, modules } = world.parts
  const terms = { companyId: ours.companyId, limit: money(1_000_000n, 'EUR'), netDays: 30 }
  await platform.database.transaction((tx) =>
    modules.payments.putCreditAccount(tx, terms, new Date()),
  )
})

describe('an automation that holds orders before their confirmation', () => {
  const confirm = (orderId: string) =>
    supplier.admin.post(`/api/v1/orders/${orderId}/confirm`, {}, { key: aKey() })

  /** Meanwhile nobody records runs. The work is done outside the transaction that keeps them from it. */
  async function withoutRecorder(work: () => Promise<void>): Promise<void> {
    const locked = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const locking = world.parts.platform.database.transaction(async (tx) => {
      await sql`
        select from platform.subscriptions where name = 'automations.record_runs' for update
      `.execute(tx)
      locked.resolve()
      await done.promise
    })
    try {
      await Promise.race([locked.promise, locking])
      await work()
    } finally {
      done.resolve()
      await locking
    }
  }

  it('acts before the supplier can confirm', async () => {
    await anAutomation([{ type: 'hold_order', reason: 'Look at it first.' }])
    let orderId = ''
    await withoutRecorder(async () => {
      orderId = await anOrder()
      const early = await confirm(orderId)
      expect([early.status, codeOf(early)]).toEqual([409, 'orders.automations_pending'])
      expect(early.headers.get('retry-after')).toBe('1')
    })
    await expect
      .poll(async () => codeOf(await confirm(orderId)), { timeout: 60_000 })
      .toBe('orders.order_held')
  })

  it('is awaited for at most 5 seconds, and then operators are notified', async () => {
    await anAutomation([{ type: 'hold_order', reason: 'Look at it first.' }])
    const { pool } = world.parts.platform.database
    await withoutRecorder(async () => {
      const orderId = await anOrder()
      await sql`
        update orders.orders set placed_at = placed_at - interval '6 seconds'
        where company_id = ${ours.companyId} and id = ${orderId}
      `.execute(pool)
      const late = await confirm(orderId)
      expect(late.status, JSON.stringify(late.body)).toBe(200)
    })
    const incidents = await world.parts.modules.incidents.list(
      { key: 'automations.hold-too-late' },
      { limit: 50 },
    )
    expect(incidents.filter(({ dedupeKey }) => dedupeKey === ours.companyId)).toHaveLength(1)
  })

  it('is not awaited when no rule holds orders', async () => {
    await anAutomation([{ type: 'notify', subject: 'New', message: 'Look.', by: ['in_app'] }])
    await withoutRecorder(async () => {
      expect((await confirm(await anOrder())).status).toBe(200)
    })
  })
})

describe('an automation that approves orders', () => {
  it('approves as the person who published it, and only the version that its condition saw', async () => {
    await anApprovalRule()
    const small = 'decimal(data.total.amount) < decimal("100")'
    const id = await anAutomation([{ type: 'approve_order' }], { condition: small, state: 'DRAFT' })
    const orderId = await anOrder()
    const [tried] = await untilTried(id)
    expect(tried).toMatchObject({
      outcome: 'held',
      actions: [{ output: { action: 'approve_order', outcome: 'agreed' } }],
    })
    expect(await orderOf(orderId)).toMatchObject({ state: 'PENDING_APPROVAL' })

    await ours.admin.post(`/api/v1/automations/${id}/publish`)
    const large = await anOrder(ours.buyer, 50)
    const notify = { type: 'notify', subject: 'Approved', message: 'Look.', by: ['in_app'] }
    const listening = await anAutomation([notify], { trigger: { event: 'order.approved' } })
    const next = await anOrder()
    const run = await untilRun(id, 'SUCCEEDED')
    expect(run.steps).toMatchObject([{ stepId: 1, output: { outcome: 'agreed', isLast: true } }])
    expect(await orderOf(next)).toMatchObject({ state: 'PLACED' })
    expect(await orderOf(large)).toMatchObject({ state: 'PENDING_APPROVAL' })
    const asked = await ours.buyer.get('/api/v1/approvals?mine=requested')
    const { steps } = asked.body.data.find((one: { orderId: string }) => one.orderId === next)
    const note = 'By the automation "Small orders".'
    expect(steps[0].votes).toMatchObject([{ personId: adminId, note }])
    expect(await auditedOf(run.id)).toMatchObject([
      { actor_id: adminId, details: { automationId: id, stepId: 1, action: 'approve_order' } },
    ])
    // What the vote led to says so, so that a rule behind it cannot lead back to this one.
    expect(await untilRun(listening, 'SUCCEEDED')).toMatchObject({
      depth: 2,
      path: [id, listening],
    })
  })

  it('never approves an order of that person, or out of turn', async () => {
    await anApprovalRule()
    const id = await anAutomation([{ type: 'approve_order' }])
    const own = await anOrder(ours.admin)
    const run = await untilRun(id, 'FAILED')
    expect(run.lastError).toContain('approvals.own_order')
    expect(run.steps).toEqual([])
    expect(await orderOf(own)).toMatchObject({ state: 'PENDING_APPROVAL' })
  })

  it('does nothing to an order without an open approval', async () => {
    const id = await anAutomation([{ type: 'approve_order' }])
    await anOrder()
    const { steps } = await untilRun(id, 'SUCCEEDED')
    expect(steps).toMatchObject([{ output: { outcome: 'not_waiting', state: 'PLACED' } }])
  })

  it('fails with a reason once that person is no administrator', async () => {
    const id = await anAutomation([{ type: 'approve_order' }])
    const { id: other } = (await anotherAdmin()).person
    await sql`
      update identity.memberships set roles = '{buyer}'
      where company_id = ${ours.companyId} and user_id = ${adminId}
    `.execute(world.parts.platform.database.pool)
    await anOrder()
    const { rows } = await untilRows(id)
    expect(rows).toMatchObject([{ state: 'FAILED', reason: 'publisher_not_allowed' }])
    expect(other).not.toBe(adminId)
  })
})

describe('an automation that holds an order for a person', () => {
  it('keeps the order back until a person releases it', async () => {
    const id = await anAutomation([{ type: 'hold_order', reason: 'The first of this buyer.' }])
    const orderId = await anOrder()
    const { steps } = await untilRun(id, 'SUCCEEDED')
    expect(steps).toMatchObject([{ output: { action: 'hold_order', outcome: 'held' } }])

    const path = `/api/v1/orders/${orderId}`
    const seen = await supplier.admin.get(`/api/v1/supplier/orders/${orderId}`)
    expect(seen.body.data.heldSince).toBeDefined()
    for (const step of ['confirm', 'shipments']) {
      const refused = await supplier.admin.post(
        `${path}/${step}`,
        step === 'confirm' ? undefined : {},
      )
      expect(codeOf(refused), step).toBe('orders.order_held')
    }
    expect((await ours.buyer.post(`${path}/release`, {})).status).toBe(403)
    expect((await supplier.admin.post(`${path}/release`, {})).status).toBe(403)
    const released = await ours.admin.post(`${path}/release`, { note: 'It is right.' })
    expect(released.body.data).not.toHaveProperty('heldSince')
    const timeline = released.body.data.timeline.map(
      ({ kind, details }: { kind: string; details: { comment?: string } }) => [
        kind,
        details.comment,
      ],
    )
    expect(timeline.slice(-2)).toEqual([
      ['HELD', 'The first of this buyer.'],
      ['RELEASED', 'It is right.'],
    ])
    expect(codeOf(await ours.admin.post(`${path}/release`, {}))).toBe('orders.order_not_held')
    expect((await supplier.admin.post(`${path}/confirm`)).body.data.state).toBe('CONFIRMED')
  })

  it('prevents other approvals meanwhile', async () => {
    await anApprovalRule()
    const orderId = await anOrder()
    const path = `/api/v1/orders/${orderId}`
    const [approval] = (await ours.approver.get('/api/v1/approvals')).body.data
    expect((await ours.admin.post(`${path}/hold`, { reason: 'Wait.' })).status).toBe(200)
    expect(codeOf(await ours.admin.post(`${path}/hold`, { reason: 'Wait.' }))).toBe(
      'orders.order_held',
    )
    const word = { contentHash: approval.contentHash }
    const approve = () => ours.approver.post(`/api/v1/approvals/${approval.id}/approve`, word)
    expect(codeOf(await approve())).toBe('orders.order_held')
    await ours.admin.post(`${path}/release`, {})
    expect((await approve()).body.data.state).toBe('APPROVED')
  })
})

describe('an automation that fills a cart', () => {
  it('reorders: the lines of the event are in the publisher’s cart, once', async () => {
    const id = await anAutomation([{ type: 'add_to_cart' }, { type: 'add_to_cart' }])
    await anOrder(ours.buyer, 7)
    const { steps } = await untilRun(id, 'SUCCEEDED')
    expect(steps).toMatchObject([
      { output: { added: 1, notAdded: [], cartOf: adminId } },
      { output: { added: 0, notAdded: [{ productId, code: 'cart.item_exists' }] } },
    ])
    const { items } = (await ours.admin.get('/api/v1/cart')).body.data
    expect(items).toMatchObject([{ quantity: 7 }])
  })

  it('reads a quantity with decimals in its condition, and reorders it', async () => {
    const cable = { ...wishes, unit: 'MTR', moq: 0.5, multiple: 0.5 }
    const { id: cableId } = await aProduct(database, cable)
    const condition = 'data.lines.exists(line, line.quantity == 2.5)'
    const id = await anAutomation([{ type: 'add_to_cart' }], { condition })
    await anOrder(ours.buyer, 2)
    await anOrder(ours.buyer, 2.5, cableId)
    await untilRun(id, 'SUCCEEDED')
    const { items } = (await ours.admin.get('/api/v1/cart')).body.data
    expect(items).toMatchObject([{ quantity: 2.5, product: { id: cableId } }])
  })

  it('waits while a checkout holds the cart', async () => {
    const version = await fillCart(ours.admin, [{ productId, quantity: 1 }])
    expect((await checkOut(ours.admin, version)).status).toBe(201)
    const other = await aProduct(world.parts.platform.database, { onHand: 5 })
    const items = [{ productId: other.id, quantity: 3 }]
    const id = await anAutomation([{ type: 'add_to_cart', items }])
    await anOrder()
    const run = await untilRun(id, 'RETRYING')
    expect(run.lastError).toContain('cart.locked_by_checkout')
    expect(run.steps).toEqual([])
  })
})

describe('an automation that notifies', () => {
  it('reaches administrators in the product, each in their own inbox', async () => {
    const message = { subject: 'An order', message: 'Look at it.', by: ['in_app'] }
    const id = await anAutomation([{ type: 'notify', ...message }])
    const orderId = await anOrder()
    const { steps, id: runId } = await untilRun(id, 'SUCCEEDED')
    expect(steps).toMatchObject([{ output: { people: 1, by: ['in_app'] } }])
    const url = '/api/v1/notifications'
    const [notice, ...more] = (await ours.admin.get(`${url}?unread=true`)).body.data
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      subject: 'An order',
      message: 'Look at it.',
      runId,
      automation: { id, name: 'Small orders' },
      entity: { type: 'order', id: orderId },
    })
    for (const other of [ours.buyer, supplier.admin]) {
      expect((await other.get(url)).body.data).toEqual([])
      const read = await other.post(`${url}/${notice.id}/read`)
      expect(codeOf(read)).toBe('automations.notice_not_found')
    }
    const { readAt } = (await ours.admin.post(`${url}/${notice.id}/read`)).body.data
    const again = await ours.admin.post(`${url}/${notice.id}/read`)
    expect(again.body.data.readAt).toBe(readAt)
    expect((await ours.admin.get(`${url}?unread=true`)).body.data).toEqual([])
    expect((await ours.admin.get(`${url}?limit=1`)).body.data).toHaveLength(1)
  })
})

describe('an action of an automation', () => {
  it.each([
    ['automations.action_unfit', { type: 'approve_order' }, 'order.delivered'],
    ['automations.action_unfit', { type: 'hold_order', reason: 'No.' }, 'payment.failed'],
    ['automations.action_unfit', { type: 'add_to_cart' }, 'product.created'],
    [
      'automations.products_unknown',
      { type: 'add_to_cart', items: [{ productId: 'prd_none', quantity: 1 }] },
      'product.created',
    ],
  ])('is refused with %s when it is impossible', async (code, action, event) => {
    const wish = { name: 'No', trigger: { event }, actions: [action] }
    expect(codeOf(await ours.admin.post('/api/v1/automations', wish))).toBe(code)
  })

  it('is resumed only by the person in whose name it acts', async () => {
    const id = await anAutomation([{ type: 'approve_order' }])
    const path = `/api/v1/automations/${id}`
    await ours.admin.patch(path, { state: 'PAUSED' })
    const { client } = await anotherAdmin()
    expect(codeOf(await client.patch(path, { state: 'ACTIVE' }))).toBe(
      'automations.acts_for_another',
    )
    await client.patch(path, { name: 'Mine now', condition: 'true' })
    const published = await client.post(`${path}/publish`)
    expect(published.body.data).toMatchObject({ state: 'ACTIVE', published: { version: 2 } })
  })
})

async function anotherAdmin() {
  const { platform, modules } = world.parts
  const role = 'company_admin' as const
  const person = await aPerson(platform.database, { companyId: ours.companyId, role })
  const { accessToken } = await modules.identity.signIn(person)
  return { person: person.actor, client: createClient(world.baseUrl, { bearer: accessToken }) }
}

async function auditedOf(runId: string) {
  const { rows } = await sql`
    select actor_id, details from platform.audit_entries
    where company_id = ${ours.companyId} and action = 'automations.action_done' and target_id = ${runId}
  `.execute(world.parts.platform.database.pool)
  return rows
}

/** Past the door, which is closed to who is no administrator. */
async function untilRows(automationId: string) {
  const read = () =>
    sql<{ state: string; reason: string }>`
      select state, reason from automations.runs
      where company_id = ${ours.companyId} and automation_id = ${automationId} and finished_at is not null
    `.execute(world.parts.platform.database.pool)
  await expect.poll(async () => (await read()).rows.length).toBe(1)
  return read()
}

async function anAutomation(actions: object[], wishes: object = {}): Promise<string> {
  const { status, body } = await ours.admin.post('/api/v1/automations', {
    name: 'Small orders',
    trigger: { event: 'order.created' },
    actions,
    state: 'ACTIVE',
    ...wishes,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

/** Everything waits for a word of the administrator or of the approver. */
async function anApprovalRule(): Promise<void> {
  const step = { mode: 'ANY', people: [adminId], role: 'approver' }
  const { status, body } = await ours.admin.post('/api/v1/approval-rules', {
    name: 'All',
    steps: [step],
  })
  expect(status, JSON.stringify(body)).toBe(201)
}

async function anOrder(
  buyer: Client = ours.buyer,
  quantity = 2,
  ordered = productId,
): Promise<string> {
  const lines = [{ productId: ordered, quantity }]
  const order = { lines, shipTo, payment: { method: 'invoice' } }
  const { status, body } = await buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order.id
}

/** The run of an automation that is in this state, once there is one. */
async function untilRun(automationId: string, state: string) {
  const patience = performance.now() + 60_000
  for (;;) {
    const { body } = await ours.admin.get(`/api/v1/automations/${automationId}/runs`)
    // Those of events that were recorded together have one time, and no order among them.
    const run = body.data.find((one: { state: string }) => one.state === state)
    if (run) return (await ours.admin.get(`/api/v1/automations/runs/${run.id}`)).body.data
    if (performance.now() > patience) throw new Error(`the runs are ${JSON.stringify(body.data)}`)
    await wait(25)
  }
}

/** The event is found once it has its number. */
async function untilTried(automationId: string) {
  const dryRun = async () => {
    const url = `/api/v1/automations/${automationId}/dry-run`
    return (await ours.admin.post(url, { last: 5 })).body.data.events
  }
  await expect.poll(async () => (await dryRun()).length).toBe(1)
  return dryRun()
}

const codeOf = ({ body }: { body: { meta?: { code?: string } } }) => body.meta?.code

const orderOf = async (orderId: string) =>
  (await ours.admin.get(`/api/v1/orders/${orderId}`)).body.data
