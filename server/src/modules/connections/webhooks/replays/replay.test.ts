import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { OrderCreated, OrderShipped, useWebhookService } from '#testing/webhook-service'
import { aReceiver, aWebhook, aWebhookManager, type Receiver, verified } from '#testing/webhooks'
import { createDelivering, type Delivering } from '../deliveries/delivering.ts'
import { viewReplay } from './replay-schemas.ts'
import type { ReplayWindowInput } from './replay-window.ts'

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

describe('replaying a delivery', () => {
  it('sends the same event under the same id, marked as a replay', async () => {
    const { actor, endpoint, secret } = await subscribed()
    const [eventId] = await service.publish(actor.companyId)
    await deliverAll(actor)
    const [original] = await deliveriesOf(actor, endpoint.id)

    const replay = await webhooks.replayDelivery(actor, original?.id ?? '')
    expect(replay).toMatchObject({ state: 'PENDING', eventId, replayOf: original?.id })
    await deliverAll(actor)

    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers).toMatchObject({ 'webhook-id': eventId, 'webhook-replay': 'true' })
    expect(second && verified(second, secret)).toMatchObject({ id: eventId })
    const { attempts } = await webhooks.getDelivery(actor, replay.id)
    expect(attempts).toMatchObject([{ n: 1, trigger: 'MANUAL' }])
  })

  it('happens once for simultaneous requests', async () => {
    const { actor, endpoint } = await subscribed()
    await service.publish(actor.companyId)
    await deliverAll(actor)
    const [original] = await deliveriesOf(actor, endpoint.id)

    const replays = await Promise.all(
      [1, 2, 3, 4].map(() => webhooks.replayDelivery(actor, original?.id ?? '')),
    )

    expect(new Set(replays.map(({ id }) => id)).size).toBe(1)
    expect(await deliveriesOf(actor, endpoint.id)).toHaveLength(2)
  })

  it('can follow a finished replay, as a chain', async () => {
    const { actor, endpoint } = await subscribed()
    await service.publish(actor.companyId)
    await deliverAll(actor)
    const [original] = await deliveriesOf(actor, endpoint.id)
    const first = await webhooks.replayDelivery(actor, original?.id ?? '')
    await deliverAll(actor)
    service.advance(1)
    const second = await webhooks.replayDelivery(actor, original?.id ?? '')

    expect(second).toMatchObject({ replayOf: first.id, state: 'PENDING' })
  })

  it('finds it by the event id that the receiver got, and repeats one answer', async () => {
    const { actor, endpoint } = await subscribed()
    const [eventId = ''] = await service.publish(actor.companyId)
    await deliverAll(actor)
    const [original] = await deliveriesOf(actor, endpoint.id)
    expect(receiver.received.at(-1)?.headers['x-service-delivery']).toBe(eventId)
    expect((await webhooks.getDelivery(actor, eventId)).delivery.id).toBe(original?.id)

    service.advance(1)
    const replay = await webhooks.replayDelivery(actor, eventId)
    expect(replay).toMatchObject({ eventId, replayOf: original?.id })
    expect((await webhooks.replayDelivery(actor, eventId)).id).toBe(replay.id)
    expect((await webhooks.getDelivery(actor, eventId)).delivery.id).toBe(replay.id)
    const listed = await webhooks.listDeliveries(actor, endpoint.id, { eventId }, { limit: 10 })
    expect(listed.map(({ id }) => id)).toEqual([replay.id, original?.id])
    await service.publish(actor.companyId)
    const again = await webhooks.listDeliveries(actor, endpoint.id, { eventId }, { limit: 10 })
    expect(again).toHaveLength(2)
  })

  it('asks for the subscription when several got the event', async () => {
    const { actor, endpoint } = await subscribed()
    const { endpoint: other } = await aWebhook(webhooks, actor, { url: receiver.url })
    const [eventId = ''] = await service.publish(actor.companyId)
    await deliverAll(actor)

    const refusal = await webhooks.replayDelivery(actor, eventId).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'webhooks.delivery_ambiguous', status: 409 })
    const named = refusal.details.deliveries.map(
      ({ webhookId }: { webhookId: string }) => webhookId,
    )
    expect(named.sort()).toEqual([endpoint.id, other.id].sort())
    const { delivery } = await webhooks.getDelivery(actor, eventId, other.id)
    expect(delivery.endpointId).toBe(other.id)
    await webhooks.delete(actor, endpoint.id)
    expect(await webhooks.replayDelivery(actor, eventId)).toMatchObject({ endpointId: other.id })

    const stranger = aWebhookManager('co_stranger')
    await expect(webhooks.getDelivery(stranger, eventId)).rejects.toMatchObject({
      code: 'webhooks.delivery_not_found',
    })
  })

  it('is refused while the delivery itself still waits', async () => {
    const { actor, endpoint } = await subscribed()
    await service.publish(actor.companyId)
    const [waiting] = await deliveriesOf(actor, endpoint.id)

    await expect(webhooks.replayDelivery(actor, waiting?.id ?? '')).rejects.toMatchObject({
      code: 'webhooks.delivery_not_finished',
      status: 409,
    })
  })

  it("finds nothing of another company's", async () => {
    const { actor, endpoint } = await subscribed()
    await service.publish(actor.companyId)
    await deliverAll(actor)
    const [delivery] = await deliveriesOf(actor, endpoint.id)
    const stranger = aWebhookManager('co_stranger')

    const refusal = { code: 'webhooks.delivery_not_found', status: 404 }
    const id = delivery?.id ?? ''
    await expect(webhooks.getDelivery(stranger, id)).rejects.toMatchObject(refusal)
    await expect(webhooks.replayDelivery(stranger, id)).rejects.toMatchObject(refusal)
    expect(await deliveriesOf(actor, endpoint.id)).toHaveLength(1)
  })
})

