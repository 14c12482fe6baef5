import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id'
import { incidentsRoutes } from '#modules/incidents'
import type { buildHttp } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { useHttp } from '#testing/http'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager, useReceiver } from '#testing/webhooks'
import { createDelivering } from './deliveries/delivering.ts'
import { webhooksRoutes } from './index.ts'
import { eventLink } from './receivers/event-link.ts'
import { webhookLists } from './webhook-lists.ts'

const own = aWebhookManager('co_own')
const other = aWebhookManager('co_other')
const callers = {
  own,
  other,
  reader: { ...own, scopes: new Set(['orders:read'] as const) },
  operator: { ...own, kind: 'person' as const, roles: new Set(['operator'] as const) },
}

const service = await useWebhookService()
const receiver = await useReceiver()
const { log, now, database, seal } = service.deps
const http = await useHttp(
  [
    webhooksRoutes(service.webhooks),
    listRoutes(database, ...webhookLists(service.webhooks)),
    incidentsRoutes(service.incidents, { database, testTransports: async () => [] }),
  ],
  { callers, now, log: log as Parameters<typeof buildHttp>[0]['log'], database, seal },
)

describe('POST /api/v1/webhooks', () => {
  it('answers 200 with the subscription and its secret', async () => {
    const answer = await post('', aBody())

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      data: {
        ...aBody(),
        state: 'ACTIVE',
        health: { failures: 0 },
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    })
  })

  it.each([
    ['no body', undefined, 'platform.request_invalid', 'body'],
    ['an empty body', {}, 'webhooks.url_missing', ''],
    ['no url', { name: 'ERP', events: ['*'] }, 'webhooks.url_missing', ''],
    ['an empty list of events', { events: [] }, 'platform.request_invalid', 'events'],
    ['events that are no texts', { events: [1] }, 'platform.request_invalid', 'events'],
    ['a blank name', { name: '  ' }, 'platform.request_invalid', 'name'],
    ['a field nobody knows', { secret: 'mine' }, 'platform.request_invalid', 'secret'],
    ['an unknown kind', { events: ['order.made'] }, 'webhooks.event_kind_unknown', 'order.made'],
    ['no address', { url: 'erp' }, 'webhooks.url_invalid', ''],
    ['another scheme', { url: 'file:///etc/passwd' }, 'webhooks.url_invalid', ''],
    ['a name that does not resolve', { url: 'https://x.invalid/' }, 'webhooks.url_unsafe', ''],
  ])('refuses %s and changes nothing', async (_what, over, code, named) => {
    const before = (await get('?limit=100')).json().data.length
    const changesOne = over !== undefined && Object.keys(over).length === 1
    const answer = await post('', changesOne ? { ...aBody(), ...over } : over)

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, meta: { code } })
    expect(JSON.stringify(answer.json().meta.details ?? {})).toContain(named)
    expect((await get('?limit=100')).json().data).toHaveLength(before)
  })

  it('accepts an address alone, and then sends everything, named after its host', async () => {
    const answer = await post('', { url: 'http://127.0.0.1:9/hooks' })

    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({ name: '127.0.0.1:9', events: ['*'] })
  })

  it('repeats its answer for the same key, secret included, and refuses other content', async () => {
    const headers = { 'idempotency-key': 'create-once' }
    const first = await post('', aBody(), 'own', headers)
    const second = await post('', aBody(), 'own', headers)
    const changed = await post('', { ...aBody(), name: 'other' }, 'own', headers)

    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(changed.statusCode).toBe(422)
    expect(changed.json().meta.code).toBe('platform.idempotency_key_reused')
  })
})

