import { randomBytes } from 'node:crypto'
import { createParser } from 'eventsource-parser'
import { describe, expect, it } from 'vitest'
import { buildHttp } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { createMetrics } from '#platform/telemetry'
import { aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { aPersonOf, useCrawlStage } from './crawl.fixture.ts'
import { offerList } from './offers/offer-list.ts'
import { pageList } from './runs/page-list.ts'
import { runsRoutes } from './runs/routes.ts'
import { runList } from './runs/run-list.ts'
import { sourcesRoutes } from './sources/routes.ts'
import { sourceList } from './sources/source-list.ts'

const stage = await useCrawlStage()
const { crawls, deps, ended } = stage
const site = await useSupplierSite()
const callers = new Map([
  ['admin', aPersonOf('co_0000000000000000000000000a', 'company_admin')],
  ['buyer', aPersonOf('co_0000000000000000000000000a', 'buyer')],
  ['stranger', aPersonOf('co_0000000000000000000000000b', 'buyer')],
])
const http = buildHttp({
  metrics: createMetrics(),
  now: deps.now,
  log: deps.log,
  version: 'test',
  authenticate: async ({ 'x-api-key': name }) => callers.get(name ?? ''),
  cursorKey: randomBytes(32),
  limits: {
    credential: { quota: 1_000_000, windowSeconds: 60 },
    company: { quota: 1_000_000, windowSeconds: 60 },
  },
  validateAnswers: true,
})
await http.register(sourcesRoutes(crawls) as never)
await http.register(
  listRoutes(
    deps.database,
    sourceList(crawls),
    offerList(crawls, deps.now),
    runList(crawls),
    pageList(crawls),
  ) as never,
)
await http.register(runsRoutes(crawls) as never)
const baseUrl = closeAtEnd(
  Object.assign(
    { close: () => http.close() },
    { url: await http.listen({ host: '127.0.0.1', port: 0 }) },
  ),
).url

async function call(name: string, method: string, path: string, body?: object) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': name, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    body: (await response.json()) as { data: never; meta: { code?: string } },
  }
}

/** The events of a stream until it ends. */
async function readStream(path: string, headers: Record<string, string>) {
  const response = await fetch(`${baseUrl}${path}`, { headers })
  const events: { id: string | undefined; event: string | undefined }[] = []
  const parser = createParser({ onEvent: ({ id, event }) => events.push({ id, event }) })
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) parser.feed(decoder.decode(part, { stream: true }))
  return { status: response.status, events }
}

describe('the routes of crawls', () => {
  it('make a source, start its run, and stream it to the end, from any event', async () => {
    site.pages.set('/', aPage(['/a', '/b']))
    site.pages.set('/a', aPage([], [{ sku: '/a', gtin: '4006381333931' }]))
    site.pages.set('/b', aPage([], [{ sku: '/b' }]))
    const known = await aProduct(stage.database, { gtins: ['4006381333931'] })
    const draft = { name: 'A shop', kind: 'site', url: site.url }
    const made = await call('admin', 'POST', '/crawl/sources', draft)
    expect(made).toMatchObject({
      status: 201,
      body: { data: { visibleTo: 'company', state: 'ACTIVE', schedule: null } },
    })
    const { id: sourceId } = made.body.data as { id: string }

    const started = await call('buyer', 'POST', '/crawls', { sourceId, query: 'cables' })
    expect(started).toMatchObject({
      status: 202,
      body: { data: { sourceId, query: 'cables', dispatches: 1 } },
    })
    const run = started.body.data as { id: string; stream: { url: string } }

    const whole = await readStream(run.stream.url, {})
    expect(whole.events.map(({ id }) => id)).toEqual(
      whole.events.map((_one, at) => `${run.id}/${at + 1}`),
    )
    expect(whole.events[0]?.event).toBe('crawl.started')
    expect(whole.events.at(-1)?.event).toBe('crawl.ended')

    const path = `/api/v1/crawls/${run.id}/stream`
    const rest = await readStream(path, { 'x-api-key': 'buyer', 'last-event-id': `${run.id}/2` })
    expect(rest.events).toEqual(whole.events.slice(2))
    const none = await readStream(path, {
      'x-api-key': 'buyer',
      'last-event-id': whole.events.at(-1)?.id ?? '',
    })
    expect(none.status).toBe(204)
    for (const wrong of ['srch_01m7xb82dw3khw78phh28dvacd/1', `${run.id}/99999`, 'x']) {
      const refused = await fetch(baseUrl + path, {
        headers: { 'x-api-key': 'buyer', 'last-event-id': wrong },
      })
      expect(await refused.json()).toMatchObject({ meta: { code: 'crawl.event_id_invalid' } })
    }

    const offers = await call('buyer', 'GET', `/crawl/sources/${sourceId}/offers`)
    const found = offers.body.data as { sku: string; matches: unknown[] }[]
    expect(new Map(found.map(({ sku, matches }) => [sku, matches]))).toEqual(
      new Map([
        ['/a', [{ productId: known.id, by: 'gtin', confidence: 0.98 }]],
        ['/b', []],
      ]),
    )
    const pages = await call('buyer', 'GET', `/crawls/${run.id}/pages?state=FETCHED&limit=2`)
    expect((pages.body.data as unknown[]).length).toBe(2)
    const runs = await call('buyer', 'GET', `/crawls?sourceId=${sourceId}`)
    expect(runs.body.data).toMatchObject([{ id: run.id, state: 'SUCCEEDED' }])
  })

  it('show another company nothing', async () => {
    site.pages.set('/own', aPage([]))
    const draft = {
      name: 'Ours',
      kind: 'site',
      url: `${site.url}/own`,
      schedule: { everyHours: 24 },
    }
    const made = await call('admin', 'POST', '/crawl/sources', draft)
    const { id: sourceId } = made.body.data as { id: string }
    const started = await call('admin', 'POST', '/crawls', { sourceId })
    const { id } = started.body.data as { id: string }
    for (const [method, path] of [
      ['GET', `/crawl/sources/${sourceId}`],
      ['GET', `/crawl/sources/${sourceId}/offers`],
      ['GET', `/crawls/${id}`],
      ['GET', `/crawls/${id}/pages`],
      ['GET', `/crawls/${id}/stream`],
      ['POST', `/crawls/${id}/confirm`],
      ['POST', `/crawls/${id}/reconnect`],
      ['POST', `/crawls/${id}/cancel`],
    ] as const) {
      expect((await call('stranger', method, path)).status, `${method} ${path}`).toBe(404)
    }
    expect((await call('stranger', 'POST', '/crawls', { sourceId })).status).toBe(404)
    expect((await call('buyer', 'DELETE', `/crawl/sources/${sourceId}`)).status).toBe(403)
    await ended(await crawls.getRun(callers.get('admin') as never, id))
    expect((await call('admin', 'DELETE', `/crawl/sources/${sourceId}`)).status).toBe(200)
    expect((await call('buyer', 'GET', `/crawl/sources/${sourceId}`)).status).toBe(404)
  })
})
