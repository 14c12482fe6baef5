import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccountBrowser } from '../journeys/account-browser.ts'
import { aKey } from '../journeys/client.ts'
import { shipTo } from '../journeys/purchase.ts'
import { aWorld, useWorld, type World } from '../journeys/world.ts'
import { sendRaw, times } from './attack.ts'

const world = await useWorld()
const ours = await world.company()

describe('resource limits: Saleor CVE-2026-33756, CVE-2026-35401; Medusa #16688', () => {
  const json = { 'content-type': 'application/json' }

  it('pages have a maximum length', async () => {
    for (const path of ['orders', 'payments', 'webhooks', 'api-keys', 'products']) {
      for (const limit of ['101', '1000000', '0', '-1', '1.5', '1e9', 'all', '9'.repeat(400)]) {
        const { status } = await ours.admin.get(`/api/v1/${path}?limit=${limit}`)
        expect(status, `${path} ${limit}`).toBe(400)
      }
    }
  })

  it('bodies have a maximum size and depth', async () => {
    const send = (body: string | Buffer, headers = {}) =>
      sendRaw(world.baseUrl, '/api/v1/checkout', {
        method: 'POST',
        headers: { ...ours.buyer.headers, ...json, 'idempotency-key': aKey(), ...headers },
        body,
      })
    expect((await send(JSON.stringify({ note: 'x'.repeat(1_100_000) }))).status).toBe(413)
    const deep = '['.repeat(5_000) + ']'.repeat(5_000)
    const begun = performance.now()
    const refused = await send(`{"shipTo":${deep}}`)
    expect(refused.status).toBe(400)
    // By its depth, before anybody looks at what it means.
    expect(refused.text).toContain('platform.body_malformed')
    const wide = `{${Array.from({ length: 85_000 }, (_unused, at) => `"k${at}":1`).join(',')}}`
    const many = await send(wide)
    expect(many.status).toBe(400)
    expect(many.text).toContain('must have at most 1000 fields')
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  it('sign-in and operator routes accept small bodies only, and wait for none', async () => {
    const wide = `{${Array.from({ length: 85_000 }, (_unused, at) => `"k${at}":1`).join(',')}}`
    for (const path of ['/auth/login', '/auth/refresh', '/admin/session', '/auth/password/reset']) {
      const { status } = await sendRaw(world.baseUrl, path, {
        method: 'POST',
        headers: { ...json, 'sec-fetch-site': 'same-origin' },
        body: wide,
      })
      expect([path, status]).toEqual([path, 413])
    }
    for (const path of [
      '/api/v1/checkout',
      '/admin/shipping-methods',
      '/admin/api/admin/jobs',
      '/auth/step-up',
    ]) {
      const { status } = await sendRaw(world.baseUrl, path, {
        method: 'POST',
        headers: { ...json, 'sec-fetch-site': 'same-origin' },
        body: wide,
      })
      expect([path, status]).toEqual([path, 401])
    }
  })

  it('a text that is much too long is refused in proportion to its length', async () => {
    for (const text of ['!', '\u00a0', ' ', '0'].map((pump) => `${pump.repeat(500_000)}\u0001`)) {
      const body = { shipTo: { ...shipTo, name: text }, lines: [] }
      const { status } = await ours.buyer.post('/api/v1/orders', body)
      expect([text[0], status]).toEqual([text[0], 400])
    }
  })

  it('compressed bodies are not decompressed', async () => {
    const packed = gzipSync(JSON.stringify({ note: 'x'.repeat(10_000_000) }))
    expect(packed.length).toBeLessThan(20_000)
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
      const { status } = await sendRaw(world.baseUrl, '/api/v1/checkout', {
        method: 'POST',
        headers: { ...ours.buyer.headers, ...json, 'content-encoding': encoding },
        body: packed,
      })
      expect([400, 413, 415], encoding).toContain(status)
    }
  })

  it('lists in bodies and addresses have a maximum length', async () => {
    const many = (count: number) => Array.from({ length: count }, (_unused, at) => `kind.${at}`)
    const hook = await ours.admin.post('/api/v1/webhooks', {
      name: 'x',
      url: 'http://127.0.0.1:9/',
      events: many(101),
    })
    expect(hook.status).toBe(400)
    const key = await ours.admin.post('/api/v1/api-keys', { name: 'x', scopes: many(1_000) })
    expect(key.status).toBe(400)
    const brands = many(31).map((brand) => `brand=${brand}`)
    expect((await ours.buyer.get(`/api/v1/products?${brands.join('&')}`)).status).toBe(400)
    const parameters = many(2_000).map((name) => `${name}=1`)
    expect([400, 414, 431]).toContain(
      (
        await sendRaw(world.baseUrl, `/api/v1/orders?${parameters.join('&')}`, {
          headers: ours.buyer.headers,
        })
      ).status,
    )
  })

  it('texts have a maximum length', async () => {
    const long = 'x'.repeat(60_000)
    for (const [path, body] of [
      ['/api/v1/checkout', { expectedSnapshotVersion: 1, shipTo, note: long }],
      ['/api/v1/checkout', { expectedSnapshotVersion: 1, shipTo: { ...shipTo, name: long } }],
      ['/api/v1/checkout', { expectedSnapshotVersion: 1, shipTo, poNumber: long }],
      ['/api/v1/cart/items', { productId: long, quantity: 1 }],
      ['/api/v1/webhooks', { name: long, url: 'http://127.0.0.1:9/', events: ['*'] }],
      ['/api/v1/api-keys', { name: long, scopes: ['orders:read'] }],
      ['/auth/login', { email: `${long}@example.com`, password: 'x' }],
      ['/auth/login', { email: 'a@example.com', password: long }],
      ['/auth/refresh', { refreshToken: long }],
    ] as const) {
      const { status } = await ours.admin.post(path, body, { key: aKey() })
      expect(status, path).toBe(400)
    }
    // What somebody pasted is looked for by its beginning; what is longer than any text is refused.
    const search = (length: number) => ours.buyer.get(`/api/v1/products?q=${'x'.repeat(length)}`)
    expect((await search(10_000)).status).toBe(200)
    expect([400, 414, 431]).toContain((await search(100_000)).status)
    for (const header of ['x-api-key', 'authorization', 'x-request-id']) {
      const { status } = await sendRaw(world.baseUrl, '/api/v1/orders', {
        headers: { [header]: 'x'.repeat(20_000) },
      })
      expect([400, 401, 431], header).toContain(status)
    }
  })

  it('a company has a maximum number of webhooks', async () => {
    const other = await world.company()
    const replies = []
    for (let at = 0; at < 120; at += 1) {
      const body = { name: `${at}`, url: 'http://127.0.0.1:9/', events: ['*'] }
      replies.push((await other.admin.post('/api/v1/webhooks', body)).status)
    }
    expect(replies.some((status) => [409, 422].includes(status))).toBe(true)
  })
})

describe('rate limits answer 429 with a time', () => {
  let small: World

  beforeAll(async () => {
    small = await aWorld({
      settings: {
        RATE_LIMIT_PER_MINUTE: '20',
        RATE_LIMIT_BURST: '0',
        RATE_LIMIT_AUTH_PER_MINUTE: '5',
        RATE_LIMIT_ADDRESS_PER_MINUTE: '30',
        RATE_LIMIT_SIGNED_PER_MINUTE: '10',
      },
    })
  })
  afterAll(() => small.close())

  it('for one credential, and not for another', async () => {
    const [one, other] = [await small.company(), await small.company()]
    const replies = await times(40, () => one.integration.get('/api/v1/orders'))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(10)
    const [first] = refused
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(first?.headers.get('ratelimit')).toMatch(/^"[\w-]+";r=0;t=\d+$/)
    expect(first?.headers.get('ratelimit-policy')).toMatch(/^"[\w-]+";q=\d+;w=\d+/)
    expect(first?.body.meta.code).toBe('platform.rate_limited')
    expect((await other.integration.get('/api/v1/orders')).status).toBe(200)
  })

  it('for signing in, over all accounts', async () => {
    const replies = await times(20, (at) =>
      small.anybody.post('/auth/login', { email: `a${at}@example.com`, password: 'x' }),
    )
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15)
  })

  it('for the forms of the account pages, which count as the API does', async () => {
    const browser = anAccountBrowser(small.baseUrl)
    const person = { email: 'a@example.com', password: 'x' }
    await times(6, () => browser.signIn(person))
    const page = await browser.signIn(person)
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    const { email } = person
    expect((await browser.submit('/account/forgot-password', { email })).status).toBe(429)
    const direct = await small.anybody.post('/auth/password/reset-request', { email })
    expect(direct.status).toBe(429)
  })

  it('for tried credentials and unknown addresses', async () => {
    const tried = await times(60, (at) =>
      small.anybody.get(at % 2 ? '/api/v1/orders' : '/nowhere', {
        headers: { authorization: `Bearer ${at}` },
      }),
    )
    const refused = tried.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(30)
    expect(refused[0]?.headers.get('ratelimit-policy')).toBe('"address";q=30;w=60')
  })

  it('for claimed provider events', async () => {
    const replies = await times(25, () =>
      small.anybody.post('/payments/providers/sandbox/events', { id: 'evt_1' }),
    )
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(15)
    expect(refused[0]?.headers.get('ratelimit-policy')).toBe('"signed";q=10;w=60')
  })
})
