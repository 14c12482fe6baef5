import { Decimal } from 'decimal.js'
import { priceOfOne, type UnitPrice, unitPrice } from '#kernel/money'
import type { PlacedLine } from '../order.ts'
import type { Terms } from './proposal.ts'

/**
 * How much higher a price may get without a decision. A limit of zero is not used. A price has to keep each limit that is used, and
 * without any no higher price is within.
 */
export type PriceLimits = {
  /** Decimals as text. */
  readonly higherPricePercent: string
  /** What one unit may cost more. */
  readonly higherPriceAmount?: Amount | undefined
}

type Amount = { readonly amount: string; readonly currency: string }

export const noHigherPrice: PriceLimits = { higherPricePercent: '0', higherPriceAmount: undefined }

/** A price above the one that the line has. */
export type HigherPrice = { readonly lowest: UnitPrice; readonly price: UnitPrice }

export function isPriceWithin(
  { higherPricePercent, higherPriceAmount }: PriceLimits,
  { lowest, price }: HigherPrice,
): boolean {
  const above = price.amount.minus(lowest.amount)
  const percent = new Decimal(higherPricePercent)
  const most = higherPriceAmount && unitPrice(higherPriceAmount.amount, higherPriceAmount.currency)
  const kept = [
    ...(percent.isZero() ? [] : [above.times(100).lte(lowest.amount.times(percent))]),
    ...(!most || most.amount.isZero()
      ? []
      : [most.currency === price.currency && above.lte(most.amount)]),
  ]
  return kept.length > 0 && kept.every((isKept) => isKept)
}

/** What one unit of a line costs, and the lowest price that it has had: a price that rises in steps is measured against that. */
export type LinePrice = {
  readonly productId: string
  readonly current: UnitPrice
  readonly lowest: UnitPrice
}

/** Undefined: the terms keep or lower the price of the line. */
export function higherPriceIn(
  { unitPrice: price }: Terms,
  line: LinePrice | undefined,
): HigherPrice | undefined {
  const isHigher = price && line && price.amount.gt(line.current.amount)
  return isHigher ? { lowest: line.lowest, price } : undefined
}

/** By the numbers of the lines. A line stands after the one that it follows. */
export function pricesOf(lines: readonly PlacedLine[]): ReadonlyMap<number, LinePrice> {
  const prices = new Map<number, LinePrice>()
  for (const { productId, unitPrice: price, progress } of lines) {
    const current = priceOfOne(price)
    const followed = prices.get(progress.followsLine ?? 0)
    const isSame = followed?.productId === productId
    const lowest = isSame && followed.lowest.amount.lt(current.amount) ? followed.lowest : current
    prices.set(progress.lineNumber, { productId, current, lowest })
  }
  return prices
}
