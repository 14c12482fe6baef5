import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { coerceQuery } from './coerce-query.ts'

const schema = Type.Object({
  limit: Type.Integer({ default: 20 }),
  price: Type.Optional(Type.Number()),
  open: Type.Optional(Type.Boolean()),
  states: Type.Optional(Type.Array(Type.String())),
  sizes: Type.Optional(Type.Array(Type.Integer())),
  page: Type.Optional(Type.Union([Type.Integer(), Type.Literal('last')])),
})

describe('a query', () => {
  it('is converted to the type of its schema', () => {
    expect(
      coerced({ limit: '5', price: '0.50', open: 'false', states: 'A', sizes: ['1', '2'] }),
    ).toEqual({ limit: 5, price: 0.5, open: false, states: ['A'], sizes: [1, 2] })
    expect(coerced({ page: '3' })).toEqual({ page: 3, limit: 20 })
    expect(coerced({ page: 'last' })).toEqual({ page: 'last', limit: 20 })
    expect(coerced({ price: '-1.5' })).toEqual({ price: -1.5, limit: 20 })
  })

  it.each([
    'abc',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
    '1e3',
    '0x10',
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '1.',
    '.5',
    '99999999999999999999',
    '1_000',
    '１',
  ])('%j is no number', (text) => {
    expect(coerced({ limit: text }).limit).toBe(text)
    expect(coerced({ price: text }).price).toBe(text)
  })

  it.each(['1', '0', 'yes', 'TRUE', ''])('%j is no boolean', (text) => {
    expect(coerced({ open: text }).open).toBe(text)
  })

  it('keeps a repeated parameter as a list', () => {
    expect(coerced({ limit: ['1', '2'] }).limit).toEqual(['1', '2'])
  })

  it('treats a parameter called __proto__ like any other', () => {
    const query = Object.fromEntries([['__proto__', 'x']])
    expect(Object.keys(coerced(query))).toContain('__proto__')
    expect(Object.getPrototypeOf(coerced(query))).toBe(Object.prototype)
  })
})

const coerced = (query: Record<string, unknown>) =>
  coerceQuery(schema as unknown as Record<string, unknown>, query)
