import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import type { buildHttp } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { useHttp } from '#testing/http'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager } from '#testing/webhooks'
import { createDelivering } from '../deliveries/delivering.ts'
import { webhookOperatorRoutes } from '../index.ts'
import { webhookLists } from '../webhook-lists.ts'

const own = aWebhookManager('co_own')
const callers = {
  own,
  operator: { ...own, kind: 'person' as const, roles: new Set(['operator'] as const) },
}

const service = await useWebhookService()
const { log, now, database, seal } = service.deps
const lists = listRoutes(database, ...webhookLists(service.webhooks))
const http = await useHttp([webhookOperatorRoutes(service.webhooks), lists], {
  callers,
  now,
  log: log as Parameters<typeof buildHttp>[0]['log'],
  database,
  seal,
})

describe('GET /admin/webhooks', () => {
  const watched = (query: string, caller = 'operator') =>
    http.inject({ url: `/admin/webhooks${query}`, headers: { 'x-api-key': caller } })

  it('shows operators the subscriptions of all companies, with what waits and why', async () => {
    const theirs = aWebhookManager('co_watched')
    const { endpoint } = await aWebhook(service.webhooks, theirs, {
      name: 'Theirs',
      url: 'http://127.0.0.1:9/hooks?token=secret',
    })
    await service.publish('co_watched', OrderCreated, 2)
    await service.webhooks.change(theirs, endpoint.id, { state: 'PAUSED' })

    const answer = await watched('?companyId=co_watched')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toEqual([
      expect.objectContaining({
        id: endpoint.id,
        companyId: 'co_watched',
        companyName: 'Company co_watched',
        name: 'Theirs',
        host: '127.0.0.1:9',
        state: 'PAUSED',
        why: 'Its company has paused it.',
        waiting: 0,
        held: 2,
        oldestWaiting: expect.objectContaining({ eventType: 'order.created' }),
      }),
    ])
    expect(answer.body).not.toContain('token=secret')
    expect((await watched('?companyId=co_watched&state=TROUBLED')).json().data).toEqual([])
    expect((await watched('?companyId=co_watched&state=ACTIVE')).json().data).toEqual([])
  })

  it('is paged, and filters failing receivers', async () => {
    service.advance(1)
    const failing = aWebhookManager('co_fails')
    const { endpoint } = await aWebhook(service.webhooks, failing)
    await service.publish('co_fails', OrderCreated)
    const delivering = createDelivering(service.deps)
    while ((await delivering.turn()) > 0) await delivering.settled()

    const first = (await watched('?limit=1')).json()
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual([endpoint.id])
    const second = (await watched(`?limit=1&cursor=${first.meta.nextCursor}`)).json()
    expect(second.data[0].id < endpoint.id).toBe(true)
    expect((await watched('?companyId=co_fails&state=TROUBLED')).json().data).toMatchObject([
      { failures: 1, waiting: 1, oldestWaiting: { lastError: 'unreachable' } },
    ])
  })

  it('is for operators alone', async () => {
    expect((await watched('', 'own')).statusCode).toBe(403)
    expect((await watched('', 'nobody')).statusCode).toBe(401)
    expect((await watched('?state=DELETED')).statusCode).toBe(400)
  })
})

describe('deliveries of any company', () => {
  const asked = (method: 'GET' | 'POST', path: string, caller = 'operator') =>
    http.inject({
      method,
      url: `/admin/companies/${path}`,
      headers: { 'x-api-key': caller },
    })
  const theirs = aWebhookManager('co_helped')

  async function paused() {
    const { endpoint } = await aWebhook(service.webhooks, theirs)
    await service.webhooks.change(theirs, endpoint.id, { state: 'PAUSED' })
    await service.publish('co_helped', OrderCreated)
    const [delivery] = await service.webhooks.listDeliveries(theirs, endpoint.id, {}, { limit: 1 })
    if (!delivery) throw new Error('no delivery was recorded')
    return { endpoint, delivery }
  }

  it('are found by an operator by event id, with the reason why they are held', async () => {
    const { endpoint, delivery } = await paused()
    const listed = await asked(
      'GET',
      `co_helped/webhooks/${endpoint.id}/deliveries?event=${delivery.eventId}`,
    )
    expect(listed.json().data).toMatchObject([
      { id: delivery.id, state: 'HELD', heldBecause: 'subscription_paused' },
    ])
    const one = await asked('GET', `co_helped/webhooks/deliveries/${delivery.eventId}`)
    expect(one.json().data).toMatchObject({ id: delivery.id, attemptLog: [] })
    const { rows } = await sql<{ action: string; actor_id: string }>`
      select action, actor_id from platform.audit_entries
      where company_id = 'co_helped' and action = 'webhooks.deliveries_read'
    `.execute(service.deps.database.pool)
    expect(rows).toHaveLength(2)
    for (const answer of [listed, one]) expect(answer.body).not.toMatch(/whsec_|hooks|https?:/)
  })

  it('are replayed by an operator, as the audit log of the company shows', async () => {
    const { endpoint, delivery } = await paused()
    await service.deps.database.transaction((tx) =>
      sql`
        update webhooks.deliveries set state = 'EXHAUSTED'
        where company_id = 'co_helped' and id = ${delivery.id}
      `.execute(tx),
    )
    const path = `co_helped/webhooks/deliveries/${delivery.eventId}/replay?webhookId=${endpoint.id}`
    const replayed = await asked('POST', path)
    expect(replayed.statusCode).toBe(202)
    expect(replayed.json().data).toMatchObject({ eventId: delivery.eventId, replayOf: delivery.id })
    const { rows } = await sql<{ action: string }>`
      select action from platform.audit_entries
      where company_id = 'co_helped' and action = 'webhooks.endpoint_replayed'
    `.execute(service.deps.database.pool)
    expect(rows).toHaveLength(1)
  })

  it('are not found under another company, and are for operators alone', async () => {
    const { endpoint, delivery } = await paused()
    const path = `webhooks/deliveries/${delivery.id}`
    expect((await asked('GET', `co_own/${path}`)).statusCode).toBe(404)
    expect((await asked('POST', `co_own/${path}/replay`)).statusCode).toBe(404)
    const list = `co_own/webhooks/${endpoint.id}/deliveries`
    expect((await asked('GET', list)).statusCode).toBe(404)
    for (const one of [`GET co_helped/${path}`, `POST co_helped/${path}/replay`]) {
      const [method, url = ''] = one.split(' ')
      expect((await asked(method as 'GET' | 'POST', url, 'own')).statusCode).toBe(403)
    }
  })
})
