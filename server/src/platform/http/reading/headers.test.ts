import helmet from '@fastify/helmet'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { anHttp, as } from '../http.fixture.ts'
import type { Routes } from '../types.ts'

describe('headers', () => {
  it('protect every answer, refusals included', async () => {
    const http = await anHttp(routes)
    for (const url of ['/open', '/closed', '/nothing', '/%zz']) {
      const { headers } = await http.inject({ url })
      expect(headers).toMatchObject({ 'x-request-id': expect.any(String) })
      if (url === '/%zz') continue
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'strict-transport-security': expect.any(String),
      })
    }
  })

  it('are those of Helmet', async () => {
    const bare = fastify()
    await bare.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
      },
      referrerPolicy: { policy: 'no-referrer' },
      frameguard: { action: 'deny' },
    })
    bare.get('/open', async () => ({}))
    const helmets = (await bare.inject({ url: '/open' })).headers
    const own = ['content-type', 'content-length', 'date', 'connection']
    const expected = Object.entries(helmets).filter(([name]) => !own.includes(name))
    const { headers } = await (await anHttp(routes)).inject({ url: '/open' })
    expect(expected.length).toBeGreaterThan(10)
    expect(headers).toMatchObject(Object.fromEntries(expected))
  })

  it('allow no other origin by default', async () => {
    const http = await anHttp(routes)
    const { headers } = await http.inject({
      url: '/open',
      headers: { origin: 'https://a.example' },
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('allow the listed origins, also on refusals, and answer a preflight without credentials', async () => {
    const http = await anHttp(routes, { allowedOrigins: ['https://a.example'] })
    const from = (origin: string, url: string, method: 'GET' | 'OPTIONS' = 'GET') =>
      http.inject({
        method,
        url,
        headers: {
          origin,
          ...(method === 'OPTIONS' ? { 'access-control-request-method': 'DELETE' } : {}),
        },
      })
    for (const url of ['/open', '/closed', '/nothing']) {
      const { headers } = await from('https://a.example', url)
      expect(headers['access-control-allow-origin']).toBe('https://a.example')
      expect(headers['access-control-expose-headers']).toContain('ratelimit')
      const other = await from('https://b.example', url)
      expect(other.headers['access-control-allow-origin']).toBeUndefined()
    }
    const preflight = await from('https://a.example', '/closed', 'OPTIONS')
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-methods']).toContain('DELETE')
    const foreign = await from('https://b.example', '/closed', 'OPTIONS')
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
    const plain = await http.inject({ method: 'OPTIONS', url: '/closed', headers: as('buyer') })
    expect([plain.statusCode, plain.headers.allow]).toEqual([204, 'GET, HEAD, DELETE, OPTIONS'])
  })
})

const routes: Routes = async (http) => {
  http.get('/open', { config: { access: 'public' } }, async () => ({}))
  http.get('/closed', { config: { access: 'person' } }, async () => ({}))
  http.delete('/closed', { config: { access: 'person' } }, async () => ({}))
}
