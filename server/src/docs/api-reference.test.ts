import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { ok } from '#platform/http'
import { useHttp } from '#testing/http'
import { apiReferenceRoutes } from './api-reference.ts'

const http = await useHttp([
  apiReferenceRoutes,
  async (one) => {
    const schema = {
      operationId: 'listBolts',
      summary: 'List <bolts>',
      tags: ['Bolts'],
      response: { 200: ok(Type.Object({ name: Type.String() })) },
    }
    one.get('/bolts', { config: { access: 'public' }, schema }, async () => ({
      success: true as const,
      data: { name: 'M8' },
      meta: {},
    }))
  },
])
const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers })

it('describes the operations of this service, and writes their texts as text', async () => {
  const { body, headers } = await get('/docs/api/operations/bolts')
  expect(body).toContain('List &lt;bolts&gt;')
  expect(body).not.toContain('<bolts>')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

it('allows its own style and its own script, and nothing else', async () => {
  const { body, headers } = await get('/docs/api')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(body).not.toMatch(/<style|<script(?! src="\/)| style="| on[a-z]+="/)
  const sources = [...body.matchAll(/(?:src|stylesheet" href)="([^"]+)"/g)].map(([, url]) => url)
  expect(sources).toEqual(['/docs/api/reference.css', '/docs/api/filter.js'])
  for (const url of sources) expect((await get(String(url))).statusCode).toBe(200)
})

it('sends compressed pages, and none again that the reader has', async () => {
  const { body } = await get('/docs/api')
  const packed = await get('/docs/api', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(body)
  const gzipped = await get('/docs/api', { 'accept-encoding': 'gzip, br;q=0' })
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(body)
  const known = await get('/docs/api', { 'if-none-match': String(packed.headers.etag) })
  expect([known.statusCode, known.body]).toEqual([304, ''])
})

it('says that there is no such page, in the language of who asks', async () => {
  const shown = await get('/docs/api/records/Nothing', { accept: 'text/html,*/*;q=0.8' })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([
    404,
    'text/html; charset=utf-8',
  ])
  expect(shown.body).toContain('There is no such page')
  for (const url of ['/docs/api/records/Nothing', '/docs/api/not found', '/docs/api/not%20found']) {
    const read = await get(url, { accept: 'application/json' })
    expect([read.statusCode, read.json().meta.code]).toEqual([404, 'platform.route_not_found'])
  }
})
