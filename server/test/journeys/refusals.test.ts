import { describe, expect, it } from 'vitest'
import type { Role } from '#kernel/actor'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { mayCall, type Need } from './access-policy.ts'
import { aKey, createClient } from './client.ts'
import { companyPages } from './page-doors.ts'
import { checkOut, fillCart } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

type Entry = { method: string; url: string; access: string; operationId: string | undefined }
type Operation = {
  operationId?: string
  parameters?: { in?: string; $ref?: string }[]
  requestBody?: {
    content?: Record<string, { schema?: object; examples?: object; example?: unknown }>
  }
  responses: Record<string, unknown>
}

const world = await useWorld()
let schemas: Readonly<Record<string, unknown>>

const ours = await world.company()
const theirs = await world.company()
const routes = world.app.http.routeTable.filter(
  ({ method }) => method !== 'HEAD' && method !== 'OPTIONS',
)
const operations = new Map(listOperations())

describe('every route', () => {
  it('declares its access', () => {
    expect(routes.length).toBeGreaterThan(30)
    for (const { access, url } of routes) expect(access, url).toBeTruthy()
  })

  it('is described with an operation id, its refusals and an example', () => {
    const forOurProcesses = '/api/v1/images/sources/:productId/:version'
    const hidden = new Set([...companyPages, '/openapi.json', '/metrics', forOurProcesses])
    // Pages for people, and what follows RFC 6749 and its kin and not our envelope.
    const apart = ['/docs', '/admin', '/account', '/assets/', '/oauth/', '/.well-known/']
    const described = routes.filter(
      ({ url }) => !hidden.has(url) && !apart.some((start) => url.startsWith(start)),
    )
    for (const route of described) {
      const operation = inDocument(route)
      expect(operation?.operationId, `${route.method} ${route.url}`).toBeTruthy()
      const taken = route.access === 'signed' ? undefined : operation?.requestBody
      const responses = Object.entries(operation?.responses ?? {})
      const answered = responses.filter(([status]) => status.startsWith('2'))
      // A redirect has no body.
      const redirects = responses.some(([status]) => status.startsWith('3'))
      for (const part of [taken, redirects ? undefined : answered].filter((one) => one)) {
        expect(inFull(part), `${route.method} ${route.url}`).toContain('"example')
      }
    }
  })

  it('requires a credential', async () => {
    for (const { method, url } of guardedRoutes()) {
      const { status, text } = await ask(method, address(url), json, '{}')
      expect(status, `${method} ${url}`).toBe(401)
      expect(text).toContain('identity.credentials_required')
    }
  })

  it('refuses an invalid credential, and two of them', async () => {
    for (const { method, url } of guardedRoutes()) {
      const where = `${method} ${url}`
      const wrong = await ask(
        method,
        address(url),
        { ...json, authorization: 'Bearer a.b.c' },
        '{}',
      )
      expect(wrong.status, where).toBe(401)
      const two = { ...json, ...ours.buyer.headers, 'x-api-key': ours.apiKey }
      const both = await ask(method, address(url), two, '{}')
      expect(both.status, where).toBe(400)
      expect(both.text, where).toContain('identity.ambiguous_credentials')
    }
  })

  it('answers an unknown id with 404, and another company’s in the same way', async () => {
    const things = await thingsOf(theirs)
    const wrong: string[] = []
    for (const { method, url, access } of withIds()) {
      const client = await clientFor(access)
      const ids = ['nothing_00000000000000000000000000', ...things]
      const check = async (id: string) => {
        const { status, text } = await ask(
          method,
          address(url, id),
          { ...json, ...client.headers, 'idempotency-key': aKey() },
          method === 'GET' ? undefined : bodyFor(url, method),
        )
        if (status !== 404) wrong.push(`${method} ${url} with ${id}: ${text.slice(0, 300)}`)
      }
      // Three at once: a company may download so many files at a time.
      for (let at = 0; at < ids.length; at += 3) await Promise.all(ids.slice(at, at + 3).map(check))
    }
    expect(wrong).toEqual([])
  })

  it('refuses an unknown field, a wrong type, and text that is not JSON', async () => {
    const takesBody = guardedRoutes().filter(
      (route) => inDocument(route)?.requestBody?.content?.['application/json'],
    )
    expect(takesBody.length).toBeGreaterThan(8)
    for (const { method, url, access } of takesBody) {
      const client = await clientFor(access)
      const headers = { ...json, ...client.headers, 'idempotency-key': aKey() }
      const send = (body: string, more = {}) =>
        ask(method, address(url), { ...headers, ...more }, body)
      const where = `${method} ${url}`

      expect((await send('{"surprise":1}')).status, where).toBe(400)
      expect((await send('[1,2]')).status, where).toBe(400)
      const broken = await send('{"broken":')
      expect(broken.status, where).toBe(400)
      expect(broken.text, where).toContain('platform.body_malformed')
      const dangerous = await send('{"__proto__":{"admin":true}}')
      expect(dangerous.status, where).toBe(400)
      // Conversations carry pictures.
      const bytesMax = url.startsWith('/api/v1/llm/chat/') ? 10_000_000 : 1_048_576
      const large = await send(JSON.stringify({ name: 'x'.repeat(bytesMax) }))
      expect(large.status, where).toBe(413)
      const form = await send('name=x', { 'content-type': 'application/x-www-form-urlencoded' })
      expect(form.status, where).toBe(415)
    }
  })

  it('refuses an unknown parameter in its address', async () => {
    for (const { method, url, access } of guardedRoutes().filter(
      (route) => route.method === 'GET',
    )) {
      const client = await clientFor(access)
      const target = `${address(url)}?surprise=1`
      const { status } = await ask(method, target, { ...client.headers })
      expect(status, `${method} ${url}`).toBe(400)
    }
  })
})

