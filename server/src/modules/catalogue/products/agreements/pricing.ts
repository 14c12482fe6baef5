import { Decimal } from 'decimal.js'
import { roundPrice, type UnitPrice, unitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import { minQuantityOf, type PriceTier, type Pricing, unitPriceAt } from '../product.ts'
import type { AgreedColumn } from './agreed-sql.ts'
import type { Terms } from './terms.ts'

/** The quantity in thousandths, and the price as text, because JSON has no exact numbers. */
export type TierRow = readonly [number, string]

export type PricedRow = {
  readonly list_price: string
  readonly per_quantity: number
  readonly currency: string
  readonly unit: string
  readonly contents: string | null
  readonly moq: number
  readonly multiple: number
  readonly tiers: readonly TierRow[]
  readonly agreed: AgreedColumn | null
}

/**
 * The company's prices under these terms, in the price basis of the product, from the smallest quantity for sale on. An agreed
 * price has its own tiers; a discount applies to the tiers of the list price. Agreements state the price of one unit, and a
 * multiple of it is exact.
 */
export function pricingOf(row: PricedRow, terms: Terms): Pricing {
  const { currency, unit, moq, multiple, agreed, per_quantity: perQuantity } = row
  const contents = row.contents === null ? undefined : Number(row.contents)
  const conditions = { unit, contents, moq: BigInt(moq), multiple: BigInt(multiple) }
  const least = minQuantityOf(conditions)
  const { list, tiers } = pricesFrom(
    least,
    unitPrice(row.list_price, currency, perQuantity),
    tiersIn(row.tiers, (price) => unitPrice(price, currency, perQuantity)),
  )
  if (!agreed) return { list, tiers, ...conditions }
  const { priceListId, percent } = agreed
  const contract = terms.lists.find(({ id }) => id === priceListId)?.contract
  const because = { priceListId, contract, listPrice: list }
  if (percent !== null) {
    const reduced = tiers.map((tier) => ({
      ...tier,
      unitPrice: lessPercent(tier.unitPrice, percent),
    }))
    return { list: lessPercent(list, percent), tiers: reduced, ...conditions, agreed: because }
  }
  const ofBasis = (priceOfOne: string) =>
    unitPrice(new Decimal(priceOfOne).times(perQuantity), agreed.currency, perQuantity)
  return {
    ...pricesFrom(least, ofBasis(agreed.unitPrice), tiersIn(agreed.tiers, ofBasis)),
    ...conditions,
    agreed: because,
  }
}

/** Nobody can order less than `least`: the tier at or below it is the first price, and those before it do not count. */
function pricesFrom(
  least: Quantity,
  list: UnitPrice,
  tiers: readonly PriceTier[],
): Pick<Pricing, 'list' | 'tiers'> {
  return {
    list: unitPriceAt({ list, tiers }, least),
    tiers: tiers.filter(({ minQuantity }) => minQuantity > least),
  }
}

function tiersIn(tiers: readonly TierRow[], priceOf: (amount: string) => UnitPrice): PriceTier[] {
  return tiers.map(([minQuantity, price]) => ({
    minQuantity: BigInt(minQuantity),
    unitPrice: priceOf(price),
  }))
}

function lessPercent({ amount, currency, perQuantity }: UnitPrice, percent: string): UnitPrice {
  const left = amount.times(new Decimal(100).minus(percent)).div(100)
  return unitPrice(roundPrice(left), currency, perQuantity)
}
