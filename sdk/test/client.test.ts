import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createClient, PurveyorError } from '../src/index.ts'

let server: Server | undefined

afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))))

describe('a call', () => {
  it('returns the data without its envelope', async () => {
    const { baseUrl, seen } = await aService(
      json({ success: true, data: [{ sku: '1' }], meta: { limit: 20 } }, 200, {
        'x-request-id': 'req_7',
      }),
    )
    const client = createClient<TestPaths>({ baseUrl, apiKey: 'pvy_test_1' })

    const { data, meta, requestId } = await client.get('/api/v1/products', {
      params: { query: { q: 'hex bolt' } },
    })

    expect(data).toEqual([{ sku: '1' }])
    expect(meta.limit).toBe(20)
    expect(requestId).toBe('req_7')
    expect(seen[0]).toMatchObject({ url: '/api/v1/products?q=hex%20bolt' })
    expect(seen[0]?.headers['x-api-key']).toBe('pvy_test_1')
  })

  it('returns an answer without an envelope unchanged', async () => {
    const { baseUrl } = await aService(json({ status: 'ok' }))

    const { data } = await createClient<TestPaths>({ baseUrl }).get('/health')

    expect(data).toEqual({ status: 'ok' })
  })

  it('throws the refusal with its code, request id and details', async () => {
    const { baseUrl } = await aService(json(refusal('identity.access_denied'), 403))

    const call = createClient<TestPaths>({ baseUrl }).get('/api/v1/products')

    await expect(call).rejects.toBeInstanceOf(PurveyorError)
    await expect(call).rejects.toMatchObject({
      code: 'identity.access_denied',
      sentence: 'A sentence.',
      method: 'GET',
      address: `${baseUrl}/api/v1/products`,
      message: `A sentence. (GET ${baseUrl}/api/v1/products: identity.access_denied, request req_1)`,
      status: 403,
      requestId: 'req_1',
      docs: 'https://purveyor.example.com/docs/failure-codes#one',
      details: { needs: 'orders:write' },
    })
  })

  it('reports what it knows about an error answer without an envelope', async () => {
    const page = (status: number) => (response: ServerResponse) => {
      response.writeHead(status, { 'content-type': 'text/html' })
      response.end('<h1>Bad gateway</h1>')
    }
    const { baseUrl } = await aService(page(502), page(200))
    const client = createClient<TestPaths>({ baseUrl })

    await expect(client.get('/health')).rejects.toMatchObject({ code: 'http.502', status: 502 })
    await expect(client.get('/health')).rejects.toMatchObject({ code: 'sdk.answer_malformed' })
  })

  it('asks for a token before each request', async () => {
    const { baseUrl, seen } = await aService(json({ status: 'ok' }))
    let count = 0
    const client = createClient<TestPaths>({
      baseUrl,
      getAccessToken: async () => {
        count += 1
        return `token-${count}`
      },
    })

    await client.get('/health')
    await client.get('/health')

    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ])
  })

  it.each([
    [{ apiKey: '' }, /apiKey is empty/],
    [{ apiKey: ' ' }, /apiKey is empty/],
    [{ apiKey: undefined }, /apiKey is empty/],
    [{ accessToken: '' }, /accessToken is empty/],
    [{ apiKey: 'pvy_test_1\n' }, /space or a line break/],
    [{ baseUrl: 'purveyor.example.com' }, /baseUrl is not an absolute address/],
  ])('with %j throws at once', (options, message) => {
    expect(() => createClient({ baseUrl: 'http://127.0.0.1', ...options })).toThrow(message)
  })

  it.each(['', '/', '/api/v1', '/api/v1/', '//'])(
    'reaches the service by a base address that ends with %j',
    async (end) => {
      const { baseUrl, seen } = await aService(json({ success: true, data: [], meta: {} }))
      await createClient<TestPaths>({ baseUrl: baseUrl + end }).get('/api/v1/products')
      expect(seen[0]?.url).toBe('/api/v1/products')
    },
  )

  it('names the request in the error when the service cannot be reached', async () => {
    const client = createClient<TestPaths>({ baseUrl: 'http://127.0.0.1:9', retriesMax: 0 })
    const call = client.get('/api/v1/products', { params: { query: { q: 'secret' } } })
    await expect(call).rejects.toMatchObject({
      code: 'sdk.unreachable',
      method: 'GET',
      address: 'http://127.0.0.1:9/api/v1/products',
      message: expect.not.stringContaining('secret'),
    })
  })

  it('accepts one credential and refuses two', () => {
    const options = { baseUrl: 'http://127.0.0.1', apiKey: 'a', accessToken: 'b' }
    expect(() => createClient(options)).toThrow(/one credential/)
  })
})

