import { describe, expect, it } from 'vitest'
import { daysMs, hoursMs } from '#kernel/time'
import { sql } from '#platform/db'
import { eventPartitions } from '#platform/outbox'
import { keepPartitions } from '#platform/partitions'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager, useReceiver } from '#testing/webhooks'
import { webhooksPartitions } from '../index.ts'
import { createDelivering } from './delivering.ts'
import { keepHouse } from './housekeeping.ts'

const retentionDays = 5
const tables = [...webhooksPartitions(retentionDays), eventPartitions(retentionDays)]
const service = await useWebhookService()
const receiver = await useReceiver()

describe('a day of deliveries', () => {
  const delivering = createDelivering(service.deps)

  it('is dropped with its attempts and messages after its retention time', async () => {
    const actor = aWebhookManager('co_old')
    const { endpoint } = await aWebhook(service.webhooks, actor, { url: receiver.url })
    await keep()
    const [eventId] = await service.publish('co_old')
    await service.deliver(delivering, 'co_old')
    const [delivery] = await deliveriesOf(actor, endpoint.id)
    expect(delivery).toMatchObject({ eventId, state: 'SUCCEEDED' })

    service.advance(daysMs(retentionDays + 7))
    await keep()
    expect(await service.webhooks.getDelivery(actor, delivery?.id ?? '')).toMatchObject({
      attempts: [{ n: 1 }],
    })
    service.advance(daysMs(1))
    await keep()
    expect(await deliveriesOf(actor, endpoint.id)).toEqual([])
    expect(await countIn('webhooks.attempts', 'co_old')).toBe(0)
    expect(await countIn('webhooks.messages', 'co_old')).toBe(0)
  })

  it('is not dropped with a held delivery, which first becomes EXPIRED, is counted, and can be replayed', async () => {
    const actor = aWebhookManager('co_held')
    const { endpoint } = await aWebhook(service.webhooks, actor, { url: receiver.url })
    await service.webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    await service.publish('co_held', OrderCreated, 2)
    service.advance(daysMs(retentionDays + 8))
    expect((await keep()).needed).toContainEqual(expect.stringContaining('not finished'))
    expect(await deliveriesOf(actor, endpoint.id)).toHaveLength(2)

    await housekeeping()
    expect((await deliveriesOf(actor, endpoint.id)).map(({ state }) => state)).toEqual([
      'EXPIRED',
      'EXPIRED',
    ])
    expect((await service.webhooks.metrics()).expired).toBe(2)
  })

  it('keeps the events of a replay while the replay waits', async () => {
    const actor = aWebhookManager('co_replayed')
    const { endpoint } = await aWebhook(service.webhooks, actor, { url: receiver.url })
    await service.publish('co_replayed')
    await service.deliver(delivering, 'co_replayed')
    const [original] = await deliveriesOf(actor, endpoint.id)
    service.advance(daysMs(retentionDays + 7))
    await service.webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    const replay = await service.webhooks.replayDelivery(actor, original?.id ?? '')
    service.advance(daysMs(2))
    await keep()
    expect(await countIn('webhooks.messages', 'co_replayed')).toBe(1)

    receiver.received.length = 0
    await service.webhooks.change(actor, endpoint.id, { state: 'ACTIVE' })
    await service.deliver(delivering, 'co_replayed')
    expect(receiver.received).toHaveLength(1)
    await keep()
    expect(await countIn('webhooks.messages', 'co_replayed')).toBe(0)
    await expect(service.webhooks.replayDelivery(actor, replay.id)).rejects.toMatchObject({
      code: 'webhooks.event_not_kept',
      status: 409,
    })
  })

  it('gives up what still waits when its day is dropped', async () => {
    const actor = aWebhookManager('co_late')
    const { endpoint } = await aWebhook(service.webhooks, actor, { url: receiver.url })
    await service.publish('co_late')
    service.advance(daysMs(retentionDays + 8))
    await housekeeping()
    expect(await deliveriesOf(actor, endpoint.id)).toMatchObject([{ state: 'EXPIRED' }])
  })
})

describe('a day of the event log', () => {
  it('stays until every reader has passed it', async () => {
    const { pool } = service.database
    await service.publish('co_log')
    await sql`
      insert into platform.subscriptions (name, position, failures, available_at) values ('test.slow', 0, 0, now())
    `.execute(pool)
    service.advance(daysMs(retentionDays + 1))
    const { needed } = await keep()
    expect(needed).toContainEqual(
      expect.stringMatching(/^events_d\d{8}: test\.slow has not read it$/),
    )
    expect(await countIn('platform.events', 'co_log')).toBe(1)

    await sql`delete from platform.subscriptions where name = 'test.slow'`.execute(pool)
    await keep()
    expect(await countIn('platform.events', 'co_log')).toBe(0)
  })

  it('stays while one of its events has no number', async () => {
    const { pool } = service.database
    await service.publish('co_unnumbered')
    const lock = sql`update platform.events set position = null, sequence = null where company_id = 'co_unnumbered'`
    await lock.execute(pool)
    service.advance(daysMs(retentionDays + 1))
    expect((await keep()).needed).toContainEqual(expect.stringContaining('no number'))
    await service.dispatcher.drain()
    expect((await keep()).needed).toEqual([])
  })
})

describe('a claim of deliveries', () => {
  it('finds retries within its own day alone', async () => {
    for (let day = 0; day < 5; day += 1) {
      await service.publish('co_plan', OrderCreated, 2)
      service.advance(hoursMs(24))
      await keep()
    }
    const actor = aWebhookManager('co_plan')
    await aWebhook(service.webhooks, actor, { url: receiver.url })
    await service.publish('co_plan', OrderCreated, 3)

    const plan = await plansOf(service.deps.now())
    expect(plan.match(/Update on (deliveries_d\d+) /g)).toHaveLength(1)
    expect(new Set(plan.match(/(Scan|using|on) \S*deliveries_\S+/g)?.map(dayIn)).size).toBe(1)
  })
})

/** As PostgreSQL carries out the second statement of a claim, with the keys that the first one found. */
async function plansOf(now: Date): Promise<string> {
  const { rows: due } = await sql<{ company_id: string; id: string }>`
    select company_id, id from webhooks.deliveries
    where state in ('PENDING', 'RETRYING') and available_at <= ${now} and company_id = 'co_plan'
  `.execute(service.database.pool)
  const ids = due.map(({ id }) => id).sort()
  expect(ids).toHaveLength(3)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (costs off)
    update webhooks.deliveries d set attempts = attempts
    from unnest(${due.map((row) => row.company_id)}::text[], ${ids}::text[]) as held(company_id, id)
    where (d.company_id, d.id) = (held.company_id, held.id) and d.id >= ${ids[0]} and d.id <= ${ids.at(-1)}
  `.execute(service.database.pool)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const dayIn = (text: string) => /_d(\d{8})/.exec(text)?.[1]

type Manager = ReturnType<typeof aWebhookManager>

const keep = () => keepPartitions(service.deps, tables, service.deps.now())

function housekeeping(): Promise<void> {
  return keepHouse({ ...service.deps, retentionDays }, service.deps.now())
}

function deliveriesOf(actor: Manager, endpointId: string) {
  return service.webhooks.listDeliveries(actor, endpointId, {}, { limit: 100 })
}

async function countIn(table: string, companyId: string): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where company_id = ${companyId}
  `.execute(service.database.pool)
  return rows[0]?.count
}
