import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#kernel/actor'
import { sql } from '#platform/db'
import { aPerson } from '#testing/identity'
import { allRoles, allScopes, needOf, type ScopeName } from './access-policy.ts'
import { createClient } from './client.ts'
import { claimsOf, forge } from './forged-tokens.ts'
import {
  afterAWhile,
  allowing,
  bearer,
  bodyOf,
  closed,
  closedByApi,
  every,
  everyDoor,
  inTurns,
  open,
  pathOf,
  refused,
  routesOf,
  settings,
  someOf,
  takeEighth,
} from './matrix.ts'
import { knocks } from './open-doors.ts'
import { seenNow } from './seen-now.ts'
import { accessSecret, useWorld } from './world.ts'

const good: Record<string, string> = {}
const world = await useWorld({ settings })
const ours = await world.company()
const theirs = await world.company()
const routes = routesOf(world)
for (const role of allRoles) {
  good[role] = await tokenFor(role)
}

beforeEach(() => seenNow(world))

describe('the routes', () => {
  it('are all covered by the rules of the contract', () => {
    expect(routes.length).toBeGreaterThan(45)
    for (const { method, url } of routes) expect(needOf(method, url)).toBeTruthy()
  })

  it('are each tried where they are open', () => {
    const opened = routes.filter((route) => !needsSomebody(route))
    expect(Object.keys(knocks).sort()).toEqual(
      opened.map(({ method, url }) => `${method} ${url}`).sort(),
    )
  })

  it('for signing in read no credential', async () => {
    const closedTo = closed('credentials_invalid')
    for (const headers of [
      {},
      bearer(good.operator),
      bearer('x'),
      { 'x-api-key': ours.apiKey },
      { ...bearer(good.operator), 'x-api-key': ours.apiKey },
    ]) {
      expect(await everyDoor(world, headers, closedTo, { costly: true })).toEqual([])
    }
  })
})

describe('without a credential', () => {
  it('only public routes answer', () =>
    every(world, {}, (need) => (need === 'nothing' ? open : refused(401, 'credentials_required'))))
})

describe('a person', () => {
  it.each(allRoles)('who is %s', (role) =>
    every(world, bearer(good[role]), allowing({ kind: 'person', role })),
  )
})

describe('a requester who, for one unit,', () => {
  it('is buyer', async () => {
    const token = await unitToken('buyer')
    await every(
      world,
      bearer(token),
      allowing({ kind: 'person', role: 'requester', unitRole: 'buyer' }),
    )
  })

  it.each(['approver', 'accountant'] as const)('is %s', async (unitRole) => {
    const token = await unitToken(unitRole)
    await someOf(world, bearer(token), allowing({ kind: 'person', role: 'requester', unitRole }))
  })
})

describe('a person whose sign-in is six minutes old', () => {
  it.each(['company_admin', 'operator'] as const)(
    'and who is %s needs a step-up before anything that outlasts the session',
    async (role) => {
      const token = await tokenFor(role)
      const { company, sid } = claimsOf(token)
      const { rows } = await sql`update identity.sessions
        set authenticated_at = authenticated_at - interval '6 minutes'
        where company_id = ${String(company)} and id = ${String(sid)} returning id`.execute(pool())
      expect(rows).toHaveLength(1)
      await every(world, bearer(token), afterAWhile({ kind: 'person', role }))
    },
  )
})

describe('a companion', () => {
  it('asks language models, and reaches nothing else', async () => {
    const { companyId, buyer } = ours
    const userId = (await buyer.get('/api/v1/me')).body.data.person.id as string
    const token = await world.parts.modules.llm.companionToken({ companyId, userId, tokens: 1 })
    await every(world, bearer(token), (need, { url }) =>
      need === 'nothing' || url === '/api/v1/llm/chat/completions'
        ? open
        : refused(403, 'access_denied'),
    )
  })
})

describe('an API key', () => {
  it.each(allScopes)('with %s alone', async (scope) =>
    someOf(world, await keyHeaders([scope]), allowing({ kind: 'scoped', scopes: [scope] }), scope),
  )

  it('with all scopes reaches nothing that is for people', async () =>
    every(world, await keyHeaders(allScopes), allowing({ kind: 'scoped', scopes: allScopes })))

  it('that is revoked opens nothing', async () => {
    const { id, headers } = await aKeyWith(allScopes)
    await ours.admin.delete(`/api/v1/api-keys/${id}`)
    await every(world, headers, closed('credentials_invalid'))
  })

  it('that is expired opens nothing', async () => {
    const { id, headers } = await aKeyWith(allScopes)
    await sql`update identity.api_keys set expires_at = created_at + interval '1 millisecond'
      where company_id = ${ours.companyId} and id = ${id}`.execute(pool())
    await someOf(world, headers, closed('credentials_expired'))
  })

  it('with a different last character opens nothing', async () => {
    const last = ours.apiKey.at(-1) === 'a' ? 'b' : 'a'
    await someOf(
      world,
      { 'x-api-key': ours.apiKey.slice(0, -1) + last },
      closed('credentials_invalid'),
    )
  })

  it('of a creator without rights opens nothing that needs a scope', async () => {
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
    await every(world, { 'x-api-key': key }, allowing({ kind: 'scoped', scopes: [] }))
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
    await someOf(world, foreign.headers, allowing({ kind: 'scoped', scopes: allScopes }))
  })
})

