import type { Id } from '#kernel/id'
import { roundPrice, type UnitPrice, unitPrice } from '#kernel/money'
import type { Conversion } from '#modules/fx'

export type Attribute = {
  readonly label: string
  readonly value: string
  readonly kind: 'text' | 'number' | 'flag'
  readonly unit?: string
}

export type Category = {
  readonly id: string
  readonly name: string
  /** Names from the root to this one. */
  readonly path: readonly string[]
}

export type PriceTier = { readonly minQuantity: number; readonly unitPrice: UnitPrice }

/** Why a company pays something other than the list price. */
export type Agreement = {
  readonly priceListId: string
  readonly contract: { readonly id: string; readonly reference: string } | undefined
  /** What everybody else pays, in the price basis of the product. */
  readonly listPrice: UnitPrice
}

/** What a product costs the company that asks, and in which amounts it is sold. */
export type Pricing = {
  /** Of `perQuantity` units: that is the price basis of the product, and all its prices have it. */
  readonly list: UnitPrice
  /** By rising quantity. From that quantity on the whole line has this price. */
  readonly tiers: readonly PriceTier[]
  /** UN/ECE Recommendation 20. */
  readonly unit: string
  /** Pieces in one unit, such as in a box. Undefined where the supplier does not say. */
  readonly contents?: number | undefined
  readonly moq: number
  readonly multiple: number
  /** Where the prices are not the list's. */
  readonly agreed?: Agreement | undefined
}

export type Availability = {
  readonly status: 'in_stock' | 'low_stock' | 'out_of_stock' | 'discontinued'
  readonly available: number
  readonly leadTimeDays: number
  /** How `available` is spread, where the supplier says and one product is asked for. */
  readonly locations?: readonly LocatedStock[]
}

export type LocatedStock = {
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly available: number
  readonly leadTimeDays: number
}

export type ProductState = 'ACTIVE' | 'DISCONTINUED'

export type Product = {
  readonly id: Id<'prd'>
  readonly supplier: { readonly id: Id<'co'>; readonly name: string }
  readonly sku: string
  readonly mpn: string
  readonly gtins: readonly string[]
  readonly name: string
  readonly brand: string
  readonly description: string
  readonly attributes: readonly Attribute[]
  readonly category: Category
  readonly state: ProductState
  readonly version: number
  readonly pricing: Pricing
  readonly availability: Availability
  readonly shipTo: readonly string[]
  /** Of its first picture, at the supplier's. */
  readonly imageUrl?: string | undefined
  /** Price, stock and conditions are made up: part of the catalogue that ships for trying out. */
  readonly sample: boolean
  readonly releasedOn: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Below this many pieces a buyer of a whole box may be disappointed. */
const lowStock = 10

export function availabilityOf(
  state: ProductState,
  onHand: number,
  leadTimeDays: number,
): Availability {
  if (state === 'DISCONTINUED') return { status: 'discontinued', available: 0, leadTimeDays }
  const status = onHand === 0 ? 'out_of_stock' : onHand < lowStock ? 'low_stock' : 'in_stock'
  return { status, available: onHand, leadTimeDays }
}

/** The smallest quantity from this one on that is sold. */
export function quantitySold(
  { moq, multiple }: Pick<Pricing, 'moq' | 'multiple'>,
  from: number,
): number {
  return Math.ceil(Math.max(from, moq) / multiple) * multiple
}

/** The price that holds when so many are taken. */
export function unitPriceAt(
  { list, tiers }: Pick<Pricing, 'list' | 'tiers'>,
  quantity: number,
): UnitPrice {
  let price = list
  for (const tier of tiers) if (quantity >= tier.minQuantity) price = tier.unitPrice
  return price
}

/** In another currency, with the decimals a unit price keeps, in the same price basis. */
export function converted({ amount, perQuantity }: UnitPrice, { rate, to }: Conversion): UnitPrice {
  return unitPrice(roundPrice(amount.times(rate)), to, perQuantity)
}

/** The same conditions, in another currency. */
export function pricingIn(pricing: Pricing, conversion: Conversion): Pricing {
  return {
    ...pricing,
    list: converted(pricing.list, conversion),
    tiers: pricing.tiers.map((tier) => ({
      ...tier,
      unitPrice: converted(tier.unitPrice, conversion),
    })),
  }
}
