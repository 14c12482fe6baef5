import { describe, expect, it } from 'vitest'
import type { Actor } from '#kernel/actor'
import { anApiKey } from '#testing/actors'
import { claimOf, parseKey, type RequestContent } from './claim.ts'

const actor = anApiKey()

describe('an idempotency key', () => {
  it.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['  abc ', 'abc'],
    ['"a \\"b\\" \\\\"', 'a "b" \\'],
    ['a"b', 'a"b'],
    ['"', '"'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('%j is %j', (header, key) => {
    expect(parseKey(header)).toBe(key)
  })

  it.each(['', '   ', '""', 'x'.repeat(256), 'a\tb', 'ключ', 'a\u0000', 'a\u007f'])(
    '%j is refused',
    (header) => {
      expect(() => parseKey(header)).toThrow(
        expect.objectContaining({ code: 'platform.idempotency_key_invalid', status: 400 }),
      )
    },
  )

  it('may be absent', () => {
    expect(parseKey(undefined)).toBeUndefined()
  })
})

describe('a fingerprint', () => {
  it('covers the content in any order of fields', () => {
    expect(fingerprint({ body: { b: [{ d: 3, c: 2 }], a: 1 } })).toBe(fingerprint())
  })

  it('differs for every other request', () => {
    const others = [
      fingerprint({ body: { a: 1, b: [{ c: 2, d: 4 }] } }),
      fingerprint({ body: undefined }),
      fingerprint({ headers: { 'x-practice-cart': 'cer_1' } }),
      fingerprint({ route: '/api/v1/orders/:orderId/cancel' }),
      fingerprint({ params: { orderId: 'ord_2' } }),
      fingerprint({ query: { dry: true } }),
      fingerprint({}, { ...actor, id: 'key_2' }),
      fingerprint({}, { ...actor, companyId: 'co_2' }),
    ]
    expect(new Set([fingerprint(), ...others]).size).toBe(others.length + 1)
  })
})

const content: RequestContent = {
  method: 'POST',
  route: '/api/v1/orders/:orderId/notes',
  params: { orderId: 'ord_1' },
  query: {},
  headers: {},
  body: { a: 1, b: [{ c: 2, d: 3 }] },
}

const fingerprint = (changes: Partial<RequestContent> = {}, by: Actor = actor) =>
  claimOf('key', by, { ...content, ...changes }).fingerprint.toString('hex')
