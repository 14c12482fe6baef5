import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { auditOf } from '#testing/audit'
import { aProduct } from '#testing/catalog'
import { aKey, createClient } from './client.ts'
import {
  allow,
  askFor,
  postForm,
  redeem,
  redirectUri,
  refresh,
  signInAt,
  tokensFor,
  useOAuthWorld,
} from './oauth-world.ts'
import { shipTo } from './purchase.ts'

const world = await useOAuthWorld()
const person = await world.person()

const wanted = {
  name: 'Spend reports',
  type: 'confidential',
  redirectUris: [redirectUri],
  scopes: ['orders:read'],
}

describe('partner apps', () => {
  it('are admitted, shown, changed and removed by an administrator', async () => {
    const made = await world.admin.post('/api/v1/oauth-apps', wanted)
    expect(made.status).toBe(201)
    const { clientSecret, ...shown } = made.body.data
    expect(clientSecret).toMatch(/^pvy_test_app_[\w-]{43}$/)
    const path = `/api/v1/oauth-apps/${shown.id}`
    expect((await world.admin.get(path)).body.data).toEqual(shown)
    expect((await world.admin.get('/api/v1/oauth-apps')).body.data[0]).toEqual(shown)

    const changed = await world.admin.patch(path, { name: 'Reports', scopes: ['products:read'] })
    expect(changed.body.data).toMatchObject({ name: 'Reports', scopes: ['products:read'] })
    const gone = await world.admin.delete(path)
    expect(gone.body.data.revokedAt).toEqual(expect.any(String))
    expect((await world.admin.patch(path, { name: 'Again' })).status).toBe(404)
  })

  it('are created once per key, and show their secret once', async () => {
    const key = aKey()
    const first = await world.admin.post('/api/v1/oauth-apps', wanted, { key })
    const second = await world.admin.post('/api/v1/oauth-apps', wanted, { key })
    expect(second.body.data.id).toBe(first.body.data.id)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('belong to their company, and are closed to other companies, keys, apps and buyers', async () => {
    const { id } = (await world.admin.post('/api/v1/oauth-apps', wanted)).body.data
    const other = await world.company()
    expect((await other.admin.get(`/api/v1/oauth-apps/${id}`)).status).toBe(404)
    expect((await other.admin.delete(`/api/v1/oauth-apps/${id}`)).status).toBe(404)
    expect((await other.integration.get('/api/v1/oauth-apps')).status).toBe(403)
    expect((await other.buyer.post('/api/v1/oauth-apps', wanted)).status).toBe(403)
  })

  it.each([
    ['http://partner.example/callback', 'confidential'],
    ['https://partner.example/callback#part', 'confidential'],
    ['https://*.partner.example/callback', 'confidential'],
    ['https://user:word@partner.example/', 'public'],
    ['com.example.app:/callback', 'confidential'],
    ['javascript:alert(1)', 'public'],
    ['myapp:/callback', 'public'],
    ['/callback', 'public'],
  ])('cannot redirect to %s (%s)', async (uri, type) => {
    const body = { ...wanted, type, redirectUris: [uri] }
    const answer = await world.admin.post('/api/v1/oauth-apps', body)
    expect([answer.status, answer.body.meta.code]).toEqual([400, 'identity.redirect_uri_invalid'])
  })

  it('get a new secret while the old one works for the announced time', async () => {
    const app = await world.partnerApp({ type: 'confidential' })
    const { refresh_token: token } = await tokensFor(world, app, person)
    const path = `/api/v1/oauth-apps/${app.clientId}/rotate-secret`
    const rotated = await world.admin.post(path, { overlapSeconds: 3600 })
    const fresh = { ...app, clientSecret: rotated.body.data.clientSecret as string }
    expect((await refresh(world.baseUrl, app, token)).status).toBe(200)
    expect((await refresh(world.baseUrl, fresh, token)).status).toBe(200)

    const { body } = await world.admin.post(path, {})
    expect((await refresh(world.baseUrl, fresh, token)).status).toBe(401)
    const last = { ...app, clientSecret: body.data.clientSecret as string }
    expect((await refresh(world.baseUrl, last, token)).status).toBe(200)
    // Not the stored hash either.
    const stored = await world.parts.platform.database.pool
      .withTables<{
        'identity.oauth_apps': { company_id: string; id: string; secret_hash: Buffer }
      }>()
      .selectFrom('identity.oauth_apps')
      .select('secret_hash')
      .where('company_id', '=', world.companyId)
      .where('id', '=', app.clientId)
      .executeTakeFirstOrThrow()
    const hash = Buffer.from(stored.secret_hash).toString('hex')
    expect((await refresh(world.baseUrl, { ...app, clientSecret: hash }, token)).status).toBe(401)
  })

  it('lose all tokens with their removal, and lost scopes at once', async () => {
    const app = await world.partnerApp()
    const { access_token: token } = await tokensFor(world, app, person)
    const api = createClient(world.baseUrl, { bearer: token })
    expect((await api.get('/api/v1/cart')).status).toBe(200)
    const path = `/api/v1/oauth-apps/${app.clientId}`
    await world.admin.patch(path, { scopes: ['products:read'] })
    expect((await api.get('/api/v1/cart')).status).toBe(403)
    await world.admin.delete(path)
    expect((await api.get('/api/v1/cart')).status).toBe(401)
    const page = await fetch(askFor(world.baseUrl, app.clientId).url, { redirect: 'manual' })
    expect(page.status).toBe(400)
  })
})

describe('an access token of a partner app', () => {
  it('acts for its person, and reaches nothing that is for people themselves', async () => {
    const admin = await world.person('company_admin')
    const { access_token: token } = await tokensFor(world, await world.partnerApp(), admin)
    const api = createClient(world.baseUrl, { bearer: token })
    const firstParty = ['/api/v1/me', '/api/v1/api-keys', '/api/v1/oauth-apps']
    for (const path of [...firstParty, '/auth/authorized-apps', '/health/ops']) {
      expect([path, (await api.get(path)).status]).toEqual([path, 403])
    }
    expect((await api.post('/api/v1/oauth-apps', wanted)).status).toBe(403)
  })

  it('reads its person, company and scopes, and neither roles nor a session', async () => {
    const scopes = ['products:read']
    const app = await world.partnerApp()
    const { access_token: token } = await tokensFor(world, app, person, scopes)
    const { accessToken } = await world.parts.modules.identity.signIn(person)
    const me = (await createClient(world.baseUrl, { bearer: accessToken }).get('/auth/me')).body
      .data
    const { status, body } = await createClient(world.baseUrl, { bearer: token }).get('/auth/me')
    expect(status).toBe(200)
    const { id, email, name, companyId } = me
    expect(body.data).toEqual({
      id,
      kind: 'oauth_app',
      email,
      name,
      companyId,
      roles: [],
      scopes,
      expiresAt: expect.any(String),
    })
  })

  it('shares the cart of its person, and is its own client of the cart contract', async () => {
    const product = await aProduct(world.parts.platform.database, {})
    const { access_token: token } = await tokensFor(world, await world.partnerApp(), person)
    const { accessToken } = await world.parts.modules.identity.signIn(person)
    const api = createClient(world.baseUrl, { bearer: token })
    const me = createClient(world.baseUrl, { bearer: accessToken })
    const added = await api.post('/api/v1/cart/items', { productId: product.id, quantity: 2 })
    expect(added.status).toBe(201)
    expect(added.headers.get('x-contract-status')).toContain('UNVALIDATED')
    const { body, headers } = await me.get('/api/v1/cart')
    expect(body.data.items).toHaveLength(1)
    expect(headers.get('x-contract-status')).toBeNull()
  })

  it('repeats its own requests only: one key means one thing for each app', async () => {
    const [one, other] = [await world.partnerApp(), await world.partnerApp({ name: 'Another' })]
    const somebody = await world.person()
    const key = aKey()
    const statuses = []
    for (const app of [one, other]) {
      const { access_token: bearer } = await tokensFor(world, app, somebody)
      const api = createClient(world.baseUrl, { bearer })
      const answer = await api.post(
        '/api/v1/cart/items',
        { productId: 'prd_none', quantity: 1 },
        { key },
      )
      statuses.push(answer.headers.get('idempotent-replayed'))
    }
    expect(statuses).toEqual([null, null])
  })

  it('is not accepted in an address, and no other secret passes as one', async () => {
    const app = await world.partnerApp({ type: 'confidential' })
    const tokens = await tokensFor(world, app, person)
    const inAddress = `${world.baseUrl}/api/v1/cart?access_token=${tokens.access_token}`
    expect((await fetch(inAddress)).status).toBe(401)
    const others = [tokens.refresh_token, app.clientSecret ?? '', tokens.access_token.slice(0, -1)]
    for (const bearer of [...others, `${tokens.access_token}x`]) {
      const api = createClient(world.baseUrl, { bearer })
      expect((await api.get('/api/v1/cart')).status).toBe(401)
    }
  })

  it('is stored nowhere, and neither is any other secret', async () => {
    const app = await world.partnerApp({ type: 'confidential' })
    const asked = askFor(world.baseUrl, app.clientId)
    const browser = world.browser()
    const back = await allow(browser, asked, person)
    const code = back.searchParams.get('code') ?? ''
    const { body } = await redeem(world.baseUrl, app, code, asked.verifier)
    const cookies = browser.cookies.filter(({ name }) => name === 'purveyor-oauth')
    expect(cookies).toHaveLength(1)
    const secrets = [
      code,
      body.access_token,
      body.refresh_token,
      app.clientSecret ?? '',
      asked.verifier,
    ]
    const dump = await dumpOf(['oauth_apps', 'oauth_grants', 'oauth_tokens', 'oauth_browsers'])
    expect(dump).toContain(app.clientId)
    for (const secret of [...secrets, ...cookies.map(({ value }) => value)]) {
      expect(dump).not.toContain(secret)
    }
  })

  it('is in the audit log, from consent to revocation', async () => {
    const app = await world.partnerApp()
    const { refresh_token: token } = await tokensFor(world, app, person)
    const { body } = await refresh(world.baseUrl, app, token)
    await refresh(world.baseUrl, app, token)
    expect(body.access_token).toEqual(expect.any(String))
    const { rows } = await sql<{ action: string }>`
      select action, company_id from platform.audit_entries
      where company_id = ${world.companyId} and target_id = ${app.clientId}
      order by occurred_at, id
    `.execute(world.parts.platform.database.pool)
    expect(rows.map(({ action }) => action)).toEqual([
      'identity.oauth_app_created',
      'identity.oauth_access_given',
      'identity.oauth_token_reused',
    ])
  })

  it('has audit entries for its sign-in, a refusal and its revocation', async () => {
    const app = await world.partnerApp()
    const buyer = await world.person()
    const browser = world.browser()
    const asked = askFor(world.baseUrl, app.clientId)
    const page = await signInAt(browser, await browser.open(asked.url), buyer)
    await browser.submit(page, '/consent', { decision: 'deny' })
    const { refresh_token: token } = await tokensFor(world, app, person)
    const fields = { token, client_id: app.clientId }
    expect((await postForm(`${world.baseUrl}/oauth/revoke`, fields)).status).toBe(200)

    const { database } = world.parts.platform
    expect(await auditOf(database, world.companyId, app.clientId)).toEqual([
      'identity.oauth_access_ended',
      'identity.oauth_access_given',
      'identity.oauth_app_created',
      'identity.oauth_consent_refused (refused)',
    ])
    expect(await auditOf(database, world.companyId, buyer.actor.id)).toEqual([
      'identity.session_opened',
    ])
  })
})

it('a client with too many requests must wait', async () => {
  const url = `${world.baseUrl}/oauth/introspect`
  const app = await world.partnerApp()
  const fields = { token: 'x', client_id: app.clientId }
  let answer = await postForm(url, fields)
  for (let count = 0; count < 610 && answer.status !== 429; count += 1)
    answer = await postForm(url, fields)
  expect([answer.status, answer.body.error]).toEqual([429, 'temporarily_unavailable'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

async function dumpOf(names: readonly string[]): Promise<string> {
  const { pool } = world.parts.platform.database
  const texts = []
  for (const name of names) {
    const { rows } = await sql<{ text: string }>`
      /* across companies: nothing may be anywhere */
      select coalesce(json_agg(t), '[]')::text as text from ${sql.table(`identity.${name}`)} t
    `.execute(pool)
    texts.push(rows[0]?.text ?? '')
  }
  return texts.join('')
}

it('an app orders only with the right to pay, and rules apply to its person', async () => {
  const { platform, modules } = world.parts
  const { actor } = person
  const terms = { companyId: world.companyId, limit: money(100_000n, 'EUR'), netDays: 30 }
  await platform.database.transaction((tx) =>
    modules.payments.putCreditAccount(tx, terms, new Date()),
  )
  await world.person('approver')
  const rule = {
    name: 'Buyers ask',
    conditions: { requesterRoles: ['buyer'] },
    steps: [{ mode: 'ANY', role: 'approver' }],
  }
  expect((await world.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
  const { id: productId } = await aProduct(platform.database, { unitPrice: '10.00' })
  const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
  const placed = async (scopes: readonly string[]) => {
    const app = await world.partnerApp({ scopes })
    const { access_token: bearer } = await tokensFor(world, app, person, scopes)
    return createClient(world.baseUrl, { bearer }).post('/api/v1/orders', order, { key: aKey() })
  }

  const refused = await placed(['orders:write'])
  expect([refused.status, refused.body.meta.code]).toEqual([403, 'checkout.handoff_not_allowed'])
  const asked = await placed(['orders:write', 'payments:write'])
  expect(asked.body.data).toMatchObject({ order: { state: 'PENDING_APPROVAL' } })
  expect(asked.body.data.order).toMatchObject({ placedBy: actor.id })
}, 180_000)
