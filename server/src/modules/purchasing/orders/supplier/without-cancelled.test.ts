import { expect, it } from 'vitest'
import { sumOf } from '#kernel/money'
import { lesser, type Quantity } from '#kernel/quantity'
import type { Amounts } from '#modules/totals'
import { fc } from '#testing/tools/fc'
import { computeCancellation } from '../fulfilment/cancel-lines.ts'
import { openOf } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import type { PlacedLine } from '../order.ts'
import { anOrderOf, someCurrency, someLines, someShippingCosts } from '../order-amounts.fixture.ts'
import { costOf, withoutCancelled } from './without-cancelled.ts'

it('what is left of an order has its own amounts, and they add up to what it costs', () => {
  const steps = fc.array(fc.record({ line: fc.nat(5), count: fc.bigInt(1n, 4_000n) }), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(
      someCurrency,
      someLines,
      someShippingCosts,
      steps,
      (currency, wishes, costs, all) => {
        const { order, lines } = all.reduce(cancel, anOrderOf(currency, wishes, costs))
        const isSomeCancelled = lines.some(({ cancelled }) => cancelled > 0n)
        fc.pre(isSomeCancelled)
        const left = withoutCancelled({ ...order, amounts: {} as Amounts }, lines.map(placed))
        expect(left.order.amounts?.total).toEqual(costOf(order, lines))
        expect(left.lines.map(({ quantity }) => quantity)).toEqual(
          lines.map(openOf).filter((quantity) => quantity > 0n),
        )
        const { breakdown = [], tax, goods, discount, shipping } = left.order.amounts ?? {}
        expect(
          sumOf(
            breakdown.map(({ amount }) => amount),
            currency,
          ),
        ).toEqual(tax)
        const taxable = sumOf(
          breakdown.map((share) => share.taxable),
          currency,
        ).amountMinor
        const sums = [goods, shipping].map((sum) => sum?.amountMinor ?? 0n)
        expect(taxable).toBe((sums[0] ?? 0n) + (sums[1] ?? 0n) - (discount?.amountMinor ?? 0n))
      },
    ),
    { numRuns: 200 },
  )
})

function cancel(locked: LockedOrder, { line: at, count }: { line: number; count: Quantity }) {
  const line = locked.lines[at % locked.lines.length]
  const quantity = line ? lesser(count, openOf(line)) : 0n
  if (!line || quantity === 0n) return locked
  const cancellation = computeCancellation(locked, [{ line, quantity }])
  const { changed, shippingCostCredited, shippingCostReduced } = cancellation
  return {
    order: { ...locked.order, shippingCostCredited, shippingCostReduced },
    lines: replaceLines(locked.lines, changed),
  }
}

/** Without a discount: the goods cost what is taxed. */
function placed(progress: LockedOrder['lines'][number]): PlacedLine {
  const { quantity, net: total, tax } = progress
  return { quantity, total, tax, discount: undefined, progress } as PlacedLine
}
