import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { answers, ok } from '../answering/envelope.ts'
import { anHttp, as } from '../http.fixture.ts'
import type { HttpOptions, Routes } from '../types.ts'
import { addressKey } from './limits.ts'

const response = answers(Type.Null())

describe('rate limits', () => {
  it('count per credential and allow a burst', async () => {
    const http = await limited()
    const get = () => http.inject({ url: '/api/v1/orders', headers: as('reader') })
    const first = await get()
    expect(first.headers['ratelimit-policy']).toBe('"credential";q=3;w=60')
    expect(first.headers.ratelimit).toBe('"credential";r=2;t=60')
    for (let count = 2; count <= 5; count += 1) expect((await get()).statusCode).toBe(200)
    const refused = await get()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers.ratelimit).toMatch(/^"credential";r=0;t=[0-9]+$/)
    expect(refused.json()).toMatchObject({
      success: false,
      meta: { code: 'platform.rate_limited', details: { limit: 'credential' } },
    })
    const other = await http.inject({ url: '/api/v1/orders', headers: as('writer') })
    expect(other.statusCode).toBe(200)
  })

  it('are lower for a credential with its own limit', async () => {
    const http = await limited()
    const get = (who: 'slow' | 'reader') => http.inject({ url: '/api/v1/orders', headers: as(who) })
    const first = await get('slow')
    expect(first.statusCode).toBe(200)
    expect(first.headers['ratelimit-policy']).toBe('"credential";q=1;w=60')
    expect((await get('slow')).statusCode).toBe(429)
    expect((await get('reader')).statusCode).toBe(200)
  })

  it('count all credentials of a company together', async () => {
    const http = await limited({ limits: { company: { quota: 3, windowSeconds: 60 } } })
    const get = (who: 'reader' | 'writer' | 'otherBuyer') =>
      http.inject({ url: '/api/v1/orders', headers: as(who) })
    for (const who of ['reader', 'writer', 'reader'] as const) {
      const { statusCode, headers } = await get(who)
      expect(statusCode).toBe(200)
      expect(headers.ratelimit).toMatch(/^"credential"/)
    }
    const refused = await get('writer')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers.ratelimit).toMatch(/^"company";r=0/)
    expect((await get('otherBuyer')).statusCode).toBe(200)
  })

  it('count sign-in by address', async () => {
    const http = await limited()
    const login = (remoteAddress: string) =>
      http.inject({ method: 'POST', url: '/auth/login', remoteAddress })
    expect((await login('203.0.113.1')).statusCode).toBe(200)
    expect((await login('::ffff:203.0.113.1')).statusCode).toBe(200)
    expect((await login('203.0.113.1')).statusCode).toBe(429)
    expect((await login('203.0.113.2')).statusCode).toBe(200)
  })

  it('count anonymous requests: unknown routes, refused credentials, open routes', async () => {
    const http = await limited()
    const from = (remoteAddress: string, url: string, headers = {}) =>
      http.inject({ url, remoteAddress, headers })
    expect((await from('203.0.113.1', '/nothing')).statusCode).toBe(404)
    expect((await from('203.0.113.1', '/open')).statusCode).toBe(200)
    expect((await from('203.0.113.1', '/nothing')).statusCode).toBe(429)
    expect((await from('203.0.113.1', '/api/v1/orders', as('guess'))).statusCode).toBe(429)
    expect((await from('203.0.113.1', '/api/v1/orders', as('reader'))).statusCode).toBe(200)
    expect((await from('203.0.113.1', '/health')).statusCode).toBe(200)
  })

  it('count attempts with credentials, whatever is wrong with them', async () => {
    const expired = new Failure(
      'identity.credentials_expired',
      { status: 401, message: 'Late.' },
      {},
    )
    const http = await limited({ authenticate: () => Promise.reject(expired) })
    const get = () =>
      http.inject({ url: '/api/v1/orders', headers: { authorization: 'Bearer a.b.c' } })
    const first = await get()
    expect(first.statusCode).toBe(401)
    expect(first.json()).toMatchObject({ meta: { code: 'identity.credentials_expired' } })
    expect(first.headers['www-authenticate']).toContain('invalid_token')
    expect((await get()).statusCode).toBe(401)
    expect((await get()).statusCode).toBe(429)
  })

  it('treat a /64 of IPv6 as one address', () => {
    const key = (ip: string) => addressKey({ ip })
    expect(key('2001:db8:1:2:3:4:5:6')).toBe(key('2001:db8:1:2::1'))
    expect(key('2001:db8:1:3::1')).not.toBe(key('2001:db8:1:2::1'))
    expect(key('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })

  it('trust X-Forwarded-For from our proxies only', async () => {
    const attempt = async (options: Partial<HttpOptions>, remoteAddress: string) => {
      const http = await limited(options)
      const statuses: number[] = []
      for (let count = 0; count < 3; count += 1) {
        const headers = { 'x-forwarded-for': `198.51.100.${count}` }
        const answer = await http.inject({ url: '/open', remoteAddress, headers })
        statuses.push(answer.statusCode)
      }
      return statuses
    }
    expect(await attempt({}, '10.0.0.1')).toEqual([200, 200, 429])
    const proxies = { trustedProxies: ['10.0.0.0/8'] }
    expect(await attempt(proxies, '10.0.0.1')).toEqual([200, 200, 200])
    expect(await attempt(proxies, '203.0.113.1')).toEqual([200, 200, 429])
  })

  it('can use another store', async () => {
    const taken: string[] = []
    const http = await limited({
      limiterStore: (name) => ({
        take: async (key) => {
          taken.push(`${name} ${key}`)
          return { allowed: true, remaining: 1, resetSeconds: 1 }
        },
      }),
    })
    await http.inject({ url: '/api/v1/orders', headers: as('reader') })
    expect(taken).toEqual(['credential api_key:key_reader:', 'company co_one'])
  })
})

const few = {
  credential: { quota: 3, windowSeconds: 60, burst: 2 },
  auth: { quota: 2, windowSeconds: 60 },
  address: { quota: 2, windowSeconds: 60 },
}

const routes: Routes = async (http) => {
  http.get(
    '/api/v1/orders',
    { config: { access: 'orders:read' }, schema: { operationId: 'listOrders', response } },
    async () => ok(null),
  )
  http.post(
    '/auth/login',
    {
      config: { access: 'public', rateLimit: 'auth' },
      schema: { operationId: 'login', response },
    },
    async () => ok(null),
  )
  http.get('/open', { config: { access: 'public' } }, async () => ({}))
  http.get('/health', { config: { access: 'public', rateLimit: 'none' } }, async () => ({}))
}

const limited = (options: Partial<HttpOptions> = {}) => anHttp(routes, { limits: few, ...options })