describe('replaying a window', () => {
  it('counts first, then sends undelivered events once', async () => {
    const { actor, endpoint } = await subscribed()
    const since = service.deps.now()
    receiver.answers({ status: 500 })
    const lost = await service.publish(actor.companyId, OrderCreated, 3)
    await exhaust(actor)
    receiver.answers({ status: 204 })
    await service.publish(actor.companyId, OrderShipped, 2)
    await deliverAll(actor)
    const input = window({ since })

    expect(await replay(actor, endpoint.id, { ...input, preview: true })).toMatchObject({
      matched: 3,
      replayed: 0,
    })
    expect(await replay(actor, endpoint.id, input)).toMatchObject({ matched: 3, replayed: 3 })
    expect(await replay(actor, endpoint.id, input)).toMatchObject({ matched: 0, replayed: 0 })

    receiver.received.length = 0
    await deliverAll(actor)
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      lost.sort(),
    )
  })

  it('is filtered by time, kind and state', async () => {
    const { actor, endpoint } = await subscribed()
    const begin = service.deps.now()
    await service.publish(actor.companyId, OrderCreated)
    service.advance(minutesMs(10))
    await service.publish(actor.companyId, OrderShipped)
    await deliverAll(actor)
    const count = (over: Partial<ReplayWindowInput>) =>
      replay(actor, endpoint.id, window({ since: begin, preview: true, ...over }))

    expect(await count({})).toMatchObject({ matched: 0 })
    expect(await count({ state: 'SUCCEEDED' })).toMatchObject({ matched: 2 })
    expect(await count({ state: 'SUCCEEDED', events: ['order.shipped'] })).toMatchObject({
      matched: 1,
    })
    expect(await count({ state: 'SUCCEEDED', events: ['order.*'] })).toMatchObject({ matched: 2 })
    const until = after(begin, minutesMs(5))
    expect(await count({ state: 'SUCCEEDED', until })).toMatchObject({ matched: 1 })
    expect(await count({ state: 'SUCCEEDED', since: until })).toMatchObject({ matched: 1 })
  })

  it('refuses a window that ends before it begins, and unknown kinds', async () => {
    const { actor, endpoint } = await subscribed()
    const now = service.deps.now()

    await expect(
      replay(actor, endpoint.id, window({ since: now, until: after(now, -1) })),
    ).rejects.toMatchObject({ code: 'webhooks.window_invalid', status: 400 })
    await expect(
      replay(actor, endpoint.id, window({ since: after(now, -1), events: ['order.none'] })),
    ).rejects.toMatchObject({ code: 'webhooks.event_kind_unknown' })
  })
})

