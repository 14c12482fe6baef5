import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { after, hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aReceiver, aWebhook, aWebhookManager, type Receiver } from '#testing/webhooks'
import { createDelivering, type Delivering } from '../deliveries/delivering.ts'
import { keepHouse } from '../deliveries/housekeeping.ts'
import { startProbes } from './breaker-store.ts'

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

describe('a receiver that fails most deliveries', () => {
  it('is paused by every process, and its deliveries are held', async () => {
    const { actor, endpoint } = await broken()
    expect(receiver.received).toHaveLength(12)
    await service.publish(actor.companyId, OrderCreated, 3)
    service.advance(secondsMs(10))
    await deliverAll(actor)
    await service.deliver(createDelivering(service.deps), actor.companyId)

    expect(receiver.received).toHaveLength(12)
    expect(await statesOf(actor, endpoint.id)).toEqual(new Set(['HELD']))
    const { health, state } = (await webhooks.get(actor, endpoint.id)).endpoint
    expect(state).toBe('ACTIVE')
    expect(health.breakerOpenUntil).toBeInstanceOf(Date)
    expect((await webhooks.metrics()).breakersOpen).toBeGreaterThanOrEqual(1)
  })

  it('gets one trial delivery every 30 seconds from all processes together', async () => {
    const { actor } = await broken()
    service.advance(secondsMs(10))
    await deliverAll(actor)
    for (let round = 1; round <= 3; round += 1) {
      service.advance(secondsMs(31))
      await Promise.all([housekeeping(), housekeeping(), housekeeping()])
      await deliverAll(actor)
      expect(receiver.received).toHaveLength(12 + round)
      service.advance(secondsMs(10))
      await housekeeping()
      await deliverAll(actor)
      expect(receiver.received).toHaveLength(12 + round)
    }
  })

  it('is not tried a second time by the first retry of the trial', async () => {
    const { actor, endpoint } = await broken()
    await service.publish(actor.companyId, OrderCreated, 3)
    service.advance(secondsMs(31))
    await housekeeping()
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(13)
    const tried = (await deliveriesOf(actor, endpoint.id)).filter(
      ({ state }) => state === 'RETRYING',
    )
    expect(tried).toMatchObject([{ attempts: 1 }])

    service.advance(secondsMs(10))
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(13)
    expect(await statesOf(actor, endpoint.id)).toEqual(new Set(['HELD']))
  })

  it('gets the next event at once when no delivery is left for a trial', async () => {
    const { actor, endpoint } = await broken()
    await sql`
      update webhooks.deliveries set state = 'EXHAUSTED', finished_at = ${service.deps.now()}
      where company_id = ${actor.companyId}
    `.execute(service.database.pool)
    service.advance(secondsMs(31))
    await housekeeping()
    const { health } = (await webhooks.get(actor, endpoint.id)).endpoint
    expect(health.breakerOpenUntil).toBe(undefined)

    await service.publish(actor.companyId)
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(13)
    expect(health.failures).toBe(12)
  })

  it('is tried even when many other endpoints have nothing to send', async () => {
    const idle = await broken()
    const { actor } = await broken()
    await service.publish(actor.companyId)
    const { pool } = service.database
    await sql`
      update webhooks.deliveries set available_at = ${after(service.deps.now(), hoursMs(1))}
      where company_id = ${idle.actor.companyId}
    `.execute(pool)
    await sql`
      update webhooks.endpoints set breaker_open_until = '2000-01-01' where company_id = ${idle.actor.companyId}
    `.execute(pool)
    service.advance(secondsMs(31))
    const now = service.deps.now()
    const { breakersOpen } = await webhooks.metrics()
    for (let look = 0; look < breakersOpen; look += 1) {
      await startProbes(pool, now, after(now, secondsMs(30)), 1)
    }
    receiver.received.length = 0
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(1)
    expect(
      (await webhooks.get(idle.actor, idle.endpoint.id)).endpoint.health.breakerOpenUntil,
    ).toEqual(after(now, secondsMs(30)))
  })

  it('gets everything after a successful trial, with the attempts made', async () => {
    const { actor, endpoint, ids } = await broken()
    const later = await service.publish(actor.companyId, OrderCreated, 2)
    service.advance(secondsMs(10))
    await deliverAll(actor)
    receiver.answers({ status: 204 })
    receiver.received.length = 0
    service.advance(secondsMs(31))
    await housekeeping()
    await deliverAll(actor)

    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      [...ids, ...later].sort(),
    )
    const deliveries = await deliveriesOf(actor, endpoint.id)
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['SUCCEEDED']))
    expect(deliveries.filter(({ attempts }) => attempts === 2)).toHaveLength(12)
    expect((await webhooks.get(actor, endpoint.id)).endpoint.health.breakerOpenUntil).toBe(
      undefined,
    )
  })

  it.each([
    ['it has answered a third of it', 4, 8],
    ['it is not enough to say so', 0, 9],
  ])('is not paused while %s', async (_why, good, bad) => {
    const { actor, endpoint } = await subscribed()
    await service.publish(actor.companyId, OrderCreated, good)
    await deliverAll(actor)
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId, OrderCreated, bad)
    await deliverAll(actor)
    expect((await webhooks.get(actor, endpoint.id)).endpoint.health.breakerOpenUntil).toBe(
      undefined,
    )

    service.advance(minutesMs(6))
    await deliverAll(actor)
    expect((await webhooks.get(actor, endpoint.id)).endpoint.health.failures).toBe(2 * bad)
  })

  it('still gets a test event, and is back when that succeeds', async () => {
    const { actor, endpoint } = await broken()
    receiver.answers({ status: 204 })
    receiver.received.length = 0
    const eventId = await webhooks.sendTest(actor, endpoint.id)
    await service.dispatcher.drain()
    await deliverAll(actor)
    expect(receiver.received[0]?.headers).toMatchObject({ 'webhook-id': eventId })
    service.advance(secondsMs(10))
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(13)
  })

  it.each([
    ['enabled', (actor: Manager, id: string) => webhooks.enable(actor, id)],
    [
      'given another address',
      (actor: Manager, id: string) => webhooks.change(actor, id, { url: `${receiver.url}/new` }),
    ],
  ])('is tried at once when it is %s', async (_what, change) => {
    const { actor, endpoint } = await broken()
    service.advance(secondsMs(10))
    await deliverAll(actor)
    receiver.answers({ status: 204 })
    receiver.received.length = 0
    await change(actor, endpoint.id)
    await housekeeping()
    await deliverAll(actor)
    expect(receiver.received).toHaveLength(12)
  })
})