describe('every route of a subscription', () => {
  it("answers another company's id with 404, and changes nothing", async () => {
    const { endpoint } = await aWebhook(service.webhooks, own, { url: receiver.url })
    await service.publish('co_own', OrderCreated)
    await deliver()
    const [delivery] = await service.webhooks.listDeliveries(own, endpoint.id, {}, { limit: 1 })
    const before = await service.webhooks.get(own, endpoint.id)

    for (const [method, path, body] of [
      ['GET', `/${endpoint.id}`],
      ['PATCH', `/${endpoint.id}`, { name: 'theirs' }],
      ['DELETE', `/${endpoint.id}`],
      ['POST', `/${endpoint.id}/rotate-secret`],
      ['POST', `/${endpoint.id}/test`],
      ['POST', `/${endpoint.id}/enable`],
      ['POST', `/${endpoint.id}/replay`, { since: '2020-01-01T00:00:00Z' }],
      ['GET', `/${endpoint.id}/deliveries`],
      ['GET', `/deliveries/${delivery?.id}`],
      ['POST', `/deliveries/${delivery?.id}/replay`],
    ] as const) {
      const answer = await send(method, path, body, 'other')
      expect([method, path, answer.statusCode]).toEqual([method, path, 404])
      expect(answer.json().meta.code).toMatch(/^webhooks\.(endpoint|delivery)_not_found$/)
    }
    expect(await service.webhooks.get(own, endpoint.id)).toEqual(before)
  })

  it('requires the scope', async () => {
    const anyId = newId('whk', service.deps.now())
    const answer = await send('GET', `/${anyId}`, undefined, 'reader')

    expect(answer.statusCode).toBe(403)
    expect(answer.json().meta.details).toEqual({ needs: 'webhooks:manage' })
    expect((await send('GET', '', undefined, 'nobody')).statusCode).toBe(401)
  })
})

describe('the life of a subscription over HTTP', () => {
  it('covers creation, test, reading, replay, rotation and deletion, and never shows the secret again', async () => {
    const { id, secret } = (await post('', { ...aBody(), url: receiver.url })).json().data
    const { eventId } = (await post(`/${id}/test`)).json().data
    await service.dispatcher.drain()
    await deliver()

    const shown = [await get(`/${id}`), await get(`?limit=100`), await get(`/${id}/deliveries`)]
    expect(shown[0]?.json().data).toMatchObject({ id, heldDeliveries: 0 })
    const [delivery] = shown[2]?.json().data ?? []
    expect(delivery).toMatchObject({ eventId, type: 'webhook.test', state: 'SUCCEEDED' })

    const read = await get(`/deliveries/${delivery.id}`)
    expect(read.json().data.attemptLog).toMatchObject([{ n: 1, statusCode: 204 }])
    const replay = await post(`/deliveries/${delivery.id}/replay`)
    expect(replay.statusCode).toBe(202)
    expect(replay.json().data).toMatchObject({ state: 'PENDING', replayOf: delivery.id })

    const rotated = await post(`/${id}/rotate-secret`)
    expect(rotated.json().data.previousSecretExpiresAt).toBeDefined()
    expect((await send('PATCH', `/${id}`, { state: 'PAUSED' })).json().data.state).toBe('PAUSED')
    expect((await post(`/${id}/enable`)).json().data).toMatchObject({
      state: 'ACTIVE',
      released: 1,
    })
    expect((await send('DELETE', `/${id}`)).json().data).toEqual({ id })
    expect((await send('GET', `/${id}`)).statusCode).toBe(404)
    expect((await send('GET', `/${id}/deliveries`)).json().data.length).toBeGreaterThan(0)
    expect((await get(`/${id}`)).statusCode).toBe(404)

    const seen = shown.map(({ body }) => body).join() + read.body + replay.body + service.logged()
    for (const known of [secret, rotated.json().data.secret]) expect(seen).not.toContain(known)
  })

  it('previews a window before replaying it', async () => {
    const { id } = (await post('', { ...aBody(), url: receiver.url })).json().data
    const body = { since: '2020-01-01T00:00:00Z', state: 'SUCCEEDED' }
    await service.publish('co_own', OrderCreated, 2)
    await deliver()

    const preview = await post(`/${id}/replay`, { ...body, preview: true })
    expect(preview.json().data).toEqual({
      matched: 2,
      matchedIsLowerBound: false,
      replayed: 0,
    })
    const keyed = () => post(`/${id}/replay`, body, 'own', { 'idempotency-key': `replay ${id}` })
    const made = (await keyed()).json().data
    expect(made).toMatchObject({
      matched: 2,
      replayed: 2,
      replay: { webhookId: id, state: 'FINISHED', deliveryStates: ['SUCCEEDED'], perSecond: 100 },
    })
    expect((await keyed()).json().data.replay.id).toBe(made.replay.id)

    const listed = await get(`/${id}/replays`)
    expect(listed.json().data).toEqual([made.replay])
    const one = await get(`/replays/${made.replay.id}`)
    expect(one.json().data).toEqual({
      ...made.replay,
      progress: { succeeded: 0, waiting: 2, failed: 0 },
    })
    const cancelled = await post(`/replays/${made.replay.id}/cancel`)
    expect(cancelled.json().data.state).toBe('CANCELLED')
    expect((await get('/replays/rpl_none')).json().meta.code).toBe('webhooks.replay_not_found')
    for (const perSecond of [0, 1_001, 1.5]) {
      const refused = await post(`/${id}/replay`, { ...body, perSecond })
      expect(refused.json().meta.code).toBe('platform.request_invalid')
    }
    const bad = await post(`/${id}/replay`, { since: 'yesterday' })
    expect(bad.json().meta.code).toBe('platform.request_invalid')
  })
})

