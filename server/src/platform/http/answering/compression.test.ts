import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Access } from '../guarding/accesses.ts'
import { anHttp, as } from '../http.fixture.ts'
import type { Routes } from '../types.ts'
import { answers, list, ok } from './envelope.ts'
import { PageQuery } from './page.ts'

const Item = Type.Object({ name: Type.String() })
const items = Array.from({ length: 100 }, (_, at) => ({ name: `Hexagon bolt number ${at}` }))
const FilteredPage = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(Type.String()),
  brand: Type.Optional(Type.Array(Type.String(), { maxItems: 5 })),
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
})

const http = await anHttp(async (server) => {
  const records: Routes = async (inner) => {
    for (const [url, access] of [
      ['/api/v1/products', 'products:read'],
      ['/api/v1/orders', 'orders:read'],
      ['/api/v1/payments', 'payments:read'],
      ['/api/v1/tickets', 'support:read'],
      ['/api/v1/webhooks', 'webhooks:manage'],
      ['/api/v1/members', 'person'],
      ['/api/v1/people', 'operator'],
    ] as const) {
      listAt(inner, url, access)
    }
    inner.get(
      '/api/v1/products/one',
      {
        config: { access: 'products:read' },
        schema: { operationId: 'getOne', response: answers(Type.Array(Item)) },
      },
      async () => ok(items),
    )
    inner.post(
      '/api/v1/products/found',
      {
        config: { access: 'products:read' },
        schema: { operationId: 'findThem', response: list(Item) },
      },
      async () => ok(items, { limit: 100 }),
    )
    inner.get(
      '/events',
      { config: { access: 'public', compressed: true }, schema: { hide: true } },
      async (_request, reply) =>
        reply.type('text/event-stream').send(`data: ${'x'.repeat(5_000)}\n\n`),
    )
    inner.get(
      '/small',
      { config: { access: 'public', compressed: true }, schema: { hide: true } },
      async (_request, reply) => reply.type('text/plain').send('small'),
    )
  }
  await records(server)
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
  http.inject({
    method,
    url,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...as('operator'), ...headers },
  })

describe('a list of business records', () => {
  it.each(['/api/v1/products', '/api/v1/orders', '/api/v1/payments'])(
    'is compressed: %s',
    async (url) => {
      const { headers, rawPayload } = await get(url, as('buyer'))
      expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
      expect(JSON.parse(brotliDecompressSync(rawPayload).toString()).data).toEqual(items)
    },
  )

  it('is compressed as the client accepts it, and varies by that', async () => {
    const gzip = await get('/api/v1/orders', { ...as('buyer'), 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(gzip.rawPayload).toString()).data).toEqual(items)
    for (const accepted of ['identity', 'br;q=0, gzip;q=0', 'compress']) {
      const plain = await get('/api/v1/orders', { ...as('buyer'), 'accept-encoding': accepted })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.headers.vary).toBe('accept-encoding')
      expect(plain.json().data).toEqual(items)
    }
  })

  it('varies by the origin, too, where that is in the answer', async () => {
    const origins = await anHttp(
      async (server) => listAt(server, '/api/v1/orders', 'orders:read'),
      {
        allowedOrigins: ['https://a.example', 'https://b.example'],
      },
    )
    const headers = { ...as('buyer'), origin: 'https://a.example', 'accept-encoding': 'br' }
    const answer = await origins.inject({ url: '/api/v1/orders', headers })
    expect(answer.headers['access-control-allow-origin']).toBe('https://a.example')
    expect(answer.headers.vary).toBe('Origin, accept-encoding')
  })

  it.each([
    ['sort=newest&limit=20', 'br'],
    ['brand=co_01m7xb82dw3khw78phh28dvacd', 'br'],
    ['brand=GE', 'br'],
    ['q=12.50', undefined],
    ['brand=Acme&brand=Other', undefined],
  ])('with %s is compressed as %s', async (query, coding) => {
    const { headers } = await get(`/api/v1/products?${query}`, as('buyer'))
    expect(headers['content-encoding']).toBe(coding)
  })
})

describe('not compressed', () => {
  it.each([
    '/api/v1/tickets',
    '/api/v1/webhooks',
    '/api/v1/members',
    '/api/v1/people',
    '/api/v1/products/one',
    '/events',
    '/small',
  ])('is %s', async (url) => {
    const { headers, statusCode } = await get(
      url,
      as(url === '/api/v1/people' ? 'operator' : 'admin'),
    )
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined])
  })

  it('is the answer to a POST, or a refusal', async () => {
    const posted = await get('/api/v1/products/found', as('buyer'), 'POST')
    expect([posted.statusCode, posted.headers['content-encoding']]).toEqual([200, undefined])
    const refused = await get('/api/v1/orders?limit=0', as('buyer'))
    expect([refused.statusCode, refused.headers['content-encoding']]).toEqual([400, undefined])
  })

  it('is a body that a client sends: it is not unpacked either', async () => {
    const { statusCode } = await http.inject({
      method: 'POST',
      url: '/api/v1/products/found',
      headers: { ...as('buyer'), 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync('{}'),
    })
    expect(statusCode).toBe(415)
  })
})

function listAt(inner: Parameters<Routes>[0], url: string, access: Access): void {
  inner.get(
    url,
    {
      config: { access },
      schema: { operationId: `list${url}`, querystring: FilteredPage, response: list(Item) },
    },
    async () => ok(items, { limit: 100 }),
  )
}
