import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minutesMs, secondsMs } from '#kernel/time'
import { createClaimer, finish, leaseFor } from '#platform/leases'
import { OrderCreated, OrderShipped, useWebhookService } from '#testing/webhook-service'
import { aReceiver, aWebhook, aWebhookManager, type Receiver } from '#testing/webhooks'
import { createDelivering } from './delivering.ts'
import { deliveryQueue } from './delivery.ts'
import { keepHouse } from './housekeeping.ts'
import { recordAndMoveUp } from './line.ts'
import { claimDeliveries, readDispatches } from './queue-store.ts'

let receiver: Receiver
let count = 0
const service = await useWebhookService()

beforeEach(async () => {
  receiver = await aReceiver()
})
afterEach(() => receiver.close())

describe('an endpoint with ordered delivery', () => {
  it('gets the events of an entity in the order of the log, whichever worker sends', async () => {
    const { actor } = await subscribed({ ordered: true })
    receiver.answers({ delayMs: 2 })
    // Five orders with eight events each, all at one moment: only the log knows which is first.
    for (let n = 0; n < 8; n += 1) await service.publish(actor.companyId, OrderCreated, 5)

    const workers = [createDelivering(service.deps), createDelivering(service.deps)]
    await deliverWith(workers, actor.companyId)

    const arrived = linesOf(receiver)
    expect([...arrived.keys()].sort()).toEqual(['ord_1', 'ord_2', 'ord_3', 'ord_4', 'ord_5'])
    for (const sequences of arrived.values()) {
      expect(sequences).toHaveLength(8)
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    }
  })

  it('blocks an entity while its first event is retried, and continues with other entities', async () => {
    const { actor, endpoint } = await subscribed({ ordered: true })
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId, OrderCreated, 1)
    await deliverAll(actor.companyId)
    receiver.answers({ status: 204 })
    await service.publish(actor.companyId, OrderShipped, 2)
    await deliverAll(actor.companyId)

    const types = () => receiver.received.map(({ headers }) => headers['x-service-event'])
    expect(types()).toEqual(['order.created', 'order.shipped'])
    expect(linesOf(receiver).get('ord_2')).toEqual([3])
    const states = (await deliveriesOf(actor, endpoint.id)).map(({ state, attempts }) => ({
      state,
      attempts,
    }))
    expect(states).toContainEqual({ state: 'PENDING', attempts: 0 })

    service.advance(secondsMs(10))
    await deliverAll(actor.companyId)
    expect(linesOf(receiver).get('ord_1')).toEqual([1, 1, 2])
  })

  it('continues after the last attempt of the first event', async () => {
    const { actor, endpoint } = await subscribed({ ordered: true })
    await service.publish(actor.companyId, OrderCreated)
    await service.publish(actor.companyId, OrderShipped)
    await sql`
      update webhooks.deliveries set attempts = 9
      where company_id = ${actor.companyId} and event_type = 'order.created'
    `.execute(service.database.pool)
    receiver.answers({ status: 500 })
    const worker = createDelivering(service.deps)
    await worker.turn()
    // The line goes on right after the end of its first is written.
    await worker.settled()
    expect(await statesOf(actor, endpoint.id)).toEqual(['EXHAUSTED', 'PENDING'])

    receiver.answers({ status: 204 })
    await deliverAll(actor.companyId)
    expect(linesOf(receiver).get('ord_1')).toEqual([1, 2])
  })

  it('keeps the order when the worker with the first event dies', async () => {
    const { actor, endpoint } = await subscribed({ ordered: true })
    await service.publish(actor.companyId, OrderCreated)
    const now = service.deps.now()
    const lease = leaseFor(deliveryQueue, now)
    // Claimed by a worker that ended right then: nobody sends it before its lease is over.
    await service.database.transaction((tx) =>
      claimDeliveries(tx, createClaimer(deliveryQueue), lease, now, 1),
    )
    await service.publish(actor.companyId, OrderShipped)
    const workers = [createDelivering(service.deps), createDelivering(service.deps)]
    for (const worker of workers) {
      await worker.turn()
      await worker.settled()
    }
    expect(receiver.received).toEqual([])
    expect(await statesOf(actor, endpoint.id)).toEqual(['LEASED', 'PENDING'])

    service.advance(minutesMs(2))
    await keepHouse({ ...service.deps, retentionDays: 30 }, service.deps.now())
    await deliverWith(workers, actor.companyId)
    expect(linesOf(receiver).get('ord_1')).toEqual([1, 2])
  })

  it.each([
    { had: 'more than its first', claimed: 2, attempts: 1, arriving: [1, 2, 3] },
    { had: 'the last attempt of its first', claimed: 1, attempts: 10, arriving: [2, 3] },
  ])('continues at once when the lease of a dead worker with $had expires', async (worker) => {
    const { actor } = await subscribed({ ordered: true })
    const kinds = [OrderCreated, OrderShipped]
    for (const kind of kinds.slice(0, worker.claimed)) await service.publish(actor.companyId, kind)
    const now = service.deps.now()
    const lease = leaseFor(deliveryQueue, now)
    await service.database.transaction((tx) =>
      claimDeliveries(tx, createClaimer(deliveryQueue), lease, now, worker.claimed),
    )
    for (const kind of kinds.slice(worker.claimed)) await service.publish(actor.companyId, kind)
    await sql`
      update webhooks.deliveries set attempts = ${worker.attempts}
      where company_id = ${actor.companyId} and state = 'LEASED'
    `.execute(service.database.pool)
    await service.publish(actor.companyId, OrderShipped)
    // Late in the lease: whoever looks now finds others ahead, and means to look again after it.
    service.advance(secondsMs(80))
    await createDelivering(service.deps).turn()
    expect(receiver.received).toEqual([])

    service.advance(secondsMs(11))
    const over = service.deps.now()
    await keepHouse({ ...service.deps, retentionDays: 30 }, over)
    await deliverAll(actor.companyId)
    expect(linesOf(receiver).get('ord_1')).toEqual(worker.arriving)
    // Less than after which those in line look by themselves.
    expect(service.deps.now().getTime() - over.getTime()).toBeLessThan(secondsMs(5))
  })

  it('holds all events of an entity while it is paused, and sends them in order afterwards', async () => {
    const { actor, endpoint } = await subscribed({ ordered: true })
    await service.webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    for (const kind of [OrderCreated, OrderShipped, OrderCreated]) {
      await service.publish(actor.companyId, kind)
    }
    expect(await statesOf(actor, endpoint.id)).toEqual(['HELD', 'HELD', 'HELD'])
    await service.webhooks.change(actor, endpoint.id, { state: 'ACTIVE' })
    await deliverAll(actor.companyId)
    // The first event of the company tells of the pause.
    expect(linesOf(receiver).get('ord_1')).toEqual([2, 3, 4])
  })

  it('is tried with an unblocked event while most deliveries fail', async () => {
    const { actor } = await subscribed({ ordered: true })
    receiver.answers({ status: 500 })
    for (let n = 0; n < 3; n += 1) await service.publish(actor.companyId, OrderCreated)
    await service.publish(actor.companyId, OrderShipped, 12)
    await deliverAll(actor.companyId)
    service.advance(secondsMs(10))
    await deliverAll(actor.companyId)
    // The first of one line is to be tried again much later, and the oldest that are held stand behind it.
    const later = new Date(service.deps.now().getTime() + minutesMs(600))
    const { numAffectedRows } = await sql`
      update webhooks.deliveries set state = 'RETRYING', available_at = ${later}
      where company_id = ${actor.companyId} and fifo_key = 'order/ord_1' and attempts > 0
    `.execute(service.database.pool)
    expect(numAffectedRows).toBe(1n)
    receiver.answers({ status: 204 })
    receiver.received.length = 0
    service.advance(secondsMs(31))
    await keepHouse({ ...service.deps, retentionDays: 30 }, service.deps.now())
    await deliverAll(actor.companyId)

    // One has shown that the receiver is back, and all go out but those behind the one that waits.
    expect(linesOf(receiver).size).toBe(11)
    expect(linesOf(receiver).has('ord_1')).toBe(false)
  })

  it('finds the next due event in the transaction that ends the previous one', async () => {
    const { actor, endpoint } = await subscribed({ ordered: true })
    await service.publish(actor.companyId, OrderCreated)
    service.advance(1)
    await service.publish(actor.companyId, OrderShipped)
    const now = service.deps.now()
    const { database } = service
    const lease = leaseFor(deliveryQueue, now)
    const claimed = await database.transaction((tx) =>
      claimDeliveries(tx, createClaimer(deliveryQueue), lease, now, 1),
    )
    const over = await readDispatches(database.pool, claimed, lease, now)
    // Another worker has looked whose turn it is, and means to look again much later.
    await createDelivering(service.deps).turn()
    const record = () =>
      recordAndMoveUp(database, over, now, (conn) =>
        finish(conn, deliveryQueue, lease, over.map(toKey), { state: 'SUCCEEDED' }),
      )

    expect(await record()).toEqual({ recorded: 1, again: [] })
    const next = await deliveriesOf(actor, endpoint.id)
    expect(next).toContainEqual(expect.objectContaining({ state: 'PENDING', availableAt: now }))

    // One that another worker has in hand is worker of, because it may be put back after this.
    await database.transaction((tx) =>
      claimDeliveries(tx, createClaimer(deliveryQueue), leaseFor(deliveryQueue, now), now, 1),
    )
    expect(await record()).toMatchObject({ recorded: 0, again: over })
  })

  it('can be switched on later, from the next event on', async () => {
    const { actor, endpoint } = await subscribed({})
    expect(endpoint.ordered).toBe(false)
    const changed = await service.webhooks.change(actor, endpoint.id, { ordered: true })
    expect(changed.ordered).toBe(true)
    await service.publish(actor.companyId, OrderCreated)
    const { rows } = await sql<{ fifo_key: string; event_sequence: number }>`
      select fifo_key, event_sequence from webhooks.deliveries where company_id = ${actor.companyId}
    `.execute(service.database.pool)
    expect(rows).toEqual([{ fifo_key: 'order/ord_1', event_sequence: 1 }])
  })
})

