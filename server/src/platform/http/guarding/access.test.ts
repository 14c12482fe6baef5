import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineFailures } from '#kernel/failure'
import { answers, ok } from '../answering/envelope.ts'
import { anHttp, as, callers } from '../http.fixture.ts'
import type { Routes } from '../types.ts'
import type { Access } from './accesses.ts'

const orders: readonly Access[] = [
  'orders:read',
  'orders:write',
  'requester:read',
  'requester:write',
]

/** The callers that each access allows. All others are refused with 403. */
const allowed: Readonly<Record<string, readonly Access[]>> = {
  buyer: [...orders, 'person'],
  requester: ['requester:read', 'requester:write', 'person'],
  admin: [...orders, 'person', 'company_admin', 'accountant'],
  operator: [...orders, 'person', 'operator', 'metrics', 'health'],
  reader: ['orders:read', 'requester:read'],
  writer: orders,
  app: ['orders:read', 'requester:read'],
}

describe('access', async () => {
  const http = await anHttp(routes, { healthToken: 'h'.repeat(32), metricsToken: 'm'.repeat(32) })
  const get = (access: Access, headers = {}) =>
    http.inject({ url: `/api/v1/${access.replace(':', '-')}`, headers })

  it.each(Object.keys(allowed))('%s enters where declared, and nowhere else', async (caller) => {
    for (const access of declared) {
      const answer = await get(access, as(caller))
      const isAllowed = access === 'public' || allowed[caller]?.includes(access)
      expect([access, answer.statusCode]).toEqual([access, isAllowed ? 200 : 403])
      if (!isAllowed) {
        const isProbe = access === 'metrics' || access === 'health'
        const needs = isProbe ? 'operator' : access.replace('requester', 'orders')
        expect(answer.json().meta).toMatchObject({
          code: 'identity.access_denied',
          details: { needs },
        })
      }
    }
  })

  it('records refused callers and nobody else', async () => {
    const denied: unknown[] = []
    const telling = await anHttp(routes, { onDenied: (denial) => denied.push(denial) })
    for (const caller of ['buyer', 'reader']) {
      await telling.inject({ url: '/api/v1/orders-write', headers: as(caller) })
    }
    await telling.inject({ url: '/api/v1/orders-write' })
    expect(denied).toEqual([
      { principal: callers.reader, needs: 'orders:write', route: 'GET /api/v1/orders-write' },
    ])
  })

  it('is refused with another failure where the route has a better one', async () => {
    const failures = { read_more: { status: 403, message: 'Read the guide.' } } as const
    const fail = defineFailures('platform', failures)
    const better: Routes = async (http) => {
      http.get(
        '/api/v1/orders-write',
        {
          config: {
            access: 'orders:write',
            deniedWith: ({ kind }) => (kind === 'person' ? fail('read_more') : undefined),
          },
          schema: { operationId: 'write orders', response: answers(Type.String()) },
        },
        async () => ok('x'),
      )
    }
    const denied: unknown[] = []
    const served = await anHttp(better, { onDenied: (denial) => denied.push(denial) })
    const codeFor = async (caller: string) =>
      (await served.inject({ url: '/api/v1/orders-write', headers: as(caller) })).json().meta.code
    expect(await codeFor('requester')).toBe('platform.read_more')
    expect(await codeFor('reader')).toBe('identity.access_denied')
    expect(denied).toHaveLength(2)
  })

  it('without a credential is refused everywhere but on public routes', async () => {
    for (const access of declared) {
      const answer = await get(access)
      expect([access, answer.statusCode]).toEqual([access, access === 'public' ? 200 : 401])
    }
    const answer = await get('orders:read', { 'x-api-key': 'unknown' })
    expect(answer.json().meta.code).toBe('identity.credentials_required')
    expect(answer.headers['www-authenticate']).toContain('invalid_token')
  })

  it('by a surface token is limited to its surface', async () => {
    const health = { authorization: `Bearer ${'h'.repeat(32)}` }
    const metrics = { authorization: `Bearer ${'m'.repeat(32)}` }
    expect((await get('health', health)).statusCode).toBe(200)
    expect((await get('metrics', metrics)).statusCode).toBe(200)
    expect((await get('metrics', health)).statusCode).toBe(401)
    expect((await get('operator', health)).statusCode).toBe(401)
    expect((await get('health', { authorization: 'Bearer ' })).statusCode).toBe(401)
  })

  it('is not granted by an unset token', async () => {
    const bare = await anHttp(routes)
    for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer']) {
      const answer = await bare.inject({ url: '/api/v1/health', headers: { authorization } })
      expect(answer.statusCode).toBe(401)
    }
  })

  it('ignores credentials on public routes', async () => {
    const failing = await anHttp(routes, {
      authenticate: async () => {
        throw new Error('asked')
      },
    })
    const answer = await failing.inject({ url: '/api/v1/public', headers: as('buyer') })
    expect(answer.statusCode).toBe(200)
  })

  it('applies to HEAD as to GET', async () => {
    const answer = await http.inject({ method: 'HEAD', url: '/api/v1/orders-read' })
    expect(answer.statusCode).toBe(401)
  })

  it('must be declared, or the start fails', async () => {
    const undeclared: Routes = async (server) => {
      // @ts-expect-error: the type requires it too.
      server.get('/api/v1/open', { config: {} }, async () => ok(1))
    }
    await expect(anHttp(undeclared)).rejects.toThrow('GET /api/v1/open does not declare its access')
    const bare: Routes = async (server) => {
      server.get('/api/v1/open', async () => ok(1))
    }
    await expect(anHttp(bare)).rejects.toThrow('does not declare its access')
  })

  it('is listed in the table of routes', () => {
    const table = http.routeTable.map(({ method, url, access }) => `${method} ${url} ${access}`)
    expect(table).toContain('GET /api/v1/orders-write orders:write')
    expect(table).not.toContain(expect.stringContaining('HEAD'))
  })
})

const declared: readonly Access[] = [
  'public',
  'orders:read',
  'orders:write',
  'person',
  'company_admin',
  'accountant',
  'requester:read',
  'requester:write',
  'operator',
  'metrics',
  'health',
]

const routes: Routes = async (http) => {
  for (const access of declared) {
    http.get(
      `/api/v1/${access.replace(':', '-')}`,
      {
        config: { access },
        schema: { operationId: `get ${access}`, response: answers(Type.String()) },
      },
      async () => ok(access),
    )
  }
}
