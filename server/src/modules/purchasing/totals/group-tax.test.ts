import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { groupKey, taxesOf, taxNextTo, taxUpTo } from './group-tax.ts'

const eur = (amountMinor: bigint) => money(amountMinor, 'EUR')
const standard = {
  state: 'DETERMINED',
  country: 'DE',
  category: 'S',
  rate: '19',
  reasonCode: undefined,
} as const

describe('a group of one tax', () => {
  it('is one supplier, category, rate, reason and country', () => {
    const key = groupKey('co_1', standard)
    expect(key).toBe('co_1|S|19||DE')
    expect(groupKey('co_1', { ...standard, rate: '19.00' })).toBe(key)
    expect(groupKey('co_1', undefined)).toBe('co_1')
    const others = [
      groupKey('co_2', standard),
      groupKey('co_1', { ...standard, category: 'Z' }),
      groupKey('co_1', { ...standard, rate: '1.9' }),
      groupKey('co_1', { ...standard, reasonCode: 'VATEX-EU-IC' }),
      groupKey('co_1', { ...standard, country: 'AT' }),
    ]
    expect(new Set([key, ...others]).size).toBe(6)
  })

  it('is taxed once, and a part without a tax has none', () => {
    const unknown = { state: 'NOT_DETERMINED', reason: 'rate_unknown', details: {} } as const
    const part = (net: bigint, tax: typeof standard | typeof unknown = standard) => ({
      supplier: 'co_1',
      net: eur(net),
      tax,
    })
    // 19 % of 1.50 is 0.285: half to even.
    expect(taxesOf([part(50n), part(200n, unknown), part(100n)], 'EUR')).toEqual([
      { category: 'S', rate: '19', amount: eur(9n), reasonCode: undefined, country: 'DE' },
      undefined,
      { category: 'S', rate: '19', amount: eur(19n), reasonCode: undefined, country: 'DE' },
    ])
  })
})

describe('the tax of the documents of a group', () => {
  const upTo = (rate: string, whole: bigint, tax: bigint) => (net: bigint) =>
    taxUpTo({ rate, net: eur(whole), tax: eur(tax) }, net)

  it('begins with nothing and ends with the tax of the group', () => {
    const tax = upTo('19', 300n, 57n)
    expect([0n, 100n, 200n, 300n].map(tax)).toEqual([0n, 19n, 38n, 57n])
  })

  it('rounds every half down where the group was rounded down', () => {
    // 25 % of 0.10 is 0.025, and the group rounded it down to 0.02.
    const tax = upTo('25', 10n, 2n)
    expect([1n, 2n, 3n, 6n, 10n].map(tax)).toEqual([0n, 0n, 1n, 1n, 2n])
  })

  it('rounds every half up where the group was rounded up, or was exact', () => {
    // 25 % of 0.14 is 0.035, and the group rounded it up to 0.04.
    const up = upTo('25', 14n, 4n)
    expect([1n, 2n, 6n, 10n, 14n].map(up)).toEqual([0n, 1n, 2n, 3n, 4n])
    const exact = upTo('25', 16n, 4n)
    expect([2n, 6n, 16n].map(exact)).toEqual([1n, 2n, 4n])
  })

  it('is a proportional part where the tax is not the net amount times the rate', () => {
    const tax = upTo('19', 300n, 60n)
    expect([0n, 1n, 2n, 3n, 100n, 300n].map(tax)).toEqual([0n, 0n, 0n, 1n, 20n, 60n])
    // Half a minor unit goes up.
    expect(upTo('19', 4n, 2n)(1n)).toBe(1n)
    expect(upTo('19', 0n, 2n)(0n)).toBe(0n)
  })
})

describe('the whole taxes next to the exact tax of an amount', () => {
  const nextTo = (whole: bigint, tax: bigint, net: bigint) =>
    taxNextTo({ rate: '19', net: eur(whole), tax: eur(tax) }, net)

  it('are the two around it, and the remainder says where it lies', () => {
    expect(nextTo(300n, 57n, 3n)).toEqual({ least: 0n, most: 1n, remainder: 570_000n })
    expect(nextTo(300n, 57n, 8n)).toEqual({ least: 1n, most: 2n, remainder: 520_000n })
  })

  it('are one if it is whole', () => {
    expect(nextTo(300n, 57n, 100n)).toEqual({ least: 19n, most: 19n, remainder: 0n })
    expect(nextTo(0n, 2n, 0n)).toEqual({ least: 0n, most: 0n, remainder: 0n })
  })

  it('are next to a proportional part where the tax is not the net amount times the rate', () => {
    expect(nextTo(300n, 60n, 4n)).toEqual({ least: 0n, most: 1n, remainder: 240n })
  })
})
