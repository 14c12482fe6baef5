import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { anHttp, as } from './http.fixture.ts'
import { routes } from './requests.fixture.ts'
import type { Routes } from './types.ts'

describe('a request', async () => {
  const http = await anHttp(routes)
  const post = (payload: string, headers: Record<string, string> = {}) =>
    http.inject({
      method: 'POST',
      url: '/api/v1/orders',
      headers: { ...as('writer'), 'content-type': 'application/json', ...headers },
      payload,
    })
  const get = (url: string) => http.inject({ url, headers: as('writer') })
  const good = '{"lines":[{"productId":"prd_1","quantity":2}]}'

  it('is answered in the envelope, with the declared status', async () => {
    const answer = await post(good)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      success: true,
      data: { id: 'ord_1', lines: [{ productId: 'prd_1', quantity: 2 }] },
      meta: {},
    })
  })

  it.each([
    ['{"lines":[{"productId":"prd_1","quantity":"2"}]}', 'body.lines[0].quantity'],
    ['{"lines":[{"productId":"prd_1","quantity":1.5}]}', 'body.lines[0].quantity'],
    ['{"lines":[{"productId":"prd_1","quantity":1e400}]}', 'body.lines[0].quantity'],
    ['{"lines":[{"productId":"prd_1","quantity":2,"price":0}]}', 'body.lines[0].price'],
    ['{"lines":[{"productId":"prd_1","quantity":2}],"companyId":"co_2"}', 'body.companyId'],
    ['{"lines":[]}', 'body.lines'],
    ['[]', 'body'],
    ['null', 'body'],
    ['', 'body'],
  ])('with the body %s is refused by field name', async (body, path) => {
    const answer = await post(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      success: false,
      meta: { code: 'platform.request_invalid', details: { problems: [{ path }] } },
    })
  })

  it.each([
    ['{"lines":', 400, 'platform.body_malformed'],
    ['{"lines":[],"lines":[]}', 400, 'platform.body_malformed'],
    ['{"__proto__":{"x":1}}', 400, 'platform.body_malformed'],
    [`{"lines":"${'x'.repeat(3_000)}"}`, 413, 'platform.body_too_large'],
  ])('with the body %.20s gets %d', async (body, status, code) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().meta.code]).toEqual([status, code])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json-patch+json',
    'application/jsonx',
    'text/plain; application/json',
    'json',
    ' ',
  ])('of the media type %s is refused', async (type) => {
    const answer = await post(good, { 'content-type': type })
    expect([answer.statusCode, answer.json().meta.code]).toEqual([
      415,
      'platform.media_type_unsupported',
    ])
  })

  it('with a compressed body is refused, and the message says so', async () => {
    const answer = await post(good, { 'content-encoding': 'gzip' })
    expect([answer.statusCode, answer.json().meta.code]).toEqual([
      415,
      'platform.content_encoding_unsupported',
    ])
    expect((await post(good, { 'content-encoding': 'identity' })).statusCode).toBe(201)
  })

  it.each([
    'application/json; charset=UTF-8',
    'APPLICATION/JSON',
    'application/json;charset="utf-8"',
  ])('of the media type %s is accepted', async (type) => {
    expect((await post(good, { 'content-type': type })).statusCode).toBe(201)
  })

  it.each([
    'limit=abc',
    'limit=NaN',
    'limit=Infinity',
    'limit=1e400',
    'limit=1e1',
    'limit=',
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=1&limit=2',
    'state=a&state=b',
    'state=%00',
    'offset=1',
    '__proto__=1',
    'cursor=',
    'cursor=x',
    'LIMIT=1',
  ])('with the query %s is refused', async (query) => {
    const answer = await get(`/api/v1/orders?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().meta.code).toMatch(/^platform\.(?:request|cursor)_invalid$/)
  })

  it.each([
    ['limit=1&limit=2', 'query.limit', 'is given 2 times: give it once'],
    ['state=a&state=b&state=c', 'query.state', 'is given 3 times: give it once'],
    ['locale=de&locale=fr', 'query.locale', 'is given 2 times: give it once'],
    ['other=a&other=b', 'query.other', 'is not a known field'],
  ])('with the parameters %s names the one that it repeats', async (query, path, message) => {
    const { meta } = (await get(`/api/v1/orders?${query}`)).json()
    expect(meta).toMatchObject({
      code: 'platform.request_invalid',
      details: { problems: [{ path, message }] },
    })
  })

  it('to a route without query and body is refused with them', async () => {
    expect((await get('/api/v1/orders/ord_1?debug=1')).statusCode).toBe(400)
    const cancel = (payload?: object) =>
      http.inject({
        method: 'POST',
        url: '/api/v1/orders/ord_1/cancel',
        headers: as('writer'),
        ...(payload ? { payload } : {}),
      })
    expect((await cancel()).statusCode).toBe(200)
    expect((await cancel({})).statusCode).toBe(200)
    expect((await cancel({ force: true })).statusCode).toBe(400)
  })

  it.each(['%00', 'a%00b', '%E0%A4', '%zz'])('with %s in its path is refused', async (part) => {
    const answer = await get(`/api/v1/orders/${part}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().meta.code).toBe('platform.request_invalid')
  })

  it.each([
    '/api/v1/nothing',
    '/api/v1/orders/',
    '/api/v1//orders',
    '/API/V1/orders',
    '/',
    '/api/v1/orders%2Ford_1',
    `/api/v1/orders/${'x'.repeat(1_100)}`,
  ])('for %s gets 404 in the envelope', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({
      success: false,
      meta: { code: 'platform.route_not_found' },
    })
  })

  it.each([
    ['/api/v1/orders/', '/api/v1/orders'],
    ['/api/v1/orders/?limit=2', '/api/v1/orders'],
    ['/API/v1//Orders', '/api/v1/orders'],
    ['/api/v1/orders/ord_1/Cancel/', '/api/v1/orders/ord_1/cancel'],
  ])('for %s names the right path, with and without a credential', async (url, didYouMean) => {
    for (const answer of [await get(url), await http.inject({ url })]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json().meta).toMatchObject({
        code: 'platform.route_not_found',
        details: { didYouMean },
      })
    }
    expect((await get('/api/v1/nothing')).json().meta).not.toHaveProperty('details')
  })

  it('in a language that the service does not have says which one it used', async () => {
    for (const [locale, used] of [
      ['xx', 'en'],
      ['de-CH', 'de'],
    ]) {
      const answer = await get(`/api/v1/orders/ord_1?locale=${locale}`)
      expect([answer.statusCode, answer.headers['content-language']]).toEqual([200, used])
    }
    expect((await get('/api/v1/orders/ord_1')).headers).not.toHaveProperty('content-language')
  })

  it('with another method gets the list of allowed ones', async () => {
    const answer = await http.inject({ method: 'DELETE', url: '/api/v1/orders' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
    const options = await http.inject({ method: 'OPTIONS', url: '/api/v1/orders' })
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
    expect((await http.inject({ method: 'OPTIONS', url: '/nothing' })).statusCode).toBe(404)
  })

  it('with HEAD has the headers of GET and no body', async () => {
    const head = await http.inject({ method: 'HEAD', url: '/api/v1/orders', headers: as('reader') })
    const full = await get('/api/v1/orders')
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(full.headers['content-length'])
  })

  it('that fails as expected returns its failure', async () => {
    const answer = await get('/api/v1/broken/failure')
    expect(answer.statusCode).toBe(409)
    expect(answer.headers['retry-after']).toBe('3')
    const meta = { code: 'orders.closed', requestId: expect.any(String), details: { total: '5' } }
    const docs = '/docs/failure-codes#ordersclosed'
    expect(answer.json()).toEqual({ success: false, meta: { ...meta, docs }, error: 'Closed.' })
  })

  it('that meets a bug gets a general sentence', async () => {
    const answer = await get('/api/v1/broken/bug')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret')
    const docs = '/docs/failure-codes#platforminternal'
    const meta = { code: 'platform.internal', requestId: expect.any(String), docs }
    expect(answer.json().meta).toEqual(meta)
  })

  it('that meets a lost connection may be sent again', async () => {
    const answer = await get('/api/v1/broken/lost')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  it('gets only declared fields', async () => {
    expect((await get('/api/v1/broken/leak')).statusCode).toBe(500)
  })

  it('succeeds when the handler returns undeclared fields', async () => {
    expect((await get('/api/v1/broken/silence')).statusCode).toBe(500)
  })

  it('with a signature reaches its handler byte by byte', async () => {
    for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
      const payload = '{"a":1,\n"a":2}\u00ff'
      const answer = await http.inject({
        method: 'POST',
        url: '/webhooks/payments',
        headers: { 'content-type': type },
        payload: Buffer.from(payload, 'latin1'),
      })
      expect(answer.json()).toEqual({ raw: payload, parsed: null })
    }
  })

  it('keeps its request id when it is valid', async () => {
    const idFor = async (given: string) => {
      const answer = await http.inject({ url: '/nothing', headers: { 'x-request-id': given } })
      expect(answer.headers['x-request-id']).toBe(answer.json().meta.requestId)
      return answer.headers['x-request-id']
    }
    expect(await idFor('abc-1.2_3')).toBe('abc-1.2_3')
    for (const odd of ['a b', 'x'.repeat(65), '<script>', 'a,b', '']) {
      expect(await idFor(odd)).toMatch(/^req_/)
    }
  })
})

describe('a list', async () => {
  const http = await anHttp(routes)
  const page = async (query: string, caller = 'buyer') => {
    const answer = await http.inject({ url: `/api/v1/orders?${query}`, headers: as(caller) })
    return { status: answer.statusCode, ...answer.json() }
  }

  it('is paged to its end', async () => {
    const first = await page('limit=2')
    expect(first).toMatchObject({ data: [{ number: 1 }, { number: 2 }], meta: { limit: 2 } })
    const second = await page(`limit=2&cursor=${first.meta.nextCursor}`)
    expect(second.data).toEqual([{ number: 3 }, { number: 4 }])
    const third = await page(`limit=2&cursor=${second.meta.nextCursor}`)
    expect(third.data).toEqual([{ number: 5 }])
    expect(third.meta).toEqual({ limit: 2 })
    expect((await page('')).meta).toEqual({ limit: 20 })
  })

  it('continues behind the limit of one request, even without a match', async () => {
    const first = await page('state=LAST')
    expect(first.data).toEqual([])
    const second = await page(`state=LAST&cursor=${first.meta.nextCursor}`)
    expect(second.data).toEqual([])
    const third = await page(`state=LAST&cursor=${second.meta.nextCursor}`)
    expect(third).toMatchObject({ data: [{ number: 5 }] })
    expect(third.meta.nextCursor).toBeUndefined()
  })

  it('refuses the cursor of another filter or company', async () => {
    const { meta } = await page('limit=2&state=OPEN')
    expect((await page(`limit=3&state=OPEN&cursor=${meta.nextCursor}`)).status).toBe(200)
    for (const [query, caller] of [
      [`cursor=${meta.nextCursor}`, 'buyer'],
      [`state=CLOSED&cursor=${meta.nextCursor}`, 'buyer'],
      [`state=OPEN&cursor=${meta.nextCursor}`, 'otherBuyer'],
    ] as const) {
      const answer = await page(query, caller)
      expect([answer.status, answer.meta.code]).toEqual([400, 'platform.cursor_invalid'])
    }
  })
})

describe('while the process starts', async () => {
  const failure = new Failure(
    'platform.configuration_missing',
    { status: 503, message: 'Not configured.', retryAfterSeconds: 60 },
    {},
  )
  const health: Routes = async (server) => {
    server.get('/health', { config: { access: 'public' } }, async () => ({ status: 'up' }))
    server.get('/healthy', { config: { access: 'public' } }, async () => ({ status: 'up' }))
  }
  const http = await anHttp(health, { gate: () => failure })

  it('only /health answers', async () => {
    expect((await http.inject({ url: '/health?x=1' })).statusCode).toBe(400)
    expect((await http.inject({ url: '/health' })).statusCode).toBe(200)
    for (const url of ['/healthy', '/docs', '/openapi.json', '/nothing']) {
      const answer = await http.inject({ url })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60'])
      expect(answer.json().meta.code).toBe('platform.configuration_missing')
    }
  })
})
