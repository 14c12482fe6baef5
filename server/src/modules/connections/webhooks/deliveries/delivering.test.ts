import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { createSeal } from '#platform/seal'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aReceiver, aWebhook, aWebhookManager, type Receiver, verified } from '#testing/webhooks'
import { createDelivering, type Delivering } from './delivering.ts'
import { keepHouse } from './housekeeping.ts'

let receiver: Receiver
let delivering: Delivering
let count = 0
const forEver = new Promise(() => undefined)
const service = await useWebhookService()
const webhooks = service.webhooks

beforeEach(async () => {
  receiver = await aReceiver()
  delivering = createDelivering(service.deps)
})
afterEach(() => receiver.close())

describe('a delivery', () => {
  it('contains the event, signed under both header families', async () => {
    const { actor, endpoint, secret } = await subscribed()
    const [eventId] = await service.publish(actor.companyId)
    await deliverAll(actor)

    const [received] = receiver.received
    expect(verified(received ?? never(), secret)).toEqual({
      id: eventId,
      type: 'order.created',
      version: 1,
      occurredAt: service.deps.now().toISOString(),
      companyId: actor.companyId,
      sequence: 1,
      entity: { type: 'order', id: 'ord_1', version: 1 },
      data: { reference: 'PO 1 – größer' },
    })
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Purveyor',
      'x-service-event': 'order.created',
      'x-service-delivery': eventId,
      'webhook-id': eventId,
    })
    expect(received?.headers).not.toHaveProperty('webhook-replay')
    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: { state: 'SUCCEEDED', attempts: 1, lastStatus: 204 },
      attempts: [{ n: 1, trigger: 'SCHEDULED', statusCode: 204, errorClass: undefined }],
    })
  })

  it('is signed with both secrets for 24 hours after a rotation', async () => {
    const { actor, endpoint, secret: old } = await subscribed()
    const { secret: fresh } = await webhooks.rotateSecret(actor, endpoint.id)
    await service.publish(actor.companyId)
    await deliverAll(actor)

    const [received] = receiver.received
    expect(() => verified(received ?? never(), old)).not.toThrow()
    expect(() => verified(received ?? never(), fresh)).not.toThrow()

    service.advance(hoursMs(24))
    await service.publish(actor.companyId)
    await deliverAll(actor)
    expect(signaturesOf(receiver.received[1])).toHaveLength(1)
    await housekeeping()
    expect((await webhooks.get(actor, endpoint.id)).endpoint.previousSecretUntil).toBeUndefined()
  })

  it('is recorded once after a failed write, and not sent again', async () => {
    const { actor, endpoint } = await subscribed()
    await service.publish(actor.companyId)
    const { pool } = service.database
    const rename = (from: string, to: string) =>
      sql`
        /* across companies: nothing can be recorded for anybody */
        alter table webhooks.${sql.ref(from)} rename to ${sql.ref(to)}
      `.execute(pool)
    await rename('attempts', 'away')
    await delivering.turn()
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect.poll(() => service.logged()).toContain('An attempt is recorded again.')
    await rename('away', 'attempts')
    await delivering.settled()

    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: { state: 'SUCCEEDED', attempts: 1 },
      attempts: [{ n: 1, statusCode: 204 }],
    })
    service.advance(minutesMs(5))
    await housekeeping()
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(1)
  })

  it('that cannot be signed waits and uses no attempt', async () => {
    const { actor, endpoint } = await subscribed()
    await service.publish(actor.companyId)
    const seal = createSeal([{ kid: 'other', key: randomBytes(32) }])
    const keyless = createDelivering({ ...service.deps, seal })
    for (let round = 0; round < 3; round += 1) {
      await service.deliver(keyless, actor.companyId)
      service.advance(minutesMs(2))
      await housekeeping()
    }
    expect(receiver.received).toEqual([])
    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: { state: 'PENDING', attempts: 0 },
      attempts: [],
    })
    expect(service.logged()).toContain('A delivery could not be made ready.')

    await deliverAll(actor)
    expect(receiver.received).toHaveLength(1)
  })

  it('that fails is retried under the same id with a new timestamp', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 500, body: 'out of order' })
    const [eventId] = await service.publish(actor.companyId)
    await deliverAll(actor)
    const failedAt = service.deps.now()

    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: {
        state: 'RETRYING',
        lastStatus: 500,
        lastError: 'status',
        availableAt: new Date(failedAt.getTime() + secondsMs(5)),
      },
      attempts: [{ statusCode: 500, errorClass: 'status', responseBody: 'out of order' }],
    })

    receiver.answers({ status: 200 })
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(1)
    service.advance(secondsMs(5))
    await deliverAll(actor)

    const [first, second] = receiver.received.map(({ headers }) => headers)
    expect([first?.['webhook-id'], second?.['webhook-id']]).toEqual([eventId, eventId])
    expect(second?.['webhook-timestamp']).not.toBe(first?.['webhook-timestamp'])
    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: { state: 'SUCCEEDED', attempts: 2 },
      attempts: [{ n: 2 }, { n: 1 }],
    })
  })

  it.each([
    ['429', { status: 429 }, minutesMs(1), { errorClass: 'status', statusCode: 429 }],
    [
      '503 that names a time',
      { status: 503, headers: { 'retry-after': '600' } },
      minutesMs(11),
      { errorClass: 'status', statusCode: 503 },
    ],
    [
      'a redirect, which is not followed',
      { status: 302, headers: { location: '/elsewhere' } },
      secondsMs(5),
      { errorClass: 'redirect', statusCode: 302 },
    ],
    ['no answer in time', { until: forEver }, minutesMs(1), { errorClass: 'timeout' }],
  ])('waits after %s', async (_what, answer, delayMs, attempt) => {
    const { actor, endpoint } = await subscribed()
    receiver.answers(answer)
    await service.publish(actor.companyId)
    const settings = { ...service.deps.settings, WEBHOOKS_TIMEOUT_MS: 2_000 }
    await service.deliver(createDelivering({ ...service.deps, settings }), actor.companyId)

    const { delivery, attempts } = await onlyDelivery(actor, endpoint.id)
    expect(delivery.state).toBe('RETRYING')
    expect(delivery.availableAt.getTime() - service.deps.now().getTime()).toBe(delayMs)
    expect(attempts).toMatchObject([attempt])
    expect(receiver.received).toHaveLength(1)
  })

  it('to an address without a listener is retried', async () => {
    const { actor, endpoint } = await subscribed({ url: 'http://127.0.0.1:9/hooks' })
    await service.publish(actor.companyId)
    await deliverAll(actor)

    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: { state: 'RETRYING', lastError: 'unreachable' },
      attempts: [{ errorClass: 'unreachable', statusCode: undefined }],
    })
  })

  it('stores the beginning of a long answer, and counts as delivered', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 200, body: `\0${'x'.repeat(300_000)}` })
    await service.publish(actor.companyId)
    await deliverAll(actor)

    const { delivery, attempts } = await onlyDelivery(actor, endpoint.id)
    expect(delivery.state).toBe('SUCCEEDED')
    expect(Buffer.byteLength(attempts[0]?.responseBody ?? '')).toBeLessThanOrEqual(16_384)
  })

  it('is given up after ten attempts', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId)
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await deliverAll(actor)
      const { delivery } = await onlyDelivery(actor, endpoint.id)
      service.advance(Math.max(0, delivery.availableAt.getTime() - service.deps.now().getTime()))
    }
    service.advance(hoursMs(30))
    await deliverAll(actor)

    const { delivery, attempts } = await onlyDelivery(actor, endpoint.id)
    expect(delivery).toMatchObject({ state: 'EXHAUSTED', attempts: 10, lastStatus: 500 })
    expect(attempts.map(({ n }) => n)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(receiver.received).toHaveLength(10)
  })
})

