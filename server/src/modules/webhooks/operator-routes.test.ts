import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildHttp, type Http } from '#platform/http'
import { createMetrics } from '#platform/telemetry'
import { aWebhookService, OrderCreated, type WebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager } from '#testing/webhooks'
import { createDelivering } from './delivering.ts'
import { webhookOperatorRoutes } from './index.ts'

const own = aWebhookManager('co_own')
const callers = {
  own,
  operator: { ...own, kind: 'person' as const, roles: new Set(['operator'] as const) },
}

let service: WebhookService
let http: Http

beforeAll(async () => {
  service = await aWebhookService()
  const { log, now, database, seal } = service.deps
  http = buildHttp({
    log: log as Parameters<typeof buildHttp>[0]['log'],
    metrics: createMetrics(),
    now,
    version: '1.0.0',
    authenticate: async (headers) => callers[headers['x-api-key'] as keyof typeof callers],
    cursorKey: Buffer.from('the key that tests sign cursors with'),
    database,
    seal,
    validateAnswers: true,
  })
  await http.register(webhookOperatorRoutes(service.webhooks))
  await http.ready()
})
afterAll(async () => {
  await http.close()
  await service.close()
})

describe('GET /admin/webhooks', () => {
  const watched = (query: string, caller = 'operator') =>
    http.inject({ url: `/admin/webhooks${query}`, headers: { 'x-api-key': caller } })

  it('shows operators the subscriptions of all companies, and of each what waits and why', async () => {
    const theirs = aWebhookManager('co_watched')
    const { endpoint } = await aWebhook(service.webhooks, theirs, {
      name: 'Theirs',
      url: 'http://127.0.0.1:9/hooks?token=secret',
    })
    await service.publish('co_watched', OrderCreated, 2)
    await service.webhooks.change(theirs, endpoint.id, { paused: true })

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

  it('goes through them page by page, and finds those whose receiver fails', async () => {
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
