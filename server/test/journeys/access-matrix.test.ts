import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aPerson } from '#testing/identity'
import {
  allScopes,
  type Holder,
  mayCall,
  type Need,
  needOf,
  type ScopeName,
} from './access-policy.ts'
import { aKey, createClient } from './client.ts'
import { forge } from './forged-tokens.ts'
import { accessSecret, aWorld, type CompanyOfWorld, type World } from './world.ts'

type Route = { readonly method: string; readonly url: string }
type Sent = Readonly<Record<string, string>>
type Expected = { readonly status: number; readonly code?: string }

let world: World
let routes: readonly Route[]
let ours: CompanyOfWorld
let theirs: CompanyOfWorld
const good: Record<string, string> = {}

beforeAll(async () => {
  // Each request comes from an address of its own: who tries thousands of credentials from one is stopped.
  world = await aWorld({ settings: { TRUST_PROXY: '127.0.0.1/32' } })
  ours = await world.company()
  theirs = await world.company()
  routes = world.app.http.routeTable.filter(({ method }) => method !== 'OPTIONS')
  for (const role of ['buyer', 'approver', 'company_admin', 'operator'] as const) {
    good[role] = await tokenFor(role)
  }
})
afterAll(() => world.close())

describe('the routes', () => {
  it('are all known to the rules of the contract', () => {
    expect(routes.length).toBeGreaterThan(45)
    for (const { method, url } of routes) expect(needOf(method, url)).toBeTruthy()
  })
})

describe('without a credential', () => {
  it('only what is open answers', () =>
    every({}, (need) => (need === 'nothing' ? open : refused(401, 'credentials_required'))))
})

describe('a person', () => {
  it.each(['buyer', 'approver', 'company_admin', 'operator'] as const)('who is %s', (role) =>
    every(bearer(good[role]), allowing({ kind: 'person', role })),
  )
})

describe('an API key', () => {
  it.each(allScopes)('that holds %s alone', async (scope) =>
    every(await keyHeaders([scope]), allowing({ kind: 'scoped', scopes: [scope] })),
  )

  it('that holds all scopes reaches nothing that is for people', async () =>
    every(await keyHeaders(allScopes), allowing({ kind: 'scoped', scopes: allScopes })))

  it('that is revoked opens nothing', async () => {
    const { id, headers } = await aKeyWith(allScopes)
    await ours.admin.delete(`/api/v1/api-keys/${id}`)
    await every(headers, closed('credentials_invalid'))
  })

  it('that is expired opens nothing', async () => {
    const { id, headers } = await aKeyWith(allScopes)
    await sql`update identity.api_keys set expires_at = created_at + interval '1 millisecond'
      where company_id = ${ours.companyId} and id = ${id}`.execute(pool())
    await every(headers, closed('credentials_expired'))
  })

  it('whose last character differs opens nothing', async () => {
    const last = ours.apiKey.at(-1) === 'a' ? 'b' : 'a'
    await every({ 'x-api-key': ours.apiKey.slice(0, -1) + last }, closed('credentials_invalid'))
  })

  it('whose creator may do nothing any more opens nothing that needs a scope', async () => {
    const leaver = await aPerson(world.parts.platform.database, {
      companyId: ours.companyId,
      role: 'company_admin',
    })
    const { key = '' } = await world.parts.modules.identity.createApiKey(leaver.actor, {
      name: 'Left behind',
      scopes: allScopes,
    })
    await sql`delete from identity.memberships
      where company_id = ${ours.companyId} and user_id = ${leaver.actor.id}`.execute(pool())
    await every({ 'x-api-key': key }, allowing({ kind: 'scoped', scopes: [] }))
  })

  it('of another company finds nothing of ours', async () => {
    const { body } = await ours.integration.post('/api/v1/webhooks', {
      name: 'Ours',
      url: 'http://127.0.0.1:9/hook',
      events: ['*'],
    })
    const path = `/api/v1/webhooks/${body.data.id}`
    expect((await ours.integration.get(path)).status).toBe(200)
    expect((await theirs.integration.get(path)).status).toBe(404)
    const foreign = await createClient(world.baseUrl, { apiKey: theirs.apiKey })
    await every(foreign.headers, allowing({ kind: 'scoped', scopes: allScopes }))
  })
})

