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

/** Lines that differ in nothing but their address or day become one. */
export function mergeEqual(lines: readonly LineToReorder[]): LineToReorder[] {
  const groups = Map.groupBy(lines, productLineKeyOf)
  return [...groups.values()].flatMap((equal) => {
    const [line] = equal
    if (!line) return []
    const allocations = line.allocations?.map(({ quantity, ...one }) => ({
      ...one,
      ...(quantity !== undefined && {
        quantity: numberOf(quantityOf(quantity) * BigInt(equal.length)),
      }),
    }))
    const quantity = sumOfQuantities(equal.map((one) => one.quantity))
    return [{ ...line, quantity, ...(allocations && { allocations }) }]
  })
}
