import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aPerson } from '#testing/identity'
import { aKey, createClient } from '../journeys/client.ts'
import { accessSecret, refreshSecret, useWorld } from '../journeys/world.ts'
import { aPurchase, aWebhook, sendRaw, until } from './attack.ts'

const lines: string[] = []
const refusals: string[] = []
/** Each is somebody's secret; `shown` are those that one answer shows once, and none ever again. */
const canaries = new Map<string, string>()
const world = await useWorld({ lines })
const ours = await world.company()
canaries.set('access secret', accessSecret)
canaries.set('refresh secret', refreshSecret)
canaries.set('API key', ours.apiKey)
await useThemAll()

describe(
  'secret leakage and tenant fall-back: n8n GHSA-vrv8-j27g-g7cr; LiteLLM AIKIDO-2025-10336, -10010, -10086, AIKIDO-2024-10128, ' +
    'AIKIDO-2026-10161; Medusa AIKIDO-2025-10132, -10032; Saleor GHSA-r8qr-wwg3-2r85; Spree AIKIDO-2025-10321; n8n-mcp CVE-2026-45707',
  () => {
    it('no secret is in a log line', () => {
      expect(lines.length).toBeGreaterThan(100)
      expect(canaries.size).toBeGreaterThanOrEqual(10)
      expect(lines.flatMap((line) => found(line).map((name) => `${name}: ${line}`))).toEqual([])
    })

    it('no refusal repeats a credential', () => {
      expect(refusals.length).toBeGreaterThan(100)
      // What was sent as a field or as an id may be named as wrong or unknown; a credential never comes back.
      const named = /platform\.request_invalid|_not_found/
      const credentials = refusals.filter((text) => !named.test(text))
      expect(credentials.length).toBeGreaterThan(80)
      expect(credentials.flatMap((text) => found(text.replace(/^\S+ \S+/, '')))).toEqual([])
    })

    it('no secret is in a metric label', async () => {
      const operator = await world.operator()
      const { text, status } = await sendRaw(world.baseUrl, '/metrics', {
        headers: operator.headers,
      })
      expect(status).toBe(200)
      expect(text).toContain('http_requests_total')
      expect(found(text)).toEqual([])
      expect(text).not.toContain('key_')
      expect(text).not.toContain(ours.companyId)
    })

    it('no secret is readable in the database', async () => {
      const { pool } = world.parts.platform.database
      const { rows: tables } = await sql<{ name: string }>`
        select table_schema || '.' || table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      `.execute(pool)
      expect(tables.length).toBeGreaterThan(30)
      for (const { name } of tables) {
        const { rows } = await sql<{ text: string }>`
          select to_jsonb(t)::text as text from ${sql.table(name)} t /* across companies: a dump of everything */
        `.execute(pool)
        // A name that somebody gave to a thing is theirs to choose, and here it was a secret that was refused.
        const seen = rows.flatMap(({ text }) => found(text))
        expect(seen, name).toEqual([])
      }
    })

    it('a secret is shown once', async () => {
      for (const path of ['/api/v1/api-keys', '/api/v1/webhooks', '/auth/me', '/api/v1/me']) {
        const { body } = await ours.admin.get(path)
        expect(found(JSON.stringify(body)), path).toEqual([])
        expect(JSON.stringify(body)).not.toMatch(/whsec_|pvy_test_\w{20}|argon2/)
      }
    })

    it('an internal error reveals nothing about its cause', async () => {
      const { pool } = world.parts.platform.database
      await sql`alter table orders.orders rename to orders_gone /* across companies: a fault */`.execute(
        pool,
      )
      const answer = await ours.buyer.get('/api/v1/orders')
      await sql`alter table orders.orders_gone rename to orders /* across companies: its end */`.execute(
        pool,
      )
      expect(answer.status).toBe(500)
      expect(answer.body.meta).toEqual({
        code: 'platform.internal',
        requestId: expect.stringMatching(/^req_/),
        docs: `${world.baseUrl}/docs/failure-codes#platforminternal`,
      })
      expect(JSON.stringify(answer.body)).not.toMatch(
        /relation|orders_gone|select|stack|\.ts|node_modules/i,
      )
    })

    it('every answer forbids caching', async () => {
      for (const path of [
        '/api/v1/orders',
        '/nowhere',
        '/health',
        '/docs',
        '/openapi.json',
        '/admin/operations',
      ]) {
        const { headers } = await sendRaw(world.baseUrl, path, { headers: { accept: 'text/html' } })
        expect(headers['x-content-type-options'], path).toBe('nosniff')
        expect(headers['referrer-policy'], path).toBe('no-referrer')
        expect(headers['content-security-policy'], path).toMatch(/frame-ancestors 'none'/)
        expect(headers['x-powered-by']).toBeUndefined()
        expect(headers.server).toBeUndefined()
      }
      const { headers } = await ours.buyer.get('/api/v1/orders')
      expect(headers.get('cache-control')).toBe('no-store')
    })

    it('no script reads the cookie of an operator, which contains no token', async () => {
      const companyId = ours.companyId
      const { email, password } = await aPerson(world.parts.platform.database, {
        companyId,
        role: 'operator',
      })
      const signedIn = await sendRaw(world.baseUrl, '/admin/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email, password }),
      })
      expect(signedIn.status, signedIn.text).toBe(200)
      expect(signedIn.text).not.toMatch(/eyJ|accessToken|refreshToken/)
      const [cookie = ''] = signedIn.headers['set-cookie'] ?? []
      expect(cookie).toMatch(/HttpOnly/)
      expect(cookie).toMatch(/SameSite=Strict/)
      // A JWT: the random text of a seal contains "eyJ" now and then, but no second one behind a dot.
      expect(cookie).not.toMatch(/eyJ[\w-]*\.eyJ/)
    })

    it('a missing company is never replaced by another one', async () => {
      // The other ways to lack one are in 02 and 06: here, a row whose company is not the credential’s.
      const theirs = await world.company()
      const { pool } = world.parts.platform.database
      const mine = (await ours.admin.get('/api/v1/api-keys')).body.data[0]
      await expect(
        sql`update identity.api_keys set company_id = null where company_id = ${ours.companyId} and id = ${mine.id}`.execute(
          pool,
        ),
      ).rejects.toThrow(/null value/)
      const foreign = await theirs.admin.get('/api/v1/orders')
      expect(foreign.body.data).toEqual([])
      for (const header of ['x-company-id', 'x-tenant-id', 'company']) {
        const { body } = await theirs.admin.get('/api/v1/orders', {
          headers: { [header]: ours.companyId },
        })
        expect(body.data).toEqual([])
      }
    })
  },
)