describe('a foreign token', () => {
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

  it('differs from a valid one in one thing only', async () => {
    await someOf(
      world,
      bearer(forge(good.company_admin ?? '', accessSecret)),
      allowing({ kind: 'person', role: 'company_admin' }),
    )
  })

  it.each(forgeries)('%s', async (_name, forgery, code) =>
    someOf(world, bearer(forge(good.company_admin ?? '', accessSecret, forgery)), closed(code)),
  )

  it.each([
    ['names another person', { sub: 'usr_somebody' }],
    ['names another company', { company: 'co_somewhere' }],
  ])('%s', async (_name, claims) =>
    someOf(
      world,
      bearer(forge(good.company_admin ?? '', accessSecret, { claims })),
      closedByApi('credentials_invalid'),
    ),
  )

  it('was issued for a session that has ended', async () => {
    const token = await tokenFor('company_admin')
    const client = createClient(world.baseUrl, { bearer: token })
    expect((await client.get('/auth/me')).status).toBe(200)
    expect((await client.post('/auth/logout', {})).status).toBe(200)
    await every(world, bearer(token), closedByApi('credentials_invalid'))
  })

  it.each(['', 'x', 'a.b.c', 'a.b', 'a.b.c.d', 'A'.repeat(43)])('is "%s"', async (text) =>
    someOf(world, { authorization: `Bearer ${text}` }, closed('credentials_invalid')),
  )

  it('is a valid one under another scheme', async () =>
    someOf(world, { authorization: `Basic ${good.company_admin}` }, closed('credentials_invalid')))
})

describe('two credentials', () => {
  it('are refused wherever one is read, though each is valid', () =>
    every(world, { ...bearer(good.company_admin), 'x-api-key': ours.apiKey }, (need) =>
      need === 'nothing' ? open : refused(400, 'ambiguous_credentials'),
    ))

  it('are refused too when one is the ticket of an address', async () => {
    const { body } = await ours.integration.post('/api/v1/searches', { q: 'bolt' })
    const { url } = body.data.stream
    const alone = await fetch(`${world.baseUrl}${url}`)
    await alone.body?.cancel()
    expect(alone.status).toBe(200)
    const headers = { 'x-api-key': ours.apiKey }
    const both = await fetch(`${world.baseUrl}${url}`, { headers })
    expect(both.status).toBe(400)
    const refusal = (await both.json()) as { meta: { code: string } }
    expect(refusal.meta.code).toBe('identity.ambiguous_credentials')
  })

  it('are not accepted in the address, nor is the ticket of another one', async () => {
    const { body } = await ours.integration.post('/api/v1/searches', { q: 'bolt' })
    const [, ticket = ''] = body.data.stream.url.split('?ticket=')
    await areRefused(`ticket=${ticket}`)
  })

  it('are not accepted in the address', () => areRefused(`access_token=${good.company_admin}`))
})

type Route = (typeof routes)[number]
const needsSomebody = ({ method, url }: Route) => needOf(method, url) !== 'nothing'

/** An eighth of the routes that need somebody reads no credential in the address. */
async function areRefused(inAddress: string) {
  const isDue = takeEighth()
  await inTurns(
    routes.filter(needsSomebody).filter((_route, at) => isDue(at)),
    async (route) => {
      const { method, url } = route
      const address = `${world.baseUrl}${pathOf(url)}?${inAddress}`
      const response = await fetch(address, { method, ...bodyOf(method) })
      await response.text()
      expect(response.status, `${method} ${url}`).toBe(401)
    },
  )
}

async function tokenFor(role: Role) {
  const { companyId } = ours
  const person = await aPerson(world.parts.platform.database, { companyId, role })
  const { email, password } = person
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return body.data.accessToken as string
}

/** Signs in a requester who has a role for one unit, and returns the access token. */
async function unitToken(role: 'buyer' | 'approver' | 'accountant'): Promise<string> {
  const { body: unit } = await ours.admin.post('/api/v1/company/units', {
    name: role,
    kind: 'SITE',
  })
  const { database } = world.parts.platform
  const person = await aPerson(database, { companyId: ours.companyId, role: 'requester' })
  const unitRoles = [{ unitId: unit.data.id, role }]
  await ours.admin.patch(`/api/v1/members/${person.actor.id}`, { unitRoles })
  const { email, password } = person
  return (await world.anybody.post('/auth/login', { email, password })).body.data.accessToken
}

async function aKeyWith(scopes: readonly ScopeName[]) {
  const { body, status } = await ours.admin.post('/api/v1/api-keys', { name: 'Probe', scopes })
  expect(status).toBe(201)
  return { id: body.data.id as string, headers: { 'x-api-key': body.data.key as string } }
}

const keyHeaders = async (scopes: readonly ScopeName[]) => (await aKeyWith(scopes)).headers

const pool = () => world.parts.platform.database.pool