describe('replaying missing events', () => {
  it('counts up to a limit and says that there may be more, in the preview and the record', async () => {
    count += 1
    const actor = aWebhookManager(`co_missing_${count}`)
    const wishes = { url: receiver.url, events: ['order.created'] }
    const first = await aWebhook(webhooks, actor, wishes)
    const since = service.deps.now()
    await service.publish(actor.companyId, OrderCreated, 1_001)
    await webhooks.delete(actor, first.endpoint.id)
    service.advance(minutesMs(1))
    const { endpoint } = await aWebhook(webhooks, actor, wishes)

    const atLeast = { matched: 1_000, matchedIsLowerBound: true }
    const input = window({ since, missing: true })
    expect(await replay(actor, endpoint.id, { ...input, preview: true })).toMatchObject(atLeast)
    const { replay: begun } = await replay(actor, endpoint.id, input)
    expect(begun && viewReplay(begun)).toMatchObject(atLeast)
    await webhooks.delete(actor, endpoint.id)
  })

  it('records what the subscription names and never got, once', async () => {
    count += 1
    const actor = aWebhookManager(`co_missing_${count}`)
    const first = await aWebhook(webhooks, actor, { url: 'http://127.0.0.1:9/', events: ['*'] })
    const since = service.deps.now()
    const before = await service.publish(actor.companyId, OrderCreated, 3)
    await service.publish(actor.companyId, OrderShipped, 2)
    service.advance(minutesMs(1))
    const { endpoint } = await aWebhook(webhooks, actor, {
      url: receiver.url,
      events: ['order.created'],
    })
    await service.publish(actor.companyId, OrderCreated)
    await deliverAll(actor)
    receiver.received.length = 0

    const input = window({ since, missing: true })
    const preview = await replay(actor, endpoint.id, { ...input, preview: true })
    expect(preview).toEqual({ matched: 3, matchedIsLowerBound: false, replayed: 0 })
    expect(await replay(actor, endpoint.id, input)).toMatchObject({ matched: 3, replayed: 3 })
    expect(await replay(actor, endpoint.id, input)).toMatchObject({ matched: 0, replayed: 0 })
    expect(await replay(actor, first.endpoint.id, input)).toMatchObject({ matched: 0, replayed: 0 })

    await deliverAll(actor)
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      before.sort(),
    )
    for (const { body } of receiver.received) expect(JSON.parse(body)).toHaveProperty('sequence')
    expect(await deliveriesOf(actor, endpoint.id)).toHaveLength(4)
    await webhooks.delete(actor, first.endpoint.id)
  })
})

describe('the figures for operators', () => {
  it('are current', async () => {
    const { actor, endpoint } = await subscribed()
    const before = await webhooks.metrics()
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId, OrderCreated, 2)
    await exhaust(actor)
    await service.publish(actor.companyId, OrderCreated, 1)
    service.advance(minutesMs(2))
    const during = await webhooks.metrics()

    expect(during.exhausted - before.exhausted).toBe(2)
    expect(during.pending - before.pending).toBe(1)
    expect(during.oldestDueAgeSeconds).toBeGreaterThanOrEqual(120)
    expect(during.attempts24h).toBeGreaterThan(0)

    await webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    const input = window({ since: after(service.deps.now(), -hoursMs(300)) })
    await replay(actor, endpoint.id, input)
    const afterwards = await webhooks.metrics()
    expect(afterwards.held - before.held).toBe(3)
    expect(afterwards.exhausted).toBe(before.exhausted)
  })
})

type Manager = ReturnType<typeof aWebhookManager>

async function subscribed() {
  count += 1
  const actor = aWebhookManager(`co_replay_${count}`)
  return { actor, ...(await aWebhook(webhooks, actor, { url: receiver.url })) }
}

function window(over: Partial<ReplayWindowInput>): ReplayWindowInput {
  const since = after(service.deps.now(), -hoursMs(1))
  return { since, until: undefined, events: undefined, state: undefined, preview: false, ...over }
}

function replay(actor: Manager, endpointId: string, input: ReplayWindowInput) {
  return webhooks.replayWindow(actor, endpointId, input)
}

function deliverAll({ companyId }: ReturnType<typeof aWebhookManager>): Promise<void> {
  return service.deliver(delivering, companyId)
}

/** All ten attempts of whatever is due; they fail within the 120 hours, so that the endpoint stays in use. */
async function exhaust(actor: Manager): Promise<void> {
  for (const hours of [0, 1, 1, 1, 3, 6, 11, 15, 21, 25]) {
    service.advance(hoursMs(hours))
    await deliverAll(actor)
  }
}

async function deliveriesOf(actor: Manager, endpointId: string) {
  return webhooks.listDeliveries(actor, endpointId, {}, { limit: 100 })
}
