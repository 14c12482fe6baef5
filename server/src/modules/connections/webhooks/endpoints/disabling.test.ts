import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { daysMs, hoursMs, minutesMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aReceiver, aWebhook, aWebhookManager, type Receiver } from '#testing/webhooks'
import { createDelivering, type Delivering } from '../deliveries/delivering.ts'
import { resumeAfterClosing } from '../deliveries/hold-store.ts'
import { keepHouse } from '../deliveries/housekeeping.ts'
import { markBreakerClosed } from './breaker-store.ts'
import { markEnabled, updateEndpoint } from './endpoint-store.ts'

let receiver: Receiver
let delivering: Delivering
let count = 0
const service = await useWebhookService()
const webhooks = service.webhooks

beforeEach(async () => {
  receiver = await aReceiver()
  delivering = createDelivering(service.deps)
})
afterEach(() => receiver.close())

describe('a receiver that answers 410', () => {
  it('is not called again, and its deliveries are held', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 410 })
    await service.publish(actor.companyId)
    await deliverAll(actor)
    await service.publish(actor.companyId, OrderCreated, 2)
    await deliverAll(actor)

    expect(receiver.received).toHaveLength(1)
    expect(await statesOf(actor, endpoint.id)).toEqual(['HELD', 'HELD', 'HELD'])
    expect((await webhooks.get(actor, endpoint.id)).endpoint).toMatchObject({
      state: 'DISABLED',
      disabledReason: 'gone',
    })
    expect(await incidentsOf(endpoint.id)).toMatchObject([
      { status: 'firing', companyId: actor.companyId, details: { reason: 'gone', name: 'ERP' } },
    ])
  })

  it('is asked again when the process died before it was disabled', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 410 })
    await service.publish(actor.companyId)
    await whileNobodyIsDisabled(() => deliverAll(actor))
    expect(await stateOf(actor, endpoint.id)).toBe('ACTIVE')
    expect(await statesOf(actor, endpoint.id)).toEqual(['RETRYING'])

    service.advance(minutesMs(1))
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(2)
    expect(await stateOf(actor, endpoint.id)).toBe('DISABLED')
    expect(await statesOf(actor, endpoint.id)).toEqual(['HELD'])
  })

  it('gets all held deliveries when it is enabled again', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 410 })
    const first = await service.publish(actor.companyId)
    await deliverAll(actor)
    const later = await service.publish(actor.companyId, OrderCreated, 2)

    receiver.answers({ status: 204 })
    expect(await webhooks.enable(actor, endpoint.id)).toMatchObject({
      released: 3,
      endpoint: { state: 'ACTIVE' },
    })
    await deliverAll(actor)

    // The first one was refused, and the second one is the test.
    const arrived = receiver.received.slice(2).map(({ headers }) => headers['webhook-id'])
    expect(arrived.sort()).toEqual([...first, ...later].sort())
    expect(await statesOf(actor, endpoint.id)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
    expect(await incidentsOf(endpoint.id)).toMatchObject([{ status: 'resolved' }])
    expect(await webhooks.enable(actor, endpoint.id)).toMatchObject({ released: 0 })
  })
})

describe('a disabled endpoint', () => {
  it('gets one signed test when it is enabled, which says what the receiver answered', async () => {
    const { actor, endpoint } = await disabled()
    receiver.answers({ status: 200, body: 'hello' })
    const { test } = await webhooks.enable(actor, endpoint.id)
    expect(test).toMatchObject({ passed: true, statusCode: 200, answer: 'hello' })
    const [, sent] = receiver.received
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { endpointId: endpoint.id },
    })
    expect(sent?.headers['webhook-signature']).toMatch(/^v1,/)
    expect(receiver.received).toHaveLength(2)
  })

  it('stays disabled while its receiver fails the test, unless somebody insists', async () => {
    const { actor, endpoint } = await disabled()
    receiver.answers({ status: 503, body: 'down for repair' })
    await expect(webhooks.enable(actor, endpoint.id)).rejects.toMatchObject({
      code: 'webhooks.test_failed',
      details: { passed: false, statusCode: 503, errorClass: 'status', answer: 'down for repair' },
    })
    expect(await stateOf(actor, endpoint.id)).toBe('DISABLED')
    expect(await statesOf(actor, endpoint.id)).toEqual(['HELD'])
    expect(await incidentsOf(endpoint.id)).toMatchObject([{ status: 'firing' }])
    const insisted = await webhooks.enable(actor, endpoint.id, { evenIfTestFails: true })
    expect(insisted).toMatchObject({ released: 1, test: { passed: false, statusCode: 503 } })
    expect(await stateOf(actor, endpoint.id)).toBe('ACTIVE')
  })

  it('is enabled without a test if it was not disabled', async () => {
    const { actor, endpoint } = await subscribed()
    expect((await webhooks.enable(actor, endpoint.id)).test).toBeUndefined()
    expect(receiver.received).toHaveLength(0)
  })

  async function disabled() {
    const made = await subscribed()
    receiver.answers({ status: 410 })
    await service.publish(made.actor.companyId)
    await deliverAll(made.actor)
    return made
  }
})

