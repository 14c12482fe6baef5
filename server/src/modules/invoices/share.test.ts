import { expect, it } from 'vitest'
import { money, shareOf } from '#kernel/money'
import { fc } from '#testing/fc'
import { sharesBetween } from './share.ts'

const euros = (minor: bigint) => money(minor, 'EUR')
const aLine = fc.record({
  net: fc.bigInt(0n, 3_000n),
  tax: fc.bigInt(0n, 600n),
  parts: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 }),
})

it('in whatever parts a line is delivered, they add up to it, and none has a net amount or a tax below zero', () => {
  fc.assert(
    fc.property(aLine, ({ net, tax, parts }) => {
      const quantity = parts.reduce((sum, part) => sum + part, 0)
      const whole = { net: euros(net), tax: euros(tax) }
      const all = euros(net + tax)
      const sums = { net: 0n, tax: 0n }
      let from = 0
      for (const part of parts) {
        const share = sharesBetween(whole, quantity, from, from + part)
        const paid = shareOf(all, from + part, quantity) - shareOf(all, from, quantity)
        expect(share.net.amountMinor + share.tax.amountMinor).toBe(paid)
        expect(share.net.amountMinor).toBeGreaterThanOrEqual(0n)
        expect(share.tax.amountMinor).toBeGreaterThanOrEqual(0n)
        if (tax === 0n) expect(share.tax.amountMinor).toBe(0n)
        sums.net += share.net.amountMinor
        sums.tax += share.tax.amountMinor
        from += part
      }
      expect(sums).toEqual({ net, tax })
    }),
    { numRuns: 2_000 },
  )
})

it('a price in whole units is the net amount of each piece', () => {
  for (const [each, quantity, tax] of [
    [333n, 3, 190n],
    [2n, 100, 38n],
    [1n, 7, 1n],
  ] as const) {
    for (let piece = 0; piece < quantity; piece += 1) {
      const whole = { net: euros(each * BigInt(quantity)), tax: euros(tax) }
      expect(sharesBetween(whole, quantity, piece, piece + 1).net.amountMinor).toBe(each)
    }
  }
})