const toKey = ({ companyId, id }: { companyId: string; id: string }) => ({
  company_id: companyId,
  id,
})

type Manager = ReturnType<typeof aWebhookManager>

async function subscribed(wishes: Parameters<typeof aWebhook>[2]) {
  count += 1
  const actor = aWebhookManager(`co_ordered_${count}`)
  return { actor, ...(await aWebhook(service.webhooks, actor, { url: receiver.url, ...wishes })) }
}

function deliverAll(companyId: string): Promise<void> {
  return service.deliver(createDelivering(service.deps), companyId)
}

/** Several workers that look at the same moment. */
function deliverWith(workers: ReturnType<typeof createDelivering>[], companyId: string) {
  return service.deliver(
    {
      turn: async () => {
        const done = await Promise.all(workers.map((worker) => worker.turn()))
        return done.reduce((sum, n) => sum + n, 0)
      },
      settled: async () => void (await Promise.all(workers.map((worker) => worker.settled()))),
    },
    companyId,
  )
}

/** The numbers that arrived of each entity, as they arrived. */
function linesOf({ received }: Receiver): Map<string, number[]> {
  const lines = new Map<string, number[]>()
  for (const { body } of received) {
    const { entity, sequence } = JSON.parse(body)
    lines.set(entity.id, [...(lines.get(entity.id) ?? []), sequence])
  }
  return lines
}

function deliveriesOf(actor: Manager, endpointId: string) {
  return service.webhooks.listDeliveries(actor, endpointId, {}, { limit: 100 })
}

async function statesOf(actor: Manager, endpointId: string): Promise<string[]> {
  return (await deliveriesOf(actor, endpointId)).map(({ state }) => state).sort()
}