describe('the company of a failing receiver', () => {
  it('is notified at 50, 70 and 90 % of the way to disabling, once each, and at the end', async () => {
    const { actor, endpoint } = await subscribed()
    receiver.answers({ status: 500 })
    await service.publish(actor.companyId, OrderCreated, 2)
    const notices: (readonly [number, number])[] = []
    for (let hours = 0; hours <= 132; hours += 12) {
      await service.publish(actor.companyId)
      await deliverAll(actor)
      service.advance(minutesMs(6))
      await housekeeping()
      await deliverAll(actor)
      const { health, state } = (await webhooks.get(actor, endpoint.id)).endpoint
      const percent = state === 'DISABLED' ? 100 : health.warnedPercent
      if (percent !== (notices.at(-1)?.[0] ?? 0)) notices.push([percent, hours])
      service.advance(hoursMs(12) - minutesMs(6))
    }
    expect(notices.map(([percent]) => percent)).toEqual([50, 70, 90, 100])
    expect(notices[0]?.[1]).toBeGreaterThanOrEqual(60)
    expect(await mailsTo(`admin@${actor.companyId}.example`)).toEqual([
      'The webhook "ERP" fails',
      'The webhook "ERP" fails',
      'The webhook "ERP" fails',
      'The webhook "ERP" was disabled',
    ])
    const { rows } = await sql<{ details: object }>`
      select details from platform.audit_entries
      where company_id = ${actor.companyId} and action = 'webhooks.endpoint_failing_announced' order by id
    `.execute(service.database.pool)
    expect(rows).toMatchObject([50, 70, 90].map((percent) => ({ details: { percent } })))
  })

  it('is notified again after a success', async () => {
    const { actor, endpoint } = await subscribed()
    const percent = async () =>
      (await webhooks.get(actor, endpoint.id)).endpoint.health.warnedPercent
    const failFor = async (hours: number) => {
      receiver.answers({ status: 500 })
      await service.publish(actor.companyId, OrderCreated, 5)
      await deliverAll(actor)
      service.advance(hoursMs(hours))
      await deliverAll(actor)
    }
    await failFor(70)
    expect(await percent()).toBe(50)
    receiver.answers({ status: 204 })
    service.advance(hoursMs(1))
    await deliverAll(actor)
    expect(await percent()).toBe(0)
    await failFor(70)
    expect(await percent()).toBe(50)
  })
})

type Manager = ReturnType<typeof aWebhookManager>

async function subscribed() {
  count += 1
  const actor = aWebhookManager(`co_breaker_${count}`)
  return { actor, ...(await aWebhook(webhooks, actor, { url: receiver.url })) }
}

/** Twelve deliveries have failed once each. */
async function broken() {
  const known = await subscribed()
  receiver.answers({ status: 500 })
  const before = receiver.received.length
  const ids = await service.publish(known.actor.companyId, OrderCreated, 12)
  while (receiver.received.length < before + 12) await deliverAll(known.actor)
  return { ...known, ids }
}

function deliverAll({ companyId }: Manager): Promise<void> {
  return service.deliver(delivering, companyId)
}

function housekeeping(): Promise<void> {
  return keepHouse({ ...service.deps, retentionDays: 30 }, service.deps.now())
}

function deliveriesOf(actor: Manager, endpointId: string) {
  return webhooks.listDeliveries(actor, endpointId, {}, { limit: 100 })
}

async function statesOf(actor: Manager, endpointId: string) {
  return new Set((await deliveriesOf(actor, endpointId)).map(({ state }) => state))
}

async function mailsTo(address: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select payload->>'subject' as subject from platform.jobs
    where name = 'platform.send_mail' and payload->>'to' = ${address} order by created_at, id
  `.execute(service.database.pool)
  return rows.map(({ subject }) => subject)
}