describe('a delivery lease', () => {
  it('that expired fences off the late worker', async () => {
    const { actor, endpoint } = await subscribed()
    const late = Promise.withResolvers<void>()
    receiver.answers({ status: 200, until: late.promise })
    await service.publish(actor.companyId)
    await delivering.turn()
    await until(() => receiver.received.length === 1)

    service.advance(secondsMs(91))
    await housekeeping()
    receiver.answers({ status: 202 })
    const successor = createDelivering(service.deps)
    await successor.turn()
    await successor.settled()
    late.resolve()
    await delivering.settled()

    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: { state: 'SUCCEEDED', attempts: 2, lastStatus: 202 },
      attempts: [{ n: 1, statusCode: 202 }],
    })
  })

  it('of a stopped worker is released, and the attempt does not count', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ until: forEver })
    await service.publish(actor.companyId)
    const stopping = createDelivering({ ...service.deps, stopGraceMs: 50 })
    await stopping.turn()
    await until(() => receiver.received.length === 1)
    await stopping.finish()

    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: { state: 'PENDING', attempts: 0 },
      attempts: [],
    })
  })

  it('of a row that only waited in a stopping worker is released at once', async () => {
    const { actor, endpoint } = await subscribed()
    const answered = Promise.withResolvers<void>()
    receiver.answers({ until: answered.promise })
    await service.publish(actor.companyId, OrderCreated, 14)
    await delivering.turn()
    const finishing = delivering.finish()
    const states = async () =>
      (await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 100 }))
        .map(({ state }) => state)
        .sort()
    await expect.poll(states).toEqual([...Array(10).fill('LEASED'), ...Array(4).fill('PENDING')])
    answered.resolve()
    await finishing

    expect(await states()).toEqual([...Array(4).fill('PENDING'), ...Array(10).fill('SUCCEEDED')])
    expect(receiver.received).toHaveLength(10)
  })

  it('that is nearly over is released rather than used', async () => {
    const { actor, endpoint } = await subscribed()
    const answered = Promise.withResolvers<void>()
    receiver.answers({ until: answered.promise })
    await service.publish(actor.companyId, OrderCreated, 11)
    await delivering.turn()
    service.advance(secondsMs(80))
    answered.resolve()
    await delivering.settled()

    const deliveries = await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 100 })
    expect(deliveries.filter(({ state }) => state === 'PENDING')).toHaveLength(1)
    expect(receiver.received).toHaveLength(10)
  })

  it('of a stopping worker is used to the end when the receiver answers soon', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ delayMs: 200 })
    await service.publish(actor.companyId)
    await delivering.turn()
    await delivering.finish()

    expect(await onlyDelivery(actor, endpoint.id)).toMatchObject({
      delivery: { state: 'SUCCEEDED' },
    })
  })
})

