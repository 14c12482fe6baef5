import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisUrl, useDatabase } from '#harness'
import type { ConfigReadiness } from '#platform/config'
import { sql } from '#platform/db'
import { accessSecret, anApi } from '#testing/admin'
import { bodyOf, fromOurPage, tokensOf } from '#testing/admin-browser'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'
import { type ServiceProcess, startService } from '../harness/service-process.ts'

const database = await useDatabase()
const companyId = await aCompany(database)
let time: Date | undefined
const api = closeAtEnd(await anApi({ database, now: () => time ?? new Date() }))

const healthToken = 'a token for the health surfaces'

/** A real process with the role admin: it has no database, and reaches the API over the network. */
describe.each([
  ['JWT_ACCESS_SECRET', { JWT_ACCESS_SECRET: accessSecret }, 'derived from JWT_ACCESS_SECRET'],
  ['no secret at all', {}, 'made at the start: sign-ins end with this process'],
] as const)(
  'the admin runtime alone, with %s',
  { timeout: 240_000 },
  (_name, secrets, keySource) => {
    let admin: ServiceProcess
    beforeAll(async () => {
      admin = await startService({
        env: {
          APP_ENV: 'production',
          PURVEYOR_ROLES: 'admin',
          API_BASE_URL: api.url,
          BASE_URL: 'https://shop.example.com',
          CACHE_URL: redisUrl() ?? 'redis://127.0.0.1:9',
          HEALTH_TOKEN: healthToken,
          LOG_LEVEL: 'warn',
          ...secrets,
        },
        until: 'answers',
      })
    }, 240_000)
    afterAll(() => admin.stop())

    const send = (path: string, headers: Record<string, string>) =>
      fetch(admin.baseUrl + path, { headers: { accept: 'application/json', ...headers } })

    async function signedIn() {
      const person = await aPerson(database, { companyId, role: 'operator' })
      const response = await fetch(`${admin.baseUrl}/admin/session`, {
        method: 'POST',
        headers: fromOurPage,
        body: JSON.stringify({ email: person.email, password: person.password }),
      })
      expect(response.status, await response.clone().text()).toBe(200)
      const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] as string
      return { person, cookie }
    }

    it('is ready with an address of the API, and asks for nothing else', async () => {
      const answer = await send('/health/ops', { authorization: `Bearer ${healthToken}` })
      const { configReadiness } = (await answer.json()) as { configReadiness: ConfigReadiness }
      expect(configReadiness.status).toBe('ready')
      expect(configReadiness.required).toEqual([
        { name: 'API_BASE_URL', purpose: expect.any(String), present: true },
      ])
      expect(configReadiness.promotion).toEqual({ ready: true, blockers: [] })
      expect(configReadiness.policy.find(({ name }) => name === 'DATA_ENCRYPTION_KEYS')).toEqual({
        name: 'DATA_ENCRYPTION_KEYS',
        effective: keySource,
        source: 'absent',
      })
    })

    it('shows the readings to an operator who signed in, and renews an expired token', async () => {
      const { cookie } = await signedIn()
      expect((await send('/admin/operations', { cookie })).status).toBe(200)
      const { person } = await signedIn()
      const { accessToken } = await tokensOf(api.url, person)
      const authorization = `Bearer ${accessToken}`
      expect((await send('/admin/operations', { authorization })).status).toBe(200)
      // The API is eleven minutes ahead: for it the token has expired, and the cookie leads to another one.
      time = new Date(Date.now() + 11 * 60_000)
      expect((await send('/admin/operations', { authorization })).status).toBe(401)
      const renewed = await send('/admin/operations', { cookie })
      expect(renewed.status).toBe(200)
      expect(renewed.headers.get('set-cookie')).toContain('__Host-purveyor_admin=')
      time = undefined
    })

    it('refuses an operator who was demoted during the session', async () => {
      const { person, cookie } = await signedIn()
      expect((await send('/admin/api/health/ops', { cookie })).status).toBe(200)
      await sql`update identity.memberships set roles = array['buyer']
      where company_id = ${person.actor.companyId} and user_id = ${person.actor.id}`.execute(
        database.pool,
      )
      api.identity.forgetCredentials()
      const refused = await send('/admin/api/health/ops', { cookie })
      expect(refused.status).toBe(403)
      expect(await bodyOf(refused)).toMatchObject({ meta: { code: 'identity.access_denied' } })
    })

    it('refuses a token of nobody, and a session of another deployment', async () => {
      expect((await send('/admin/operations', { authorization: 'Bearer none' })).status).toBe(401)
      const cookie = '__Host-purveyor_admin=none'
      expect((await send('/admin/operations', { cookie })).status).toBe(401)
    })
  },
)

it('the admin runtime says that the API is down', { timeout: 240_000 }, async () => {
  const nobody = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => nobody.once('listening', resolve))
  const { port } = nobody.address() as { port: number }
  await new Promise((resolve) => nobody.close(resolve))
  const admin = await startService({
    env: {
      APP_ENV: 'production',
      PURVEYOR_ROLES: 'admin',
      API_BASE_URL: `http://127.0.0.1:${port}`,
      BASE_URL: 'https://shop.example.com',
      CACHE_URL: redisUrl() ?? 'redis://127.0.0.1:9',
      JWT_ACCESS_SECRET: accessSecret,
      LOG_LEVEL: 'warn',
    },
    until: 'answers',
  })
  const response = await fetch(`${admin.baseUrl}/admin/session`, {
    method: 'POST',
    headers: fromOurPage,
    body: JSON.stringify({ email: 'a@example.com', password: 'of nobody at all' }),
  })
  expect(response.status).toBe(503)
  expect(await bodyOf(response)).toMatchObject({ meta: { code: 'platform.dependency_down' } })
  await admin.stop()
})
