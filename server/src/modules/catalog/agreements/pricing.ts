import { Decimal } from 'decimal.js'
import { type UnitPrice, unitPrice } from '#kernel/money'
import { type PriceTier, type Pricing, pricePlaces } from '../product.ts'
import type { AgreedColumn } from './agreed-sql.ts'
import type { Terms } from './terms.ts'

/** Quantity, and the price as text: JSON has no exact numbers. */
export type TierRow = readonly [number, string]

export type PricedRow = {
  readonly list_price: string
  readonly currency: string
  readonly unit: string
  readonly moq: number
  readonly multiple: number
  readonly tiers: readonly TierRow[]
  readonly agreed: AgreedColumn | null
}

/** What the company of these terms pays. A price agreed for a product brings its own tiers, a discount takes the list's. */
export function pricingOf(row: PricedRow, terms: Terms): Pricing {
  const { currency, unit, moq, multiple, agreed } = row
  const listPrice = unitPrice(row.list_price, currency)
  const tiers = tiersIn(row.tiers, currency)
  const conditions = { unit, moq, multiple }
  if (!agreed) return { list: listPrice, tiers, ...conditions }
  const { priceListId, percent } = agreed
  const contract = terms.lists.find(({ id }) => id === priceListId)?.contract
  return {
    list: unitPrice(agreed.unitPrice, agreed.currency),
    tiers: percent === null ? tiersIn(agreed.tiers, agreed.currency) : reduced(tiers, percent),
    ...conditions,
    agreed: { priceListId, contract, listPrice },
  }
}

function tiersIn(tiers: readonly TierRow[], currency: string): PriceTier[] {
  return tiers.map(([minQuantity, price]) => ({
    minQuantity,
    unitPrice: unitPrice(price, currency),
  }))
}

function reduced(tiers: readonly PriceTier[], percent: string): PriceTier[] {
  return tiers.map(({ minQuantity, unitPrice: price }) => ({
    minQuantity,
    unitPrice: lessPercent(price, percent),
  }))
}

/** Rounded as the database rounds the price of one piece. */
function lessPercent({ amount, currency }: UnitPrice, percent: string): UnitPrice {
  const left = amount.times(new Decimal(100).minus(percent)).div(100)
  return unitPrice(left.toDecimalPlaces(pricePlaces, Decimal.ROUND_HALF_UP), currency)
}
