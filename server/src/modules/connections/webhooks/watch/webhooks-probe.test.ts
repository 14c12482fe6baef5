import { describe, expect, it } from 'vitest'
import { daysMs, hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { readSection } from '#platform/health'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager } from '#testing/webhooks'
import { webhooksProbe } from './webhooks-probe.ts'

let count = 0
const service = await useWebhookService()

describe('the health of webhooks', () => {
  it('is good while deliveries are being sent', async () => {
    const { companyId } = await subscribed()
    expect(await codes()).toEqual([])
    await finish(companyId, 'SUCCEEDED')
  })

  it('names deliveries that have been due for over a minute', async () => {
    const { companyId } = await subscribed()
    service.advance(secondsMs(59))
    expect(await codes()).toEqual([])
    service.advance(secondsMs(5))

    const [problem, ...others] = await read()
    expect(others).toEqual([])
    expect(problem).toMatchObject({
      code: 'webhooks.deliveries-behind',
      since: new Date(service.deps.now().getTime() - 64_000).toISOString(),
    })
    await finish(companyId, 'SUCCEEDED')
    expect(await codes()).toEqual([])
  })

  it('names deliveries that have been held for over a day, until they are released', async () => {
    const { actor, companyId, endpoint } = await subscribed()
    await service.webhooks.change(actor, endpoint.id, { state: 'PAUSED' })
    service.advance(hoursMs(23))
    expect(await codes()).toEqual([])
    service.advance(hoursMs(2))
    expect(await codes()).toEqual(['webhooks.held'])

    await finish(companyId, 'SUCCEEDED')
    expect(await codes()).toEqual([])
  })

  it('names a receiver that has been paused for over 15 minutes', async () => {
    const { companyId, endpoint } = await subscribed()
    await finish(companyId, 'SUCCEEDED')
    const { pool } = service.database
    const now = service.deps.now()
    await sql`
      update webhooks.endpoints set breaker_open_until = ${now}
      where company_id = ${companyId} and id = ${endpoint.id}
    `.execute(pool)
    await sql`
      update webhooks.endpoint_health set failing_since = ${now}, last_failure_at = ${now}, failures = 12
      where company_id = ${companyId} and endpoint_id = ${endpoint.id}
    `.execute(pool)
    service.advance(minutesMs(14))
    expect(await codes()).toEqual([])
    // Nobody has to look yet, and yet not everything works.
    expect(await section()).toMatchObject({ status: 'degraded', problems: [] })
    service.advance(minutesMs(2))
    expect(await codes()).toEqual(['webhooks.breakers-open'])

    await service.webhooks.delete(aWebhookManager(companyId), endpoint.id)
    expect(await section()).toMatchObject({ status: 'ok', problems: [] })
  })

  it('names given-up deliveries for a day', async () => {
    const { companyId } = await subscribed()
    await finish(companyId, 'EXHAUSTED')
    expect(await codes()).toEqual(['webhooks.exhausted'])
    service.advance(hoursMs(25))
    expect(await codes()).toEqual([])
  })

  it('names a disabled subscription while its deliveries are kept', async () => {
    const { companyId, endpoint } = await subscribed()
    await finish(companyId, 'SUCCEEDED')
    await sql`
      update webhooks.endpoints set state = 'DISABLED', disabled_reason = 'gone', disabled_at = ${service.deps.now()}
      where company_id = ${companyId} and id = ${endpoint.id}
    `.execute(service.database.pool)
    expect(await codes()).toEqual(['webhooks.endpoint-disabled'])
    service.advance(daysMs(31))
    expect(await codes()).toEqual([])
  })
})

async function subscribed() {
  count += 1
  const companyId = `co_probe_${count}` as const
  const actor = aWebhookManager(companyId)
  const { endpoint } = await aWebhook(service.webhooks, actor)
  await service.publish(companyId, OrderCreated)
  return { actor, companyId, endpoint }
}

async function finish(companyId: string, state: 'SUCCEEDED' | 'EXHAUSTED'): Promise<void> {
  await sql`
    update webhooks.deliveries set state = ${state}, finished_at = ${service.deps.now()}
    where company_id = ${companyId}
  `.execute(service.database.pool)
}

async function read() {
  return (await section()).problems
}

const section = () =>
  readSection(webhooksProbe(service.webhooks, service.deps.now), service.deps.now)

async function codes(): Promise<string[]> {
  return (await read()).map(({ code }) => code)
}