describe('a failing receiver', () => {
  it('is disabled after 120 hours without a success and ten failures over a day', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId, OrderCreated, 4)
    await deliverAll(actor)
    service.advance(hoursMs(100))
    await deliverAll(actor)
    expect(await stateOf(actor, endpoint.id)).toBe('ACTIVE')

    service.advance(hoursMs(20))
    await deliverAll(actor)

    expect(await stateOf(actor, endpoint.id)).toBe('DISABLED')
    expect(await statesOf(actor, endpoint.id)).toEqual(['HELD', 'HELD', 'HELD', 'HELD'])
    expect(await incidentsOf(endpoint.id)).toMatchObject([
      { details: { reason: 'failing', failures: 10 }, severity: 'warning' },
    ])
    await expect(webhooks.change(actor, endpoint.id, { state: 'ACTIVE' })).rejects.toMatchObject({
      code: 'webhooks.endpoint_disabled',
      status: 409,
    })
  })

  it('stays enabled after a success within the 120 hours', async () => {
    const { actor, endpoint } = await subscribed()
    service.advance(hoursMs(100))
    await service.publish(actor.companyId)
    await deliverAll(actor)
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId, OrderCreated, 6)
    await deliverAll(actor)
    service.advance(hoursMs(30))
    await deliverAll(actor)

    expect((await webhooks.get(actor, endpoint.id)).endpoint).toMatchObject({
      state: 'ACTIVE',
      health: { failures: 12 },
    })
  })

  it('starts again when it is enabled', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 410 })
    service.advance(hoursMs(200))
    await service.publish(actor.companyId)
    await deliverAll(actor)
    receiver.answers({ status: 204 })
    await webhooks.enable(actor, endpoint.id)
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId, OrderCreated, 12)
    await deliverAll(actor)
    service.advance(hoursMs(30))
    await deliverAll(actor)

    expect(await stateOf(actor, endpoint.id)).toBe('ACTIVE')
  })
})

describe('a held delivery', () => {
  it('expires after 30 days, and can still be replayed', async () => {
    const { actor, endpoint } = await subscribed()
    await webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    await service.publish(actor.companyId)
    service.advance(daysMs(29))
    await housekeeping()
    expect(await statesOf(actor, endpoint.id)).toEqual(['HELD'])
    service.advance(daysMs(2))
    await housekeeping()
    expect(await statesOf(actor, endpoint.id)).toEqual(['EXPIRED'])

    await webhooks.change(actor, endpoint.id, { state: 'ACTIVE' })
    const [expired] = await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 1 })
    await webhooks.replayDelivery(actor, expired?.id ?? '')
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(1)
  })

  it('is not sent when its endpoint was paused after the claim', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId)
    await delivering.turn()
    await webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    await delivering.settled()
    service.advance(hoursMs(1))
    await deliverAll(actor)

    expect(receiver.received).toHaveLength(1)
    expect(await statesOf(actor, endpoint.id)).toEqual(['HELD'])
  })

  it('of an active endpoint is released by housekeeping', async () => {
    const { actor, endpoint } = await subscribed()
    await webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    await service.publish(actor.companyId)
    await service.database.transaction((tx) =>
      markEnabled(tx, actor.companyId, endpoint.id, { pausedToo: true, now: service.deps.now() }),
    )
    await housekeeping()
    await deliverAll(actor)

    expect(receiver.received).toHaveLength(1)
  })
})

