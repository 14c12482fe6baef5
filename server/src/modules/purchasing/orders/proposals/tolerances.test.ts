import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitPrice } from '#kernel/money'
import { after, daysMs, utcDay } from '#kernel/time'
import { isTolerated, usualTolerances } from './tolerances.ts'

const change = {
  agreedDate: '2026-01-30',
  promisedDate: '2026-02-02',
  isBackordered: false,
  fewer: undefined,
}

describe('a change is taken without a decision', () => {
  it('up to three days after the agreed day', () => {
    expect(isTolerated(usualTolerances, change)).toBe(true)
    expect(isTolerated(usualTolerances, { ...change, promisedDate: '2026-02-03' })).toBe(false)
  })

  it('if the day is as early as the agreed one, for all tolerances', () => {
    const days = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(days, days, fc.integer({ min: 0, max: 365 }), (agreed, promised, daysLater) => {
        const dayAt = (day: number) => utcDay(after(new Date('2026-01-01'), daysMs(day)))
        const dates = { agreedDate: dayAt(agreed), promisedDate: dayAt(promised) }
        expect(isTolerated({ ...usualTolerances, daysLater }, { ...change, ...dates })).toBe(
          promised - agreed <= daysLater,
        )
      }),
    )
  })

  it('if nobody has agreed on a day yet, unless the supplier waits for stock', () => {
    const first = { ...change, agreedDate: undefined }
    expect(isTolerated(usualTolerances, first)).toBe(true)
    expect(isTolerated(usualTolerances, { ...first, isBackordered: true })).toBe(false)
  })

  it('if the line loses few pieces, and its day is not too late', () => {
    const some = { ...usualTolerances, fewerPieces: 2000n }
    expect(isTolerated(usualTolerances, { ...change, fewer: 1000n })).toBe(false)
    expect(isTolerated(some, { ...change, fewer: 2000n })).toBe(true)
    expect(isTolerated(some, { ...change, fewer: 3000n })).toBe(false)
    expect(isTolerated(some, { ...change, fewer: 2000n, promisedDate: '2026-03-01' })).toBe(false)
  })

  it('if its price keeps each limit that the company uses', () => {
    const from = (price: string, currency = 'EUR') => ({
      ...change,
      higherPrice: { lowest: unitPrice('10.00', currency), price: unitPrice(price, currency) },
    })
    const byPercent = { ...usualTolerances, higherPricePercent: '5' }
    const higherPriceAmount = { amount: '0.30', currency: 'EUR' }
    const byAmount = { ...usualTolerances, higherPriceAmount }
    const byBoth = { ...byPercent, higherPriceAmount }
    const nothing = { ...usualTolerances, higherPriceAmount: { amount: '0', currency: 'EUR' } }
    expect(isTolerated(usualTolerances, from('10.000001'))).toBe(false)
    expect(isTolerated(nothing, from('10.000001'))).toBe(false)
    expect(isTolerated(byPercent, from('10.50'))).toBe(true)
    expect(isTolerated(byPercent, from('10.500001'))).toBe(false)
    expect(isTolerated(byPercent, from('10.50', 'CHF'))).toBe(true)
    expect(isTolerated(byAmount, from('10.30'))).toBe(true)
    expect(isTolerated(byAmount, from('10.300001'))).toBe(false)
    expect(isTolerated(byAmount, from('10.30', 'CHF'))).toBe(false)
    expect(isTolerated(byBoth, from('10.30'))).toBe(true)
    expect(isTolerated(byBoth, from('10.50'))).toBe(false)
    expect(isTolerated(byBoth, { ...from('10.30'), promisedDate: '2026-03-01' })).toBe(false)
  })
})
