import { Decimal } from 'decimal.js'
import { numberOf, type Quantity, quantityOf, sumOfQuantities } from '#kernel/quantity'
import { productLineKeyOf, type RequestedAllocation, sharesOf } from './line-references/index.ts'
import type { OrderDocument } from './order.ts'

type Ordered = Pick<OrderDocument, 'lines'>

/** What somebody has to buy to get the same again. A product that went to several addresses is one of them. */
export function productsOfOrder({ lines }: Ordered) {
  return mergeEqual(lines.map(({ productId, quantity }) => ({ productId, quantity })))
}

export type LineToReorder = {
  readonly productId: string
  readonly quantity: Quantity
  readonly allocations?: RequestedAllocation[] | undefined
}

/** The same with the allocations of the lines. What was divided by amounts is divided by their shares: the price may be another one. */
export function linesToReorder({ lines }: Ordered): LineToReorder[] {
  return mergeEqual(
    lines.map(({ productId, quantity, allocations }) => ({
      productId,
      quantity,
      ...(allocations && { allocations: sharesOf(allocations) }),
    })),
  )
}

/** Lines that differ in nothing but their address, or in what the caller has left out, become one. */
export function mergeEqual<Line extends LineToReorder>(lines: readonly Line[]): Line[] {
  const groups = Map.groupBy(lines, productLineKeyOf)
  return [...groups.values()].flatMap((equal) => {
    const [line] = equal
    if (!line) return []
    if (equal.length === 1) return [line]
    const allocations = line.allocations?.map(({ quantity, amount, ...one }) => ({
      ...one,
      ...(quantity !== undefined && {
        quantity: numberOf(quantityOf(quantity) * BigInt(equal.length)),
      }),
      ...(amount && {
        amount: { ...amount, amount: new Decimal(amount.amount).times(equal.length).toFixed() },
      }),
    }))
    const quantity = sumOfQuantities(equal.map((one) => one.quantity))
    return [{ ...line, quantity, ...(allocations && { allocations }) }]
  })
}