describe('releasing more than one batch', () => {
  const key = (actor: Manager, endpointId: string) => ({ companyId: actor.companyId, endpointId })
  it.each<
    [string, string, number, (tx: Tx, actor: Manager, id: string, now: Date) => Promise<unknown>]
  >([
    [
      'enabled',
      `state = 'PAUSED'`,
      0,
      (tx, { companyId }, id, now) => markEnabled(tx, companyId, id, { pausedToo: true, now }),
    ],
    [
      'resumed',
      `state = 'PAUSED'`,
      0,
      (tx, { companyId }, id, now) => updateEndpoint(tx, companyId, id, { state: 'ACTIVE' }, now),
    ],
    [
      'back',
      `state = 'ACTIVE', breaker_open_until = now()`,
      1,
      (tx, actor, id, now) => markBreakerClosed(tx, key(actor, id), now),
    ],
    [
      'given another address',
      `state = 'ACTIVE', breaker_open_until = now()`,
      1,
      async (tx, actor, id, now) => {
        await updateEndpoint(tx, actor.companyId, id, { url: `${receiver.url}/new` }, now)
        await markBreakerClosed(tx, key(actor, id), now)
      },
    ],
    [
      'opened with its company',
      `state = 'PAUSED', paused_by_closing = true`,
      1,
      (tx, { companyId }, _id, now) => resumeAfterClosing(tx, companyId, now),
    ],
  ])(
    'where its endpoint is %s, follows with as many attempts as what went first',
    async (_what, before, attempts, release) => {
      const { actor, endpoint } = await subscribed()
      receiver.answers({ status: 500 })
      await service.publish(actor.companyId)
      await deliverAll(actor)
      await webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
      const { pool, transaction } = service.database
      await sql`
      update webhooks.endpoints set ${sql.raw(before)} where company_id = ${actor.companyId}
    `.execute(pool)
      service.advance(minutesMs(1))
      await transaction((tx) => release(tx, actor, endpoint.id, service.deps.now()))
      await housekeeping()

      const released = await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 10 })
      const state = attempts > 0 ? 'RETRYING' : 'PENDING'
      expect(released).toMatchObject([{ state, attempts, availableAt: service.deps.now() }])
    },
  )

  it('continues with the next pass, and then needs no further query', async () => {
    const { actor, endpoint } = await subscribed()
    await webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    await service.publish(actor.companyId)
    await sql`
      insert into webhooks.deliveries
        (company_id, id, endpoint_id, event_id, event_type, event_at, state, available_at, created_at)
      select d.company_id, left(d.id, 14) || left(md5(n::text), 16), d.endpoint_id, d.event_id, d.event_type, d.event_at,
             'HELD', d.available_at, d.created_at
      from webhooks.deliveries d, generate_series(1, 12000) n where d.company_id = ${actor.companyId}
    `.execute(service.database.pool)
    // As the autovacuum does after so many rows. Statistics of an empty table make the planner take any index.
    await sql`/* across companies: statistics */ analyze webhooks.deliveries`.execute(
      service.database.pool,
    )
    expect(await webhooks.enable(actor, endpoint.id)).toMatchObject({ released: 10_000 })
    await housekeeping()
    expect(await webhooks.get(actor, endpoint.id)).toMatchObject({ held: 0 })

    service.advance(minutesMs(5))
    await housekeeping()
    const { rows } = await sql`
      select settle_until from webhooks.endpoints where company_id = ${actor.companyId}
    `.execute(service.database.pool)
    expect(rows).toEqual([{ settle_until: null }])
    await webhooks.delete(actor, endpoint.id)
  })
})

async function subscribed() {
  count += 1
  const actor = aWebhookManager(`co_disabling_${count}`)
  return { actor, ...(await aWebhook(webhooks, actor, { url: receiver.url })) }
}

/** The database refuses it meanwhile, as if each process had ended right before it. */
async function whileNobodyIsDisabled(work: () => Promise<void>): Promise<void> {
  const { pool } = service.database
  await sql`
    /* across companies: nobody is disabled */
    alter table webhooks.endpoints add constraint never_disabled check (state <> 'DISABLED') not valid
  `.execute(pool)
  await work()
  await sql`
    /* across companies: all may be again */
    alter table webhooks.endpoints drop constraint never_disabled
  `.execute(pool)
}

type Manager = ReturnType<typeof aWebhookManager>

function deliverAll({ companyId }: ReturnType<typeof aWebhookManager>): Promise<void> {
  return service.deliver(delivering, companyId)
}

function housekeeping(): Promise<void> {
  return keepHouse({ ...service.deps, retentionDays: 30 }, service.deps.now())
}

async function statesOf(actor: Manager, endpointId: string) {
  const deliveries = await webhooks.listDeliveries(actor, endpointId, {}, { limit: 100 })
  return deliveries.map(({ state }) => state)
}

async function stateOf(actor: Manager, endpointId: string) {
  return (await webhooks.get(actor, endpointId)).endpoint.state
}

async function incidentsOf(endpointId: string) {
  const all = await service.incidents.list({ key: 'webhooks.endpoint-disabled' }, { limit: 100 })
  return all.filter(({ dedupeKey }) => dedupeKey === endpointId)
}