describe('an unknown address', () => {
  it('gets 404 in the envelope', async () => {
    const { status, body } = await world.anybody.get('/api/v1/nowhere')
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, meta: { code: 'platform.route_not_found' } })
  })
})

describe('an Idempotency-Key', () => {
  it('is required where money moves', async () => {
    const { status, body } = await ours.buyer.post('/api/v1/checkout', {
      expectedSnapshotVersion: 1,
      shipTo: { name: 'B', line1: 'H', city: 'H', postalCode: '2', country: 'DE' },
    })
    expect(status).toBe(400)
    expect(body.meta.code).toBe('platform.idempotency_key_required')
  })

  it('is valid for one request only', async () => {
    const product = await aProduct(world.parts.platform.database, { onHand: 10 })
    const { buyer } = await world.company()
    const version = await fillCart(buyer, [{ productId: product.id, quantity: 1 }])
    const key = aKey()
    expect((await checkOut(buyer, version, { key })).status).toBe(201)
    const other = await checkOut(buyer, version, { key, poNumber: 'PO-2' })
    expect(other.status).toBe(422)
    expect(other.body.meta.code).toBe('platform.idempotency_key_reused')
    const again = await checkOut(buyer, version, { key })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('a scope', () => {
  it('opens what it names and nothing else', async () => {
    const { body } = await ours.admin.post('/api/v1/api-keys', {
      name: 'Reader',
      scopes: ['products:read'],
    })
    const reader = createClient(world.baseUrl, { apiKey: body.data.key })
    expect((await reader.get('/api/v1/products')).status).toBe(200)
    for (const path of ['/api/v1/cart', '/api/v1/orders', '/api/v1/payments', '/api/v1/webhooks']) {
      const refused = await reader.get(path)
      expect(refused.status, path).toBe(403)
      expect(refused.body.meta.code).toBe('identity.access_denied')
    }
    expect((await reader.get('/api/v1/me')).status).toBe(403)
  })

  it('is shown to the key that has it, with the company and without a person', async () => {
    const made = await ours.admin.post('/api/v1/api-keys', {
      name: 'Asks who it is',
      scopes: ['orders:read', 'products:read'],
    })
    const { id, key, expiresAt } = made.body.data
    const { status, body } = await createClient(world.baseUrl, { apiKey: key }).get('/auth/me')
    expect(status).toBe(200)
    expect({ ...body.data, scopes: body.data.scopes.toSorted() }).toEqual({
      id,
      kind: 'api_key',
      name: 'Asks who it is',
      companyId: ours.companyId,
      roles: [],
      scopes: ['orders:read', 'products:read'],
      expiresAt,
    })
  })
})

function listOperations(): [string, Operation][] {
  const { paths, components } = world.app.http.openapi() as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, unknown> }
  }
  schemas = components.schemas
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
}

function inDocument({ method, url }: Entry) {
  return operations.get(`${method} ${url.replace(/:([A-Za-z]+)/g, '{$1}')}`)
}

/** Any route that signs somebody in, so that a credential is looked at. */
function guardedRoutes() {
  return routes.filter(({ access }) => !['public', 'signed'].includes(access))
}

function withIds() {
  // An operator asks this one which company a record belongs to.
  const ofEveryCompany = '/admin/records/:recordId/owner'
  return guardedRoutes().filter(({ url }) => url.includes(':') && url !== ofEveryCompany)
}

function address(url: string, id = 'nothing_00000000000000000000000000') {
  return world.baseUrl + url.replace(':currency', 'EUR').replace(/:[A-Za-z]+/g, id)
}

async function ask(method: string, url: string, headers: Record<string, string>, body?: string) {
  const mayHaveBody = method !== 'GET' && body !== undefined
  const response = await fetch(url, { method, headers, ...(mayHaveBody ? { body } : {}) })
  const text = await response.text()
  return { status: response.status, text }
}

const json = { 'content-type': 'application/json' }

let operator: Promise<{ headers: Readonly<Record<string, string>> }> | undefined

async function clientFor(access: string) {
  // Operators stand in for the administrator of a supplier.
  if (['operator', 'supplier_admin', 'health', 'metrics'].includes(access)) {
    operator ??= world.operator()
    return operator
  }
  return isFor('buyer', access) ? ours.buyer : ours.admin
}

const isFor = (role: Role, access: string) =>
  access === 'public' || access === 'signed' || mayCall({ kind: 'person', role }, access as Need)

/** As text, with the schemas that it names. */
function inFull(part: unknown): string {
  const text = JSON.stringify(part)
  const named = [...text.matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g)]
  return [text, ...named.map(([, name = '']) => JSON.stringify(schemas[name]))].join()
}

/** What the other company has: none of it exists for us. */
async function thingsOf(company: CompanyOfWorld): Promise<string[]> {
  const { database } = world.parts.platform
  const product = await aProduct(database, { onHand: 10 })
  const version = await fillCart(company.buyer, [{ productId: product.id, quantity: 1 }])
  const checkout = await checkOut(company.buyer, version)
  await company.integration.post('/api/v1/webhooks', {
    name: 'Theirs',
    url: 'http://127.0.0.1:9/hook',
    events: ['*'],
  })
  const { rows } = await sql<{ id: string }>`
    select id from webhooks.endpoints where company_id = ${company.companyId}
    union all select id from identity.api_keys where company_id = ${company.companyId}
    union all select id from cart.items where company_id = ${company.companyId}
  `.execute(database.pool)
  return [checkout.body.data.id, ...rows.map(({ id }) => id)]
}

/** A body that the route would take, so that the id alone decides. */
function bodyFor(url: string, method: string): string {
  // The version may travel in the address as well, so the document says that neither is needed.
  if (method === 'DELETE' && url.includes('/cart/')) return '{"expectedItemVersion":1}'
  return JSON.stringify(exampleOf(url, method))
}

function exampleOf(url: string, method: string): unknown {
  const operation = inDocument({ method, url, access: '', operationId: undefined })
  const [content] = Object.values(operation?.requestBody?.content ?? {})
  const text = JSON.stringify(content ?? {})
  const found = JSON.parse(text) as {
    example?: unknown
    examples?: Record<string, { value: unknown }>
    schema?: { examples?: unknown[]; $ref?: string }
  }
  const [named] = Object.values(found.examples ?? {})
  const schema = found.schema?.$ref ? schemas[nameIn(found.schema.$ref)] : found.schema
  const { examples: [example] = [] } = (schema ?? {}) as { examples?: unknown[] }
  return found.example ?? named?.value ?? example ?? {}
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