describe('many deliveries', () => {
  it('go out in parallel, up to a limit per endpoint, and none is lost', async () => {
    const narrow = createDelivering({
      ...service.deps,
      settings: { ...service.deps.settings, WEBHOOKS_ENDPOINT_CONCURRENCY: 3 },
    })
    const { actor } = await subscribed()
    receiver.answers({ delayMs: 20 })
    const ids = await service.publish(actor.companyId, OrderCreated, 40)
    await service.deliver(narrow, actor.companyId)

    expect(receiver.atOnce.max).toBe(3)
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(ids.sort())
  })

  it('to a slow endpoint do not delay the others', async () => {
    const slow = await aReceiver()
    const answered = Promise.withResolvers<void>()
    slow.answers({ until: answered.promise })
    const { actor } = await subscribed({ url: slow.url })
    await aWebhook(webhooks, actor, { url: receiver.url })
    await service.publish(actor.companyId, OrderCreated, 30)
    await delivering.turn()

    await until(() => receiver.received.length === 30)
    await until(() => slow.received.length >= 10)
    expect(slow.received).toHaveLength(10)
    answered.resolve()
    await delivering.settled()
    await slow.close()
  })
})

type Wishes = { readonly url?: string; readonly events?: readonly string[] }

/** A company of its own with one subscription. */
async function subscribed({ url = receiver.url, events = ['*'] }: Wishes = {}) {
  count += 1
  const actor = aWebhookManager(`co_delivering_${count}`)
  return { actor, ...(await aWebhook(webhooks, actor, { url, events })) }
}

function deliverAll({ companyId }: ReturnType<typeof aWebhookManager>): Promise<void> {
  return service.deliver(delivering, companyId)
}

function housekeeping(): Promise<void> {
  return keepHouse({ ...service.deps, retentionDays: 30 }, service.deps.now())
}

async function onlyDelivery(actor: ReturnType<typeof aWebhookManager>, endpointId: string) {
  const deliveries = await webhooks.listDeliveries(actor, endpointId, {}, { limit: 10 })
  expect(deliveries).toHaveLength(1)
  return webhooks.getDelivery(actor, deliveries[0]?.id ?? '')
}

function signaturesOf(received: Receiver['received'][number] | undefined): string[] {
  return String(received?.headers['webhook-signature']).split(' ')
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('it did not come true in a minute')
    await wait(5)
  }
}

function never(): never {
  throw new Error('the receiver got nothing')
}
