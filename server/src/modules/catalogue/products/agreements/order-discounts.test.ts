import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { discountOf, type OrderDiscounts } from './order-discounts.ts'

const agreed: OrderDiscounts = {
  currency: 'EUR',
  tiers: [
    { from: '100', percent: '2' },
    { from: '500', amount: '25.00' },
  ],
}

describe('an order discount', () => {
  it('is that of the highest tier reached, from exactly its threshold', () => {
    expect(discountOf(agreed, eur(9_999n), undefined)).toBeUndefined()
    expect(discountOf(agreed, eur(10_000n), undefined)).toEqual({
      kind: 'percentage',
      percent: '2',
    })
    expect(discountOf(agreed, eur(49_999n), undefined)).toMatchObject({ kind: 'percentage' })
    expect(discountOf(agreed, eur(50_000n), undefined)).toEqual({
      kind: 'absolute',
      amount: eur(2_500n),
    })
  })

  it('is shown in the currency of the document', () => {
    const conversionFrom = (from: string) => ({
      rateSetId: 'fxs_1',
      rate: new Decimal('1.1'),
      from,
      to: 'USD',
      asOf: new Date(0),
    })
    const usd = (amountMinor: bigint) => money(amountMinor, 'USD')
    expect(discountOf(agreed, usd(10_999n), { conversionFrom })).toBeUndefined()
    expect(discountOf(agreed, usd(11_000n), { conversionFrom })).toMatchObject({ percent: '2' })
    expect(discountOf(agreed, usd(55_000n), { conversionFrom })).toEqual({
      kind: 'absolute',
      amount: usd(2_750n),
    })
  })

  it('is never silently zero when a rate is missing', () => {
    const usd = money(99_999n, 'USD')
    const unconvertible = { kind: 'unconvertible', from: 'EUR' }
    expect(discountOf(agreed, usd, { conversionFrom: () => undefined })).toEqual(unconvertible)
    expect(discountOf(agreed, usd, undefined)).toEqual(unconvertible)
    const off = (tier: object): OrderDiscounts => ({
      currency: 'EUR',
      tiers: [{ from: '0', ...tier }],
    })
    expect(discountOf(off({ percent: '3' }), usd, undefined)).toMatchObject({ percent: '3' })
    expect(discountOf(off({ amount: '5.00' }), usd, undefined)).toEqual(unconvertible)
  })
})

function eur(amountMinor: bigint) {
  return money(amountMinor, 'EUR')
}
