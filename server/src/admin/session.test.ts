import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, minutesMs, secondsMs } from '#kernel/time'
import {
  type AnAdminRuntime,
  aCache,
  accessSecret,
  anAdminRuntime,
  anApi,
  aSeal,
} from '#testing/admin'
import {
  bodyOf,
  cookieOf,
  fromOurPage,
  get,
  signedIn,
  signIn,
  tokensOf,
} from '#testing/admin-browser'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'
import { forwardInto } from './forward.ts'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const clock = () => now
const database = await useDatabase()
const companyId = await aCompany(database)
const operator = await aPerson(database, { companyId, role: 'operator' })
const buyer = await aPerson(database, { companyId })
const probes = ['checkoutLifecycle', 'catalog'].map((name) => ({
  name,
  surfaces: ['ops'] as const,
  read: async () => ({ metrics: {}, problems: [] }),
}))
const api = closeAtEnd(await anApi({ database, now: clock, probes }))

afterAll(async () => {
  for (const runtime of runtimes) await runtime.close()
})
beforeEach(() => {
  now = start
  api.calls.length = 0
})

const runtimes: AnAdminRuntime[] = []

describe.each([
  ['with the secret', () => ({ accessSecret })],
  ['through the API', () => ({})],
  ['inside the process of the API', () => ({ forward: forwardInto(api.http) })],
])('the operator session, checked %s', (_name, options) => {
  let runtime: AnAdminRuntime
  beforeAll(async () => {
    runtime = await aRuntime(options())
  })

  it('opens for an operator with an HttpOnly cookie', async () => {
    const response = await signIn(runtime, operator)

    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toMatchObject({
      success: true,
      data: { id: operator.actor.id, roles: ['operator'] },
    })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-purveyor_admin=/)
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(cookie).not.toMatch(/eyJ[\w-]*\.eyJ/)
    expect(cookie.length).toBeLessThan(4_096)
  })

  it('refuses a person who is no operator and keeps no session', async () => {
    const response = await signIn(runtime, buyer)

    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await bodyOf(response)).toMatchObject({
      success: false,
      meta: { code: 'identity.access_denied', details: { needs: 'operator' } },
    })
    expect(api.calls.at(-1)).toBe('POST /auth/logout')
  })

  it('passes on the API’s answer to a wrong password', async () => {
    const response = await signIn(runtime, { email: operator.email, password: 'wrong' })

    expect(response.status).toBe(401)
    expect(await bodyOf(response)).toMatchObject({ meta: { code: 'identity.sign_in_refused' } })
  })

  it('requires the second factor of an operator who has one', async () => {
    const { companyId } = operator.actor
    const cautious = await aPerson(database, { companyId, role: 'operator' })
    const { secret } = await api.identity.enrolTotp(cautious.actor)
    const timestamp = now.getTime()
    await api.identity.confirmTotp(
      cautious.actor,
      new TOTP({ secret }).generate({ timestamp: timestamp - 30_000 }),
    )
    const signedIn = await signIn(runtime, cautious)
    expect(signedIn.status).toBe(401)
    expect(signedIn.headers.get('set-cookie')).toBeNull()
    const refusal = await bodyOf(signedIn)
    expect(refusal).toMatchObject({ meta: { code: 'identity.second_factor_required' } })
    const { challengeToken } = (refusal.meta as { details: { challengeToken: string } }).details

    const answer = (totp: string) =>
      fetch(`${runtime.url}/admin/session/second-factor`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: runtime.url },
        body: JSON.stringify({ challengeToken, totp }),
      })
    expect((await answer('000000')).status).toBe(401)
    const opened = await answer(new TOTP({ secret }).generate({ timestamp }))
    expect(opened.status).toBe(200)
    expect(opened.headers.get('set-cookie')).toMatch(/^__Host-purveyor_admin=/)
  })

  it('returns the signed-in operator and refuses a missing or forged cookie', async () => {
    const cookie = await signedIn(runtime, operator)

    expect(await bodyOf(await get(runtime, '/admin/session', { cookie }))).toMatchObject({
      data: { id: operator.actor.id, expiresAt: after(start, minutesMs(10)).toISOString() },
    })
    for (const forged of ['', `${cookie.slice(0, -4)}AAAA`, '__Host-purveyor_admin=x.y']) {
      const response = await get(runtime, '/admin/session', { cookie: forged })
      expect(response.status).toBe(401)
      expect(await bodyOf(response)).toMatchObject({
        meta: { code: 'identity.credentials_required' },
      })
    }
  })

  it('renews itself once for all requests that carry the old cookie', async () => {
    const cookie = await signedIn(runtime, operator)
    now = after(start, minutesMs(11))
    api.calls.length = 0

    const together = await Promise.all(
      [1, 2, 3, 4, 5].map(() => get(runtime, '/admin/api/health/ops', { cookie })),
    )
    now = after(now, secondsMs(20))
    const straggler = await get(runtime, '/admin/session', { cookie })

    expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(straggler.status).toBe(200)
    expect(api.calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1)
    const renewed = cookieOf(together[0] as Response)
    expect(renewed).not.toBe(cookie)
    expect((await get(runtime, '/admin/session', { cookie: renewed })).status).toBe(200)
  })

  it('also ends at the API when it is closed', async () => {
    const cookie = await signedIn(runtime, operator)

    const response = await fetch(`${runtime.url}/admin/session`, {
      method: 'DELETE',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })

    expect(await bodyOf(response)).toMatchObject({ data: { signedOut: true, endedAtApi: true } })
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-purveyor_admin=; Max-Age=0/)
    const afterwards = await get(runtime, '/admin/api/health/ops', { cookie })
    expect(afterwards.status).toBe(401)
    expect(afterwards.headers.get('set-cookie')).toMatch(/Max-Age=0/)
  })

  it('forwards the operator routes of the API and no others', async () => {
    const cookie = await signedIn(runtime, operator)

    const health = await get(runtime, '/admin/api/health/ops', { cookie })
    expect(health.status).toBe(200)
    expect(await bodyOf(health)).toMatchObject({
      status: 'ok',
      dependencies: [{ name: 'database' }],
    })

    const echo = await fetch(`${runtime.url}/admin/api/notifications/echo/word?limit=5`, {
      method: 'POST',
      headers: { ...fromOurPage, cookie, 'idempotency-key': 'once', 'accept-language': 'fr' },
      body: '{"note":"done"}',
    })
    expect(await bodyOf(echo)).toMatchObject({
      data: {
        actor: operator.actor.id,
        body: { note: 'done' },
        query: { limit: '5' },
        params: { word: 'word' },
        key: 'once',
        language: 'fr',
      },
    })

    for (const path of [
      '/api/v1/products',
      '/auth/login',
      '/admin/session',
      '/admin/api/health/ops',
      '/health/ops/..%2f..%2fauth/me',
      '/notifications/..%2f..%2fapi/v1/me',
      '/notifications//x',
      '/health',
    ]) {
      const response = await get(runtime, `/admin/api${path}`, { cookie })
      expect([path, response.status]).toEqual([path, 404])
    }
  })

  it.each(['PUT', 'PATCH', 'DELETE'])(
    'forwards %s with its body, or without one',
    async (method) => {
      const cookie = await signedIn(runtime, operator)
      const send = (init: RequestInit) =>
        fetch(`${runtime.url}/admin/api/notifications/echo/word?limit=5`, { method, ...init })

      const withBody = await send({ headers: { ...fromOurPage, cookie }, body: '{"note":"new"}' })
      expect(await bodyOf(withBody)).toMatchObject({
        data: { method, actor: operator.actor.id, body: { note: 'new' }, query: { limit: '5' } },
      })
      const bare = { 'sec-fetch-site': 'same-origin', cookie }
      const without = await send({ headers: bare })
      if (method === 'DELETE') expect(await bodyOf(without)).toMatchObject({ data: { method } })
      else expect(without.status).toBe(415)
      const text = { ...bare, 'content-type': 'text/plain' }
      expect((await send({ headers: text, body: '{}' })).status).toBe(415)
    },
  )

  it('refuses a request without a credential before it reads the body', async () => {
    const send = (headers: Record<string, string>, path: string) =>
      fetch(`${runtime.url}/admin/api${path}`, {
        method: 'POST',
        headers: { ...fromOurPage, ...headers },
        // A reader of this could only report that it is not JSON.
        body: '{',
      })
    for (const path of ['/notifications/echo/word', '/api/v1/orders/ord_1/confirm']) {
      for (const headers of [
        {},
        { cookie: '__Host-purveyor_admin=x.y' },
        { authorization: 'Basic x' },
      ]) {
        const response = await send(headers as Record<string, string>, path)
        expect(await bodyOf(response)).toMatchObject({
          meta: { code: 'identity.credentials_required' },
        })
      }
      const cookie = await signedIn(runtime, operator)
      expect((await send({ cookie }, path)).status).toBe(400)
    }
  })

  it('forwards bodies up to the limit of each API route', async () => {
    const cookie = await signedIn(runtime, operator)
    const send = (path: string) =>
      fetch(`${runtime.url}/admin/api${path}`, {
        method: 'POST',
        headers: { ...fromOurPage, cookie },
        body: JSON.stringify({ note: 'x'.repeat(100_000) }),
      })
    expect((await send('/notifications/echo/word')).status).toBe(413)
    // The API of this test has no such route.
    expect((await send('/api/v1/orders/ord_1/confirm')).status).toBe(404)
  })

  it('answers a program at a page’s address with the reading', async () => {
    const cookie = await signedIn(runtime, operator)
    const { accessToken } = await tokensOf(api.url, operator)
    const { accessToken: ofBuyer } = await tokensOf(api.url, buyer)

    for (const headers of [{ cookie }, { authorization: `Bearer ${accessToken}` }]) {
      const response = await get(runtime, '/admin/operations', headers)
      expect(await bodyOf(response)).toMatchObject({ success: true, data: { status: 'ok' } })
    }
    const readingAt = async (path: string) =>
      ((await bodyOf(await get(runtime, path, { cookie }))) as { data: object }).data
    const whole = await readingAt('/admin/operations')
    const ofOrders = await readingAt('/admin/orders')
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(['checkoutLifecycle', 'catalog']))
    expect(ofOrders).toMatchObject({ status: 'ok', checkoutLifecycle: { status: 'ok' } })
    expect(ofOrders).toHaveProperty('dependencies')
    expect(ofOrders).not.toHaveProperty('catalog')
    expect(await readingAt('/admin/automations')).not.toHaveProperty('checkoutLifecycle')
    const refused = await get(runtime, '/admin/operations', { authorization: `Bearer ${ofBuyer}` })
    expect(refused.status).toBe(403)
    const authorization = `Bearer ${accessToken}`
    for (const both of [
      { cookie, authorization },
      { cookie, 'x-api-key': 'pvy_test_x' },
      { authorization, 'x-api-key': 'pvy_test_x' },
    ]) {
      const ambiguous = await get(runtime, '/admin/operations', both)
      expect(await bodyOf(ambiguous)).toMatchObject({
        meta: { code: 'identity.ambiguous_credentials' },
      })
    }
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'refuses a cross-site request with %s',
    async (method) => {
      const cookie = await signedIn(runtime, operator)
      const attempt = (headers: Record<string, string>) =>
        fetch(`${runtime.url}/admin/api/notifications/echo/x`, {
          method,
          headers: { cookie, ...headers },
          body: '{}',
        })
      const codeOf = async (headers: Record<string, string>) =>
        (await bodyOf(await attempt(headers))).meta.code
      const json = { 'content-type': 'application/json' }
      api.calls.length = 0

      for (const elsewhere of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        {},
      ]) {
        expect(await codeOf({ ...json, ...elsewhere })).toBe('admin.cross_site')
      }
      expect(await codeOf({ 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' })).toBe(
        'platform.media_type_unsupported',
      )
      expect(api.calls).toEqual([])
      expect((await attempt({ ...json, origin: runtime.url })).status).toBe(200)
    },
  )
})

