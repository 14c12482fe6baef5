import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { installApart } from '../../../../scripts/install-apart.ts'
import { answers, list, MoneyView, ok } from '../answering/envelope.ts'
import { PageQuery } from '../answering/page.ts'
import { anHttp } from '../http.fixture.ts'
import { IdempotencyHeaders } from '../reading/headers.ts'
import type { Routes } from '../types.ts'

const run = promisify(execFile)

const OrderView = Type.Object(
  {
    id: Type.String({ description: 'What others call it by.' }),
    total: MoneyView,
    state: Type.Union([Type.Literal('PLACED'), Type.Literal('CANCELLED')]),
    placedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Order' },
)

const Body = Type.Object(
  {
    lines: Type.Array(Type.Object({ productId: Type.String(), quantity: Type.Integer() }), {
      maxItems: 100,
    }),
    limit: Type.Optional(MoneyView),
    note: Type.Optional(Type.String({ description: 'For <b>people</b> & `others`.' })),
  },
  { title: 'PlaceOrder' },
)

describe('the OpenAPI document', async () => {
  const http = await anHttp(routes)
  const answer = await http.inject({ url: '/openapi.json' })
  const document = answer.json<Document>()
  const operation = (path: string, method: string) => document.paths[path]?.[method] as Operation

  it('has every operation that is registered, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const registered = http.routeTable
      .filter(({ operationId }) => operationId)
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    expect(described.sort()).toEqual(registered.sort())
    expect(described).toHaveLength(7)
  })

  it('names who may call', () => {
    expect(operation('/api/v1/orders', 'post').security).toEqual([
      { apiKey: [] },
      { bearer: [] },
      { oauth2: ['orders:write'] },
    ])
    expect(operation('/auth/login', 'post').security).toEqual([])
    expect(operation('/api/v1/api-keys/{keyId}', 'delete').security).toEqual([{ bearer: [] }])
  })

  const locale = { $ref: '#/components/parameters/Locale' }

  it('names parameters, undeclared path parameters included, and the key of a POST', () => {
    const parameters = operation('/api/v1/orders', 'get').parameters ?? []
    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['cursor', false],
      ['limit', false],
      [undefined, undefined],
    ])
    expect(parameters.at(-1)).toEqual(locale)
    expect(operation('/api/v1/orders/{orderId}', 'get').parameters).toMatchObject([
      { name: 'orderId', in: 'path', required: true },
      { $ref: '#/components/parameters/IfNoneMatch' },
      locale,
    ])
    expect(operation('/api/v1/orders', 'post').parameters).toEqual([
      { $ref: '#/components/parameters/IdempotencyKey' },
      locale,
    ])
    expect(operation('/auth/login', 'post').parameters).toEqual([locale])
  })

  it('closes inputs, leaves outputs open, and has one schema for what is both', () => {
    const { schemas } = document.components
    expect(Object.keys(schemas)).toEqual(['Money', 'Order', 'PlaceOrder', 'Refusal'])
    expect(schemas.PlaceOrder).toHaveProperty('additionalProperties', false)
    expect(schemas.Money).toHaveProperty('additionalProperties', false)
    expect(schemas.Order).not.toHaveProperty('additionalProperties')
    const body = operation('/api/v1/orders', 'post').requestBody?.content['application/json']
    expect(body?.schema).toEqual({ $ref: '#/components/schemas/PlaceOrder' })
    expect(Object.keys(operation('/api/v1/orders', 'post').responses)).toEqual(
      expect.arrayContaining([
        '201',
        '400',
        '401',
        '403',
        '409',
        '422',
        '429',
        '4XX',
        '500',
        '503',
      ]),
    )
  })

  it('is compressed, and is not sent again to a client that has it', async () => {
    const ask = (headers: Record<string, string>) => http.inject({ url: '/openapi.json', headers })
    const packed = await ask({ 'accept-encoding': 'br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(answer.body)
    const again = await ask({ 'if-none-match': String(packed.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('passes the linter', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
    const file = join(folder, 'openapi.json')
    await writeFile(file, answer.body)
    const redocly = join(await installApart('checks'), 'node_modules/@redocly/cli/bin/cli.js')
    try {
      const { stdout, stderr } = await run(
        process.execPath,
        [redocly, 'lint', file, '--extends', 'recommended', '--format', 'json'],
        { env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, cwd: folder },
      )
      expect(JSON.parse(stdout).problems, stderr).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  }, 180_000)

  it('refuses a summary that does not begin with a known verb', async () => {
    const odd: Routes = async (server) => {
      server.get(
        '/api/v1/orders',
        {
          config: { access: 'public' },
          schema: {
            operationId: 'orders',
            summary: 'Orders of mine',
            response: answers(OrderView),
          },
        },
        never,
      )
    }
    const http = await anHttp(odd)
    expect(() => http.openapi()).toThrow('"Orders of mine" does not begin with a verb')
  })

  it('refuses one name for two shapes', async () => {
    const clash: Routes = async (server) => {
      for (const [name, schema] of [
        ['one', Type.Object({ a: Type.String() }, { title: 'Thing' })],
        ['two', Type.Object({ b: Type.String() }, { title: 'Thing' })],
      ] as const) {
        server.get(
          `/api/v1/${name}`,
          {
            config: { access: 'public' },
            schema: { operationId: name, summary: `Get ${name}`, response: answers(schema) },
          },
          never,
        )
      }
    }
    const clashing = await anHttp(clash)
    expect(() => clashing.openapi()).toThrow('Two different schemas have the name Thing')
  })
})

const routes: Routes = async (http) => {
  http.route({
    method: 'POST',
    url: '/api/v1/orders',
    config: { access: 'orders:write', idempotency: 'required', fails: ['orders.mixed_currencies'] },
    schema: {
      operationId: 'placeOrder',
      description: 'Copies prices into the order.',
      headers: IdempotencyHeaders,
      body: Body,
      response: answers(OrderView, { status: 201 }),
    },
    handler: never,
  })
  http.route({
    method: 'GET',
    url: '/api/v1/orders',
    config: { access: 'orders:read' },
    schema: { operationId: 'listOrders', querystring: PageQuery, response: list(OrderView) },
    handler: never,
  })
  http.route({
    method: 'GET',
    url: '/api/v1/orders/:orderId',
    config: { access: 'orders:read' },
    schema: { operationId: 'getOrder', response: answers(OrderView) },
    handler: never,
  })
  http.route({
    method: 'POST',
    url: '/auth/login',
    config: { access: 'public', rateLimit: 'auth' },
    schema: {
      operationId: 'login',
      summary: 'Sign in',
      body: Type.Object({ email: Type.String({ format: 'email' }), password: Type.String() }),
      response: answers(Type.Object({ accessToken: Type.String() })),
    },
    handler: never,
  })
  http.route({
    method: 'DELETE',
    url: '/api/v1/api-keys/:keyId',
    config: { access: 'company_admin' },
    schema: { operationId: 'revokeApiKey', response: answers(Type.Null()) },
    handler: never,
  })
  http.route({
    method: 'POST',
    url: '/webhooks/payments',
    config: { access: 'signed' },
    schema: { operationId: 'receivePaymentEvent', response: answers(Type.Null()) },
    handler: async () => ok(null),
  })
  http.route({
    method: 'GET',
    url: '/metrics',
    config: { access: 'metrics' },
    schema: {
      operationId: 'getMetrics',
      tags: ['operations'],
      response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
    },
    handler: async () => 'text',
  })
}

async function never() {
  throw new Error('not called')
}

type Operation = {
  readonly parameters?: readonly Record<string, unknown>[]
  readonly security: readonly object[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> }
  readonly responses: Record<string, object>
}

type Document = {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, Record<string, unknown>> }
}