/** Every secret travels every way that it can travel, right and wrong. */
async function useThemAll(): Promise<void> {
  const { database } = world.parts.platform
  const { email, password } = await aPerson(database, {
    companyId: ours.companyId,
    role: 'company_admin',
  })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const { accessToken, refreshToken } = body.data
  canaries.set('password', password)
  canaries.set('access token', accessToken)
  canaries.set('refresh token', refreshToken)
  const next = (await world.anybody.post('/auth/refresh', { refreshToken })).body.data
  canaries.set('second refresh token', next.refreshToken)

  const person = createClient(world.baseUrl, { bearer: accessToken })
  const created = await person.post('/api/v1/api-keys', { name: 'x', scopes: ['orders:read'] })
  canaries.set('created key', created.body.data.key)
  const rotated = await person.post(`/api/v1/api-keys/${created.body.data.id}/rotate`, {})
  canaries.set('rotated key', rotated.body.data.key)
  const hook = await aWebhook(person)
  canaries.set('webhook secret', hook.secret)
  const turned = await person.post(`/api/v1/webhooks/${hook.id}/rotate-secret`)
  canaries.set('rotated webhook secret', turned.body.data.secret)
  await aPurchase(world, ours)
  await until(async () => {
    const { data } = (await person.get(`/api/v1/webhooks/${hook.id}/deliveries`)).body
    return data.length > 0 ? true : undefined
  })

  for (const secret of [...canaries.values(), 'a wrong password, but nearly right']) {
    const value = encodeURIComponent(secret)
    const json = { 'content-type': 'application/json' }
    const ways = [
      ['GET', `/api/v1/orders?token=${value}`, {}],
      ['GET', `/api/v1/orders/${value}`, ours.admin.headers],
      ['GET', `/${value}`, {}],
      ['GET', '/api/v1/orders', { authorization: `Bearer ${secret}x` }],
      ['GET', '/api/v1/orders', { authorization: `Basic ${secret}` }],
      ['GET', '/api/v1/orders', { 'x-api-key': `${secret}x` }],
      [
        'GET',
        '/api/v1/orders',
        { cookie: `sid=${value}`, referer: `https://x.example/?t=${value}` },
      ],
      ['GET', '/api/v1/orders', { 'user-agent': secret, 'x-forwarded-for': secret }],
      ['POST', '/auth/login', json, { email, password: secret }],
      ['POST', '/auth/login', json, { email: secret, password }],
      ['POST', '/auth/login', json, { email, password, secret }],
      ['POST', '/auth/refresh', json, { refreshToken: `${secret}x` }],
      [
        'POST',
        '/admin/session',
        { ...json, 'sec-fetch-site': 'same-origin' },
        { email, password: secret },
      ],
      [
        'POST',
        '/api/v1/api-keys',
        { ...json, ...ours.admin.headers, 'idempotency-key': aKey() },
        { name: secret },
      ],
    ] as const
    for (const [method, path, headers, payload] of ways) {
      const answer = await sendRaw(world.baseUrl, path, {
        method,
        headers,
        ...(payload ? { body: JSON.stringify(payload) } : {}),
      })
      if (answer.status >= 400) refusals.push(`${method} ${path.split('?')[0]}: ${answer.text}`)
    }
    await sendRaw(world.baseUrl, '/auth/login', {
      method: 'POST',
      headers: json,
      body: `{"email":"${email}","password":"${secret}`,
    })
  }
}

/** The names of the secrets that are in a text. */
const found = (text: string) =>
  [...canaries].filter(([, secret]) => text.includes(secret)).map(([name]) => name)
