import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey } from '../journeys/client.ts'
import { fillCart, shipTo } from '../journeys/purchase.ts'
import { useWorld } from '../journeys/world.ts'
import { rowsOf, sendRaw } from './attack.ts'

const world = await useWorld()
const ours = await world.company()
const theirs = await world.company()
for (let at = 0; at < 5; at += 1) await aProduct(world.parts.platform.database)

describe(
  'injection: Vendure CVE-2026-40887, CVE-2024-48914, GHSA-gm68-572p-q28r, AIKIDO-2024-10322; Saleor CVE-2026-22849, ' +
    'CVE-2026-23499; Spree GHSA-xf4v-w5x5-pv79, CVE-2013-1656; Solidus CVE-2021-43805; LiteLLM CVE-2026-42208, ' +
    'AIKIDO-2024-10245, CVE-2026-40217; n8n CVE-2025-68613, CVE-2025-68668, CVE-2026-21877',
  () => {
    it.each(statements)('%s is data in every parameter of every reading route', async (text) => {
      const value = encodeURIComponent(text)
      const all = (await ours.admin.get('/api/v1/products?q=bolt')).body.data.length
      for (const path of [
        ...['q', 'category', 'brand', 'supplier', 'attribute', 'currency', 'country', 'sort'].map(
          (name) => `/api/v1/products?${name}=${value}`,
        ),
        ...['minPrice', 'maxPrice', 'limit', 'cursor'].map(
          (name) => `/api/v1/products?${name}=${value}`,
        ),
        ...['state', 'orderId', 'checkoutId', 'cursor'].map(
          (name) => `/api/v1/payments?${name}=${value}`,
        ),
        `/api/v1/products/${value}`,
        `/api/v1/orders/${value}`,
        `/api/v1/orders?${value}=1`,
      ]) {
        const answer = await sendRaw(world.baseUrl, path, { headers: ours.admin.headers })
        expect([200, 400, 404, 422], `${path}: ${answer.text}`).toContain(answer.status)
        expect(answer.text).not.toMatch(/argon2|syntax error|SQLSTATE|at \/|\.ts:\d/)
        expect(answer.headers['content-type']).toContain('application/json')
      }
      expect((await ours.admin.get('/api/v1/products?q=bolt')).body.data).toHaveLength(all)
    })

    it.each(statements)('%s is data in a credential, a key and a sign-in', async (text) => {
      const before = await rowsOf(world, theirs.companyId)
      const value = text.replaceAll('\u0000', '')
      for (const headers of [
        { 'x-api-key': value },
        { 'x-api-key': `pvy_test_${value}` },
        { authorization: `Bearer ${value.replaceAll(' ', '')}` },
        { authorization: `Bearer a.${Buffer.from(value).toString('base64url')}.c` },
      ]) {
        const { status } = await sendRaw(world.baseUrl, '/api/v1/orders', { headers })
        expect(status).toBe(401)
      }
      const signIn = await world.anybody.post('/auth/login', {
        email: `${value}@x`,
        password: value,
      })
      expect([400, 401]).toContain(signIn.status)
      const refresh = await world.anybody.post('/auth/refresh', { refreshToken: value })
      expect(refresh.status).toBe(401)
      expect(await rowsOf(world, theirs.companyId)).toBe(before)
    })

    it.each(statements.filter((text) => !text.includes('\u0000')))(
      '%s returns from a body unchanged',
      async (text) => {
        const hook = await ours.admin.post('/api/v1/webhooks', {
          name: text,
          url: 'http://127.0.0.1:9/hook',
          events: ['*'],
        })
        expect(hook.status, JSON.stringify(hook.body)).toBeLessThan(300)
        expect(hook.body.data.name).toBe(text)
        expect(hook.headers.get('content-type')).toContain('application/json')
        expect(hook.headers.get('x-content-type-options')).toBe('nosniff')
        await ours.admin.delete(`/api/v1/webhooks/${hook.body.data.id}`)
      },
    )

    it('a tracking address is text as well', async () => {
      const { id } = await aProduct(world.parts.platform.database)
      const version = await fillCart(ours.buyer, [{ productId: id, quantity: 1 }])
      const name = "<img src=x onerror=alert(1)>'; drop table orders.orders; --"
      const { status, body } = await ours.buyer.post(
        '/api/v1/checkout',
        { expectedSnapshotVersion: version, shipTo: { ...shipTo, name }, note: '{{7*7}}' },
        { key: aKey() },
      )
      expect(status).toBe(201)
      expect(body.data.snapshot).toMatchObject({ shipTo: { name }, note: '{{7*7}}' })
    })

    it('a request writes no response header', async () => {
      for (const id of ['a b', 'x\ty', '"><script>', 'a'.repeat(65), '%0d%0aset-cookie:a=b', 'é']) {
        const answer = await sendRaw(world.baseUrl, '/api/v1/orders', {
          headers: { ...ours.admin.headers, 'x-request-id': encodeURI(id).replaceAll('%25', '%') },
        })
        expect(answer.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/)
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
      const replies = await Promise.all(
        ['é', 'x'.repeat(256)].map((key) =>
          sendRaw(world.baseUrl, '/api/v1/api-keys', {
            method: 'POST',
            headers: {
              ...ours.admin.headers,
              'content-type': 'application/json',
              'idempotency-key': Buffer.from(key, 'utf8').toString('latin1'),
            },
            body: '{"name":"n","scopes":["orders:read"]}',
          }),
        ),
      )
      for (const { status } of replies) expect(status).toBe(400)
    })

    it('a path reaches no file', async () => {
      for (const base of ['/admin/assets/', '/docs/', '/', '/admin/api/', '/api/v1/']) {
        for (const way of [
          '../../package.json',
          '..%2f..%2fpackage.json',
          '%2e%2e/%2e%2e/package.json',
          '..%5c..%5cpackage.json',
          '....//....//package.json',
          '%252e%252e%252fpackage.json',
          'package.json%00.css',
          'file:///etc/passwd',
        ]) {
          const answer = await sendRaw(world.baseUrl, base + way, { headers: ours.admin.headers })
          expect([400, 401, 403, 404], `${base}${way}`).toContain(answer.status)
          expect(answer.text).not.toMatch(/"workspaces"|root:x/)
        }
      }
    })

    it('words cannot keep a search busy', async () => {
      const long = 200
      for (const q of [
        'a'.repeat(long),
        `${'a'.repeat(long - 1)}!`,
        '('.repeat(long),
        '"'.repeat(long),
        '-'.repeat(long),
        '1x'.repeat(long / 2),
        '1.'.repeat(long / 2),
        '%_'.repeat(long / 2),
        'ft '.repeat(long / 3),
        '&|!'.repeat(long / 3),
        '\u0301'.repeat(long),
        '0'.repeat(long),
      ]) {
        // One that takes longer than a statement may is answered 503.
        const { status } = await ours.buyer.get(`/api/v1/products?q=${encodeURIComponent(q)}`)
        expect([200, 400], q).toContain(status)
      }
    })
  },
)

const statements = [
  "'",
  '"',
  "' or 1=1 --",
  "'; drop table orders.orders; --",
  "') union select password_hash from identity.users --",
  // Longer than any statement may take: were it carried out, the answer would be 503.
  '1; select pg_sleep(600)',
  "'||(select pg_sleep(600))||'",
  '$1',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the attack.
  '${7*7}',
  '%27%20or%201=1',
  '\\',
  '\\x27',
  'EUR\u0000',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=cmd|/C calc!A0',
  '%s%n%x',
  ':(){ :|:& };:',
]