describe('retrying a request', () => {
  const placed = json({ success: true, data: { id: 'ord_1' }, meta: {} })

  it('sends the same Idempotency-Key and body on every attempt', async () => {
    const { baseUrl, seen } = await aService(
      json(refusal('platform.dependency_down'), 503, { 'retry-after': '0' }),
      json(refusal('platform.idempotency_in_flight'), 409, { 'retry-after': '0' }),
      placed,
    )

    const { data } = await createClient<TestPaths>({ baseUrl }).post('/api/v1/orders', {
      body: { lines: [{ productId: 'prd_1' }] },
    })

    expect(data.id).toBe('ord_1')
    expect(seen).toHaveLength(3)
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(seen.map(({ body }) => body))).toEqual(
      new Set(['{"lines":[{"productId":"prd_1"}]}']),
    )
  })

  it('uses the Idempotency-Key of the caller', async () => {
    const { baseUrl, seen } = await aService(placed)

    await createClient<TestPaths>({ baseUrl }).post('/api/v1/orders', {
      body: { lines: [] },
      idempotencyKey: 'purchase-4711',
    })

    expect(seen[0]?.headers['idempotency-key']).toBe('purchase-4711')
  })

  it('makes a new Idempotency-Key for a new call', async () => {
    const { baseUrl, seen } = await aService(placed)
    const client = createClient<TestPaths>({ baseUrl })

    await client.post('/api/v1/orders', { body: { lines: [] } })
    await client.post('/api/v1/orders', { body: { lines: [] } })

    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })

  it('stops after the last attempt and throws the last refusal', async () => {
    const { baseUrl, seen } = await aService(
      json(refusal('platform.rate_limited'), 429, { 'retry-after': '0' }),
    )

    await expect(
      createClient<TestPaths>({ baseUrl, retriesMax: 2 }).get('/health'),
    ).rejects.toMatchObject({ code: 'platform.rate_limited', retryAfterSeconds: 0 })
    expect(seen).toHaveLength(3)
  })

  it('waits no longer than the caller allows', async () => {
    const { baseUrl, seen } = await aService(
      json(refusal('platform.rate_limited'), 429, { 'retry-after': '3600' }),
    )

    await expect(createClient<TestPaths>({ baseUrl }).get('/health')).rejects.toMatchObject({
      retryAfterSeconds: 3600,
    })
    expect(seen).toHaveLength(1)
  })

  it('does not retry a conflict or a failure that may have had an effect', async () => {
    const { baseUrl, seen } = await aService(json(refusal('cart.version_conflict'), 409))

    await expect(
      createClient<TestPaths>({ baseUrl }).post('/api/v1/orders', { body: { lines: [] } }),
    ).rejects.toMatchObject({ code: 'cart.version_conflict' })
    expect(seen).toHaveLength(1)
  })

  it('retries a lost connection, and reports it when no attempt succeeds', async () => {
    const { baseUrl, seen } = await aService(
      (response) => response.destroy(),
      json({ status: 'ok' }),
    )
    const { data } = await createClient<TestPaths>({ baseUrl }).get('/health')
    expect(data.status).toBe('ok')
    expect(seen).toHaveLength(2)

    const nobody = createClient<TestPaths>({ baseUrl: 'http://127.0.0.1:1', retriesMax: 0 })
    await expect(nobody.get('/health')).rejects.toMatchObject({
      code: 'sdk.unreachable',
      status: 0,
    })
  })

  it('reports a timeout', async () => {
    const { baseUrl } = await aService(() => undefined)
    const client = createClient<TestPaths>({ baseUrl, timeoutMs: 50, retriesMax: 0 })

    await expect(client.get('/health')).rejects.toMatchObject({ code: 'sdk.timed_out' })
    server?.closeAllConnections()
  })

  it('stops waiting when the caller aborts', async () => {
    const leaving = new AbortController()
    const { baseUrl, seen } = await aService((response) => {
      json(refusal('platform.rate_limited'), 429, { 'retry-after': '20' })(response)
      setTimeout(() => leaving.abort(new Error('enough')), 50)
    })
    const { signal } = leaving

    await expect(createClient<TestPaths>({ baseUrl }).get('/health', { signal })).rejects.toThrow(
      'enough',
    )
    expect(seen).toHaveLength(1)
  })
})

