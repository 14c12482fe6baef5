import { describe, expect, it } from 'vitest'
import { findEvents } from '#platform/outbox'
import {
  OrderCreated,
  OrderIndexed,
  OrderShipped,
  TicketCreated,
  useWebhookService,
} from '#testing/webhook-service'
import { aWebhook, aWebhookManager } from '#testing/webhooks'

const service = await useWebhookService()
const webhooks = service.webhooks

describe('an event', () => {
  it.each([
    [['*'], ['order.created', 'order.shipped', 'support.ticket.created']],
    [['order.*'], ['order.created', 'order.shipped']],
    [['support.*'], ['support.ticket.created']],
    [['support.ticket.*'], ['support.ticket.created']],
    [['order.created'], ['order.created']],
    [
      ['order.*', 'order.created'],
      ['order.created', 'order.shipped'],
    ],
  ])('reaches the subscriptions to %s', async (events, expected) => {
    const actor = aWebhookManager(`co_${events.join('_').replaceAll(/[^a-z_]/g, 'x')}`)
    const { endpoint } = await aWebhook(webhooks, actor, { events })
    for (const kind of [OrderCreated, OrderShipped, TicketCreated, OrderIndexed]) {
      await service.publish(actor.companyId, kind)
    }

    const deliveries = await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 100 })
    expect(deliveries.map(({ eventType }) => eventType).sort()).toEqual(expected)
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['PENDING']))
  })

  it('reaches every subscription of its company and none of another', async () => {
    const [own, other] = [aWebhookManager('co_own'), aWebhookManager('co_other')]
    const first = await aWebhook(webhooks, own)
    const second = await aWebhook(webhooks, own)
    const foreign = await aWebhook(webhooks, other)
    await service.publish('co_own', OrderCreated, 3)

    expect(await countOf(own, first.endpoint.id)).toBe(3)
    expect(await countOf(own, second.endpoint.id)).toBe(3)
    expect(await countOf(other, foreign.endpoint.id)).toBe(0)
  })

  it('that is recorded twice adds nothing the second time', async () => {
    const actor = aWebhookManager('co_twice')
    const { endpoint } = await aWebhook(webhooks, actor)
    const ids = await service.publish('co_twice', OrderCreated, 2)
    const before = await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 100 })

    const events = await findEvents(service.database.pool, 'co_twice', ids)
    await service.database.transaction(async (tx) => {
      for (const { record } of webhooks.subscriptions) await record(tx, events)
    })

    expect(await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 100 })).toEqual(before)
    expect(before).toHaveLength(2)
  })

  it('about a paused or resumed subscription goes to the other ones', async () => {
    const actor = aWebhookManager('co_states')
    const own = await aWebhook(webhooks, actor, { events: ['webhook.*'] })
    const other = await aWebhook(webhooks, actor, { events: ['webhook.paused'] })
    await webhooks.change(actor, own.endpoint.id, { state: 'PAUSED' })
    await webhooks.change(actor, own.endpoint.id, { state: 'ACTIVE' })
    await service.dispatcher.drain()
    expect(await countOf(actor, own.endpoint.id)).toBe(0)
    const sent = await webhooks.listDeliveries(actor, other.endpoint.id, {}, { limit: 10 })
    expect(sent).toMatchObject([{ eventType: 'webhook.paused', state: 'PENDING' }])
  })

  it('is held for a paused subscription, and released with it', async () => {
    const actor = aWebhookManager('co_held')
    const { endpoint } = await aWebhook(webhooks, actor)
    await service.publish('co_held', OrderCreated)
    await webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    await service.publish('co_held', OrderShipped)

    expect(await statesOf(actor, endpoint.id)).toEqual(['HELD', 'HELD'])
    expect(await webhooks.get(actor, endpoint.id)).toMatchObject({ held: 2 })

    await webhooks.change(actor, endpoint.id, { state: 'ACTIVE' })
    expect(await statesOf(actor, endpoint.id)).toEqual(['PENDING', 'PENDING'])
  })

  it('does not reach a deleted subscription, and its waiting deliveries are cancelled', async () => {
    const actor = aWebhookManager('co_deleted')
    const { endpoint } = await aWebhook(webhooks, actor)
    await service.publish('co_deleted', OrderCreated)
    const [waiting] = await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 1 })
    await webhooks.delete(actor, endpoint.id)
    await service.publish('co_deleted', OrderCreated)

    const { delivery } = await webhooks.getDelivery(actor, waiting?.id ?? '')
    expect(delivery).toMatchObject({ state: 'CANCELLED' })
    expect(delivery.finishedAt).toBeDefined()
  })
})

describe('a test event', () => {
  it('goes to its one subscription, whatever kinds are subscribed', async () => {
    const actor = aWebhookManager('co_test')
    const tried = await aWebhook(webhooks, actor, { events: ['order.created'] })
    const everything = await aWebhook(webhooks, actor, { events: ['*'] })

    const eventId = await webhooks.sendTest(actor, tried.endpoint.id)
    await service.dispatcher.drain()

    const deliveries = await webhooks.listDeliveries(actor, tried.endpoint.id, {}, { limit: 10 })
    expect(deliveries).toMatchObject([{ eventId, eventType: 'webhook.test', state: 'PENDING' }])
    expect(await countOf(actor, everything.endpoint.id)).toBe(0)
  })
})

type Manager = ReturnType<typeof aWebhookManager>

async function statesOf(actor: Manager, endpointId: string) {
  const deliveries = await webhooks.listDeliveries(actor, endpointId, {}, { limit: 100 })
  return deliveries.map(({ state }) => state)
}

async function countOf(actor: Manager, endpointId: string) {
  return (await statesOf(actor, endpointId)).length
}