describe('behind a proxy with another Host header', () => {
  it('accepts pages of the public address as its own', async () => {
    const origin = 'https://shop.example.com'
    const runtime = await aRuntime({ publicOrigins: [origin] })
    const attempt = async (from: string) => {
      const headers = { 'content-type': 'application/json', origin: from }
      const answer = await fetch(`${runtime.url}/admin/session`, {
        method: 'POST',
        headers,
        body: '{}',
      })
      return (await bodyOf(answer)).meta.code
    }
    expect(await attempt(origin)).toBe('platform.request_invalid')
    expect(await attempt('https://evil.example')).toBe('admin.cross_site')
  })
})

describe('several admin processes', () => {
  it('renew a session once with a shared cache and sealing key', async () => {
    const shared = { cache: aCache(clock), seal: aSeal() }
    const [one, other] = [await aRuntime(shared), await aRuntime(shared)]
    const cookie = await signedIn(one, operator)
    now = after(start, minutesMs(11))
    api.calls.length = 0

    const answers = await Promise.all(
      [one, other, one, other].map((runtime) => get(runtime, '/admin/session', { cookie })),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(api.calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1)
  })

  it('refuse the cookie of a deployment with another key', async () => {
    const cookie = await signedIn(await aRuntime(), operator)

    expect((await get(await aRuntime(), '/admin/session', { cookie })).status).toBe(401)
  })
})

describe('a local start over plain HTTP', () => {
  it('sets a cookie that the browser keeps', async () => {
    const response = await signIn(await aRuntime({ isSecure: false }), operator)
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^purveyor_admin=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/)
  })
})

async function aRuntime(
  options: Partial<Parameters<typeof anAdminRuntime>[0]> = {},
): Promise<AnAdminRuntime> {
  const runtime = await anAdminRuntime({ apiUrl: api.url, now: clock, ...options })
  runtimes.push(runtime)
  return runtime
}