describe('paging through a list', () => {
  it('follows the cursor to the last page', async () => {
    const page = (skus: string[], nextCursor?: string) =>
      json({
        success: true,
        data: skus.map((sku) => ({ sku })),
        meta: { limit: 2, ...(nextCursor ? { nextCursor } : {}) },
      })
    const { baseUrl, seen } = await aService(page(['1', '2'], 'next'), page(['3']))
    const client = createClient<TestPaths>({ baseUrl })

    const skus: string[] = []
    for await (const { sku } of client.each('/api/v1/products', {
      params: { query: { q: 'bolt', limit: 2 } },
    })) {
      skus.push(sku)
    }

    expect(skus).toEqual(['1', '2', '3'])
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/v1/products?q=bolt&limit=2',
      '/api/v1/products?q=bolt&limit=2&cursor=next',
    ])
  })

  it('finds the list under the name of its property', async () => {
    const page = (name: string, meta: object) =>
      json({ success: true, data: { budgets: [{ name }] }, meta })
    const { baseUrl } = await aService(page('Workshop', { nextCursor: 'next' }), page('Garden', {}))
    const client = createClient<TestPaths>({ baseUrl })

    const names: string[] = []
    for await (const { name } of client.each('/api/v1/budgets')) names.push(name)
    expect(names).toEqual(['Workshop', 'Garden'])
  })
})

/** As openapi-typescript writes it, of a service with three routes. */
type TestPaths = {
  '/api/v1/products': {
    get: {
      parameters: { query?: { q?: string; cursor?: string; limit?: number } }
      responses: {
        200: {
          content: {
            'application/json': {
              success: true
              data: { sku: string }[]
              meta: { limit: number; nextCursor?: string }
            }
          }
        }
        '4XX': { content: { 'application/json': { success: false; error: string } } }
      }
    }
  }
  '/api/v1/orders': {
    post: {
      parameters: { header: { 'idempotency-key': string } }
      requestBody: { content: { 'application/json': { lines: { productId: string }[] } } }
      responses: {
        200: {
          content: { 'application/json': { success: true; data: { id: string }; meta: object } }
        }
      }
    }
  }
  '/api/v1/budgets': {
    get: {
      parameters: { query?: { cursor?: string; limit?: number } }
      responses: {
        200: {
          content: {
            'application/json': {
              success: true
              data: { budgets: { name: string }[] }
              meta: { limit: number; nextCursor?: string }
            }
          }
        }
      }
    }
  }
  '/health': {
    get: {
      parameters: Record<never, never>
      responses: { 200: { content: { 'application/json': { status: string } } } }
    }
  }
}

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** A service over real HTTP that answers with `answers`, one after the other, and the last one again and again. */
async function aService(...answers: ((response: ServerResponse, seen: Seen) => void)[]) {
  const seen: Seen[] = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { method = '', url = '', headers } = request
    const record = { method, url, headers, body }
    seen.push(record)
    const answer = answers[Math.min(seen.length, answers.length) - 1]
    answer?.(response, record)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, seen }
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

const refusal = (code: string) => ({
  success: false,
  error: 'A sentence.',
  meta: {
    code,
    requestId: 'req_1',
    docs: 'https://purveyor.example.com/docs/failure-codes#one',
    details: { needs: 'orders:write' },
  },
})