describe('the options of a subscription', () => {
  it('are set, shown and removed', async () => {
    const wishes = { maxPerSecond: 25, payload: 'thin', ed25519: true }
    const made = await post('', { ...aBody(), ...wishes })
    expect(made.statusCode).toBe(200)
    const { id, publicKey } = made.json().data
    expect(made.json().data).toMatchObject({ maxPerSecond: 25, payload: 'thin' })
    expect(made.body).not.toContain('whsk_')
    const key = await http.inject({
      url: `/api/v1/webhooks/${id}/public-key`,
      headers: { 'x-api-key': 'own' },
    })
    expect(key.json().data).toEqual({ algorithm: 'ed25519', publicKey })

    const changed = await http.inject({
      method: 'PATCH',
      url: `/api/v1/webhooks/${id}`,
      headers: { 'x-api-key': 'own' },
      payload: { maxPerSecond: null, payload: 'full', ed25519: false },
    })
    expect(changed.json().data).toMatchObject({ payload: 'full' })
    expect(changed.json().data).not.toHaveProperty('maxPerSecond')
    expect(changed.json().data).not.toHaveProperty('publicKey')
    const gone = await http.inject({
      url: `/api/v1/webhooks/${id}/public-key`,
      headers: { 'x-api-key': 'own' },
    })
    expect([gone.statusCode, gone.json().meta.code]).toEqual([404, 'webhooks.public_key_not_found'])
  })

  it.each([
    { maxPerSecond: 0 },
    { maxPerSecond: 1_001 },
    { maxPerSecond: 1.5 },
    { payload: 'tiny' },
    { ed25519: 'yes' },
  ])('are refused as %j', async (wish) => {
    expect((await post('', { ...aBody(), ...wish })).statusCode).toBe(400)
  })

  it('read the whole event, for its own company alone', async () => {
    await post('', aBody())
    const [eventId] = await service.publish('co_own')
    const read = (caller: string) =>
      http.inject({
        url: `/api/v1/webhooks/events/${eventId}`,
        headers: { 'x-api-key': caller },
      })
    expect((await read('own')).json().data).toMatchObject({
      id: eventId,
      data: { reference: 'PO 1 – größer' },
    })
    expect((await read('other')).statusCode).toBe(404)

    const { seal, now } = service.deps
    const linked = { companyId: own.companyId, eventId: eventId ?? '' }
    const opened = await http.inject({ url: eventLink(seal, '', linked, now()) })
    expect([opened.statusCode, opened.json().data.id]).toEqual([200, eventId])
    const foreign = { ...linked, companyId: other.companyId }
    const nothing = await http.inject({ url: eventLink(seal, '', foreign, now()) })
    expect([nothing.statusCode, nothing.json().meta.code]).toEqual([
      404,
      'webhooks.event_not_found',
    ])
  })
})

