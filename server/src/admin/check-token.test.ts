import { SignJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import {
  type AnAdminRuntime,
  aCache,
  accessSecret,
  anAdminRuntime,
  anApi,
  aSeal,
} from '#testing/admin'
import { bodyOf, get, signedIn, tokensOf } from '#testing/admin-browser'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const clock = () => now
const database = await useDatabase()
const companyId = await aCompany(database)
const operator = await aPerson(database, { companyId, role: 'operator' })
const api = closeAtEnd(await anApi({ database, now: clock }))

afterAll(async () => {
  for (const runtime of runtimes) await runtime.close()
})
beforeEach(() => {
  now = start
  api.calls.length = 0
})

const runtimes: AnAdminRuntime[] = []

describe('checking a token both ways', () => {
  it('gives the same result for every token', async () => {
    const local = await aRuntime({ accessSecret })
    const remote = await aRuntime()
    const good = (await tokensOf(api.url, operator)).accessToken
    const ended = (await tokensOf(api.url, operator)).accessToken
    await fetch(`${api.url}/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ended}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const tokens = {
      good,
      ended,
      refresh: (await tokensOf(api.url, operator)).refreshToken,
      cut: good.slice(0, -3),
      unsigned: `${good.split('.').slice(0, 2).join('.')}.`,
      foreign: await new SignJWT({ company: 'co_1', sid: 'ses_1', jti: 'x' })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'other' })
        .setSubject(operator.actor.id)
        .setExpirationTime(Math.floor(start.getTime() / 1000) + 600)
        .sign(Buffer.from('another secret of at least 32 bytes')),
      opaque: 'abc',
    }
    for (const [name, token] of Object.entries(tokens)) {
      const headers = { authorization: `Bearer ${token}` }
      const [here, there] = await Promise.all(
        [local, remote].map(async (runtime) => {
          const response = await get(runtime, '/admin/operations', headers)
          return [name, response.status, (await bodyOf(response)).meta.code]
        }),
      )
      expect(here).toEqual(there)
      expect(here?.[1]).toBe(name === 'good' ? 200 : 401)
    }
  })

  it('gives the same principal', async () => {
    const seal = aSeal()
    const [local, remote] = [await aRuntime({ accessSecret, seal }), await aRuntime({ seal })]
    const cookie = await signedIn(local, operator)

    const [here, there] = await Promise.all(
      [local, remote].map(async (runtime) =>
        bodyOf(await get(runtime, '/admin/session', { cookie })),
      ),
    )

    // The token does not contain the name of its person.
    const { name: _name, email: _email, ...principal } = there?.data ?? {}
    expect(here?.data).toEqual(principal)
  })
})

describe('checking a token with the secret', () => {
  it('makes no call to the API', async () => {
    const runtime = await aRuntime({ accessSecret })
    const cookie = await signedIn(runtime, operator)
    expect((await get(runtime, '/admin/session', { cookie })).status).toBe(200)
    expect(api.calls).toEqual(['POST /auth/login'])

    const headers = { authorization: `Bearer ${(await tokensOf(api.url, operator)).accessToken}` }
    api.calls.length = 0
    expect((await get(runtime, '/admin/operations', headers)).status).toBe(200)
    expect(api.calls).toEqual(['GET /health/ops'])
  })

  it('lets the API refuse a demoted operator at once', async () => {
    const companyId = operator.actor.companyId
    const demoted = await aPerson(database, { companyId, role: 'operator' })
    const runtime = await aRuntime({ accessSecret })
    const cookie = await signedIn(runtime, demoted)
    const bearer = (await tokensOf(api.url, demoted)).accessToken
    await sql`update identity.memberships set roles = array['buyer']
      where company_id = ${companyId} and user_id = ${demoted.actor.id}`.execute(database.pool)
    api.identity.forgetCredentials()
    for (const headers of [{ cookie }, { authorization: `Bearer ${bearer}` }]) {
      const response = await get(runtime, '/admin/api/health/ops', headers)
      expect(response.status).toBe(403)
      expect(await bodyOf(response)).toMatchObject({ meta: { code: 'identity.access_denied' } })
    }
  })

  it('asks the API about a token that another secret signed', async () => {
    const runtime = await aRuntime({ accessSecret: 'the secret of before, with 32 bytes or more' })
    const cookie = await signedIn(runtime, operator)

    expect((await get(runtime, '/admin/session', { cookie })).status).toBe(200)
    expect(api.calls).toEqual(['POST /auth/login', 'GET /auth/me'])
  })
})

describe('checking a token through the API', () => {
  it('shares one call among simultaneous checks and asks again after 30 seconds', async () => {
    const runtime = await aRuntime()
    const cookie = await signedIn(runtime, operator)
    api.calls.length = 0
    const ask = () => get(runtime, '/admin/session', { cookie })

    now = after(start, secondsMs(31))
    await Promise.all([ask(), ask(), ask(), ask()])
    expect(api.calls).toEqual(['GET /auth/me'])
    now = after(start, secondsMs(60))
    await ask()
    expect(api.calls).toHaveLength(1)
    now = after(start, secondsMs(62))
    await ask()
    expect(api.calls).toHaveLength(2)
  })

  it('caches a refusal for 5 seconds', async () => {
    const runtime = await aRuntime()
    const headers = { authorization: 'Bearer no.such.token' }
    const ask = () => get(runtime, '/admin/operations', headers)

    await ask()
    await ask()
    expect(api.calls).toEqual(['GET /auth/me'])
    now = after(start, secondsMs(6))
    await ask()
    expect(api.calls).toHaveLength(2)
  })

  it('fails closed while the API is unreachable, and caches nothing then', async () => {
    const own = await anApi({ database, now: clock })
    const runtime = await aRuntime({ apiUrl: own.url })
    const cookie = await signedIn(runtime, operator)
    await own.close()
    now = after(start, secondsMs(31))

    const response = await get(runtime, '/admin/session', { cookie })

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await bodyOf(response)).toMatchObject({
      meta: { code: 'platform.dependency_down', details: { dependency: 'api' } },
    })
  })

  it('works without the cache', async () => {
    const cache = aCache(clock)
    const away = async () => {
      throw new Error('away')
    }
    const runtime = await aRuntime({
      cache: { ...cache, get: away, set: away, delete: away, increment: away },
    })
    const cookie = await signedIn(runtime, operator)
    now = after(start, minutesMs(11))

    expect((await get(runtime, '/admin/session', { cookie })).status).toBe(200)
  })
})

async function aRuntime(
  options: Partial<Parameters<typeof anAdminRuntime>[0]> = {},
): Promise<AnAdminRuntime> {
  const runtime = await anAdminRuntime({ apiUrl: api.url, now: clock, ...options })
  runtimes.push(runtime)
  return runtime
}