describe('a token that is not one of ours', () => {
  const past = Math.floor(Date.now() / 1_000) - 60
  const forgeries = [
    ['is expired', { claims: { exp: past } }, 'credentials_expired'],
    ['says alg none', { header: { alg: 'none' }, unsigned: true }, 'credentials_invalid'],
    ['says alg none and is signed', { header: { alg: 'none' } }, 'credentials_invalid'],
    ['says alg HS512', { header: { alg: 'HS512' }, hash: 'sha512' }, 'credentials_invalid'],
    ['has the type of a refresh token', { header: { typ: 'rt+jwt' } }, 'credentials_invalid'],
    ['has the type of an identity token', { header: { typ: 'JWT' } }, 'credentials_invalid'],
    ['has no type', { header: { typ: undefined } }, 'credentials_invalid'],
    ['is for another audience', { claims: { aud: 'another-api' } }, 'credentials_invalid'],
    ['has no audience', { claims: { aud: undefined } }, 'credentials_invalid'],
    ['is from another issuer', { claims: { iss: 'another-issuer' } }, 'credentials_invalid'],
    ['has no expiry', { claims: { exp: undefined } }, 'credentials_invalid'],
    ['names no session', { claims: { sid: undefined } }, 'credentials_invalid'],
    ['names another person', { claims: { sub: 'usr_somebody' } }, 'credentials_invalid'],
    ['names another company', { claims: { company: 'co_somewhere' } }, 'credentials_invalid'],
    ['names no key', { header: { kid: undefined } }, 'credentials_invalid'],
    ['names an unknown key', { header: { kid: '00000000' } }, 'credentials_invalid'],
    [
      'is signed with another secret',
      { secret: 'another secret of at least 32 bytes' },
      'credentials_invalid',
    ],
    [
      'demands what nobody understands',
      { header: { crit: ['https://example.com/x'], 'https://example.com/x': 1 } },
      'credentials_invalid',
    ],
  ] as const

  it('differs from a good one in one thing only', async () => {
    await every(
      bearer(forge(good.company_admin ?? '', accessSecret)),
      allowing({ kind: 'person', role: 'company_admin' }),
    )
  })

  it.each(forgeries)('%s', async (_name, forgery, code) =>
    every(bearer(forge(good.company_admin ?? '', accessSecret, forgery)), closed(code)),
  )

  it('was issued for a session that has ended', async () => {
    const token = await tokenFor('company_admin')
    const client = createClient(world.baseUrl, { bearer: token })
    expect((await client.get('/auth/me')).status).toBe(200)
    expect((await client.post('/auth/logout', {})).status).toBe(200)
    await every(bearer(token), closed('credentials_invalid'))
  })

  it.each(['', 'x', 'a.b.c', 'a.b', 'a.b.c.d', 'A'.repeat(43)])('is "%s"', async (text) =>
    every({ authorization: `Bearer ${text}` }, closed('credentials_invalid')),
  )

  it('is a good one in another scheme', async () =>
    every({ authorization: `Basic ${good.company_admin}` }, closed('credentials_invalid')))
})

describe('two credentials', () => {
  it('are refused wherever one is looked at, though each is good', () =>
    every({ ...bearer(good.company_admin), 'x-api-key': ours.apiKey }, (need) =>
      need === 'nothing' ? open : refused(400, 'ambiguous_credentials'),
    ))

  it('do not travel in the address', async () => {
    for (const { method, url } of guarded()) {
      const address = `${world.baseUrl}${urlOf(url)}?access_token=${good.company_admin}`
      const response = await fetch(address, { method, ...bodyOf(method) })
      expect(response.status, `${method} ${url}`).toBe(401)
    }
  })
})

/** Let in: the address holds a parameter that nobody declared, so nothing is carried out. */
const open: Expected = { status: 400, code: 'platform.request_invalid' }
const refused = (status: number, code: string): Expected => ({ status, code: `identity.${code}` })

type Verdict = (need: Need) => Expected

/** A credential that is no good is not looked at where none is needed. */
const closed =
  (code: string): Verdict =>
  (need) =>
    need === 'nothing' ? open : refused(401, code)

const allowing =
  (holder: Holder): Verdict =>
  (need) =>
    mayCall(holder, need) ? open : refused(403, 'access_denied')

/** Pages, files, and doors with a session or a client of their own, which their own tests try. Here: they do not break. */
const ownForm = /^\/(?:admin|docs|openapi\.json|oauth|\.well-known)(?:\/|$)/

const guarded = () => routes.filter(({ method, url }) => needOf(method, url) !== 'nothing')

async function every(headers: Sent, verdict: Verdict): Promise<void> {
  const wrong: string[] = []
  await inTurns(routes, async ({ method, url }) => {
    const need = needOf(method, url)
    const expected = verdict(need)
    const response = await fetch(`${world.baseUrl}${urlOf(url)}?surprise=1`, {
      method,
      redirect: 'manual',
      ...bodyOf(method, headers),
    })
    const text = await response.text()
    if (need === 'nothing' && ownForm.test(url)) {
      if (response.status >= 500 && response.status !== 503) wrong.push(`${method} ${url}: ${text}`)
      return
    }
    const { code, details } = metaOf(text)
    const seen = { status: response.status, code }
    const isRight = seen.status === expected.status && code === expected.code
    const saysWhy = expected.status !== 403 || details?.needs === need
    if (!isRight || !saysWhy) {
      wrong.push(`${method} ${url}: ${JSON.stringify({ need, expected, seen, details })}`)
    }
  })
  expect(wrong).toEqual([])
}

function metaOf(text: string): { code?: string; details?: { needs?: string } } {
  try {
    return (JSON.parse(text) as { meta?: object }).meta ?? {}
  } catch {
    return {}
  }
}

const urlOf = (url: string) => url.replace(/:[A-Za-z]+/g, 'nothing_00000000000000000000000000')

function bodyOf(method: string, headers: Sent = {}) {
  const from = { 'x-forwarded-for': anAddress() }
  if (method === 'GET' || method === 'HEAD') return { headers: { ...from, ...headers } }
  const json = { 'content-type': 'application/json', 'idempotency-key': aKey() }
  return { headers: { ...from, ...json, ...headers }, body: '{}' }
}

let asked = 0

function anAddress(): string {
  asked += 1
  return `203.0.${asked >> 8}.${asked & 255}`
}

const bearer = (token: string | undefined): Sent => ({ authorization: `Bearer ${token}` })

async function tokenFor(role: 'buyer' | 'approver' | 'company_admin' | 'operator') {
  const { companyId } = ours
  const person = await aPerson(world.parts.platform.database, { companyId, role })
  const { email, password } = person
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return body.data.accessToken as string
}

async function aKeyWith(scopes: readonly ScopeName[]) {
  const { body, status } = await ours.admin.post('/api/v1/api-keys', { name: 'Probe', scopes })
  expect(status).toBe(201)
  return { id: body.data.id as string, headers: { 'x-api-key': body.data.key as string } }
}

const keyHeaders = async (scopes: readonly ScopeName[]) => (await aKeyWith(scopes)).headers

const pool = () => world.parts.platform.database.pool

/** A few at a time, as a browser would. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next)
    }),
  )
}