describe('webhook lists', () => {
  it('are paged by signed cursors that are valid for their own query only', async () => {
    const { id } = (await post('', { ...aBody(), url: receiver.url })).json().data
    await service.publish('co_own', OrderCreated, 3)
    const first = await get(`/${id}/deliveries?limit=2&state=PENDING`)
    const { nextCursor } = first.json().meta

    expect(first.json().data).toHaveLength(2)
    const second = await get(`/${id}/deliveries?limit=2&state=PENDING&cursor=${nextCursor}`)
    expect(second.json().data).toHaveLength(1)
    expect(second.json().meta).toEqual({ limit: 2 })
    const foreign = await get(`/${id}/deliveries?limit=2&state=HELD&cursor=${nextCursor}`)
    expect(foreign.json().meta.code).toBe('platform.cursor_invalid')
    const since = new Date(service.deps.now().getTime() + 1).toISOString()
    expect((await get(`/${id}/deliveries?since=${since}`)).json().data).toEqual([])
    expect((await get(`/${id}/deliveries?state=LOST`)).statusCode).toBe(400)
  })

  it('name the kinds with their versions, descriptions and schemas', async () => {
    const { data } = (await get('/event-kinds')).json()

    expect(data.map(({ type }: { type: string }) => type)).toEqual([
      'order.created',
      'order.shipped',
      'support.ticket.created',
      'webhook.test',
      'webhook.paused',
      'webhook.resumed',
    ])
    expect(data.at(-3)).toMatchObject({
      version: 1,
      entity: 'webhook',
      description: 'Sent on request, to test a receiver.',
      schema: { type: 'object', required: ['endpointId', 'message'] },
      exampleDelivery: {
        type: 'webhook.test',
        entity: { type: 'webhook', id: expect.stringMatching(/^whk_/) },
        data: { endpointId: expect.stringMatching(/^whk_/) },
      },
    })
  })

  it('of incidents are for operators', async () => {
    const incidents = (caller: string, query = '') =>
      http.inject({ url: `/notifications/incidents${query}`, headers: { 'x-api-key': caller } })
    await service.database.transaction((tx) =>
      service.incidents.notify(tx, {
        key: 'images.failure-rate',
        severity: 'critical',
        summary: 'Half of the images fail.',
        details: { rate: 0.5 },
        dedupeKey: 'images',
        now: service.deps.now(),
      }),
    )

    expect((await incidents('own')).statusCode).toBe(403)
    const found = await incidents('operator', '?severity=critical&status=firing')
    expect(found.json()).toMatchObject({ data: [{ key: 'images.failure-rate', occurrences: 1 }] })
    expect((await incidents('operator', '?severity=loud')).statusCode).toBe(400)
    expect((await incidents('operator', '?cursor=forged')).json().meta.code).toBe(
      'platform.cursor_invalid',
    )
  })

  it('replay dead letters of incidents up to a limit', async () => {
    const replay = (query: string) =>
      http.inject({
        method: 'POST',
        url: `/notifications/incident-alerts/replay-dead-letter${query}`,
        headers: { 'x-api-key': 'operator' },
      })
    for (const limit of ['0', '501', '-1', '1.5', '1e1', 'all', '']) {
      expect((await replay(`?limit=${limit}`)).statusCode, limit).toBe(400)
    }
    for (const [query, requested] of [
      ['', 50],
      ['?limit=1', 1],
      ['?limit=500', 500],
    ] as const) {
      expect((await replay(query)).json().data).toEqual({
        requested,
        replayed: 0,
        alertIds: [],
        remaining: 0,
      })
    }
  })
})

function aBody() {
  return { name: 'ERP', url: 'http://127.0.0.1:9/hooks', events: ['order.created'] }
}

async function deliver(): Promise<void> {
  const delivering = createDelivering(service.deps)
  while ((await delivering.turn()) > 0) await delivering.settled()
}

function send(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  caller = 'own',
  headers: Record<string, string> = {},
) {
  return http.inject({
    method,
    url: `/api/v1/webhooks${path}`,
    headers: { 'x-api-key': caller, ...headers },
    ...(body && { payload: body }),
  })
}

const get = (path: string) => send('GET', path)
const post = (path: string, body?: object, caller = 'own', headers = {}) =>
  send('POST', path, body, caller, headers)
