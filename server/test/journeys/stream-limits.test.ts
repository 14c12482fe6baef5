import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { useSupplierSite } from '#testing/hosts/supplier-site'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

/** One stream of each kind for a credential, and two for the process. */
const world = await useWorld({
  settings: {
    CATALOG_STREAMS_PER_CREDENTIAL: '1',
    CATALOG_STREAMS_MAX: '2',
    CHAT_STREAMS_PER_CREDENTIAL: '1',
    CHAT_STREAMS_MAX: '2',
    CRAWL_STREAMS_PER_CREDENTIAL: '1',
    CRAWL_STREAMS_MAX: '2',
    CRAWL_FETCH_TIMEOUT_MS: '120000',
  },
})
const ours = await world.company()

// A page that never arrives keeps its run alive, and every search that waits for the run.
const site = await useSupplierSite()
site.pages.set('/', () => undefined)
const made = await ours.admin.post('/api/v1/crawl/sources', {
  name: 'A slow shop',
  kind: 'site',
  url: site.url,
})
const run = await ours.admin.post('/api/v1/crawls', { sourceId: made.body.data.id })

/** How a client gets a stream that stays open, by the module of the failure codes. */
const begins: Readonly<Record<string, (client: Client) => Promise<string>>> = {
  catalog: async (client) => {
    const wanted = { q: 'slow shop', sources: ['catalog', 'external'] }
    const { body } = await client.post('/api/v1/searches', wanted)
    return `/api/v1/searches/${body.data.id}/stream`
  },
  chat: async (client) => {
    const { body } = await client.post('/api/v1/chat/sessions', {})
    return `/api/v1/chat/sessions/${body.data.id}/stream`
  },
  crawl: async () => `/api/v1/crawls/${run.body.data.id}/stream`,
}

const opened: AbortController[] = []
afterAll(() => {
  for (const leaving of opened) leaving.abort()
})

const document = new URL('../../../openapi.json', import.meta.url)
const codes = Object.keys(JSON.parse(readFileSync(document, 'utf8'))['x-failure-codes'])
const modules = codes.flatMap((code) => /^(\w+)[.]streams_too_many$/.exec(code)?.[1] ?? [])

it('each kind of stream has a limit for a credential and one for the process', () => {
  expect(modules.sort()).toEqual(Object.keys(begins))
  for (const name of modules) expect(codes).toContain(`${name}.streams_full`)
})

it.each(modules)(
  '%s: a stream above a limit is refused before its first byte, until another one ends',
  async (module) => {
    const begin = begins[module] as (client: Client) => Promise<string>
    const open = async (client: Client) => {
      const leaving = new AbortController()
      opened.push(leaving)
      const path = await begin(client)
      const { headers } = client
      const response = await fetch(world.baseUrl + path, { headers, signal: leaving.signal })
      return { response, leave: () => leaving.abort() }
    }
    const first = await open(ours.buyer)
    expect(first.response.status).toBe(200)
    const second = await open(ours.buyer)
    expect(await refusalOf(second.response)).toEqual([429, `${module}.streams_too_many`, '5'])

    const other = await open(ours.admin)
    expect(other.response.status).toBe(200)
    const third = await open(ours.approver)
    expect(await refusalOf(third.response)).toEqual([
      503,
      `${module}.streams_full`,
      expect.stringMatching(/^\d+$/),
    ])

    other.leave()
    await expect
      .poll(async () => (await open(ours.approver)).response.status, { timeout: 20_000 })
      .toBe(200)
  },
)

async function refusalOf(response: Response) {
  const { meta } = (await response.json()) as { meta: { code: string } }
  return [response.status, meta.code, response.headers.get('retry-after')]
}
