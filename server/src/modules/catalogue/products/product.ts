import type { Id } from '#kernel/id'
import { roundPrice, type UnitPrice, unitPrice } from '#kernel/money'
import { greater, oneUnit, type Quantity } from '#kernel/quantity'
import type { Conversion } from '#modules/fx'
import type { Backorder } from './fields/backorder.ts'
import type { ViewedValues } from './fields/views.ts'

export type Category = {
  readonly id: string
  readonly name: string
  /** The names from the root to this category. */
  readonly path: readonly string[]
}

export type PriceTier = { readonly minQuantity: Quantity; readonly unitPrice: UnitPrice }

/** Why a company pays a price other than the list price. */
export type Agreement = {
  readonly priceListId: string
  readonly contract: { readonly id: string; readonly reference: string } | undefined
  /** The price without an agreement, in the price basis of the product. */
  readonly listPrice: UnitPrice
}

/** The company's prices of a product, and the quantities in which it is sold. */
export type Pricing = {
  /** The price of `perQuantity` units at the smallest quantity for sale. All prices of a product share this basis. */
  readonly list: UnitPrice
  /** By rising quantity, above the smallest for sale. From the quantity of a tier on, the whole line has its price. */
  readonly tiers: readonly PriceTier[]
  /** A code of UN/ECE Recommendation 20. */
  readonly unit: string
  /** The pieces in one unit, such as a box. Undefined if the supplier does not give them. */
  readonly contents?: number | undefined
  readonly moq: Quantity
  readonly multiple: Quantity
  /** Set when the prices are not the list prices. */
  readonly agreed?: Agreement | undefined
}

/** What can still be ordered beyond the stock. */
export type BackorderRoom = {
  readonly leadTimeDays: number
  /** Undefined: without a limit. */
  readonly left: Quantity | undefined
}

/** The readings of the availability of a product. `backorder`: the stock does not cover it, and the supplier takes the order all the same. */
export const availabilityStatuses = [
  'in_stock',
  'low_stock',
  'backorder',
  'out_of_stock',
  'discontinued',
] as const

export type Availability = {
  readonly status: (typeof availabilityStatuses)[number]
  readonly available: Quantity
  /** With the status `backorder`: the working days until the goods arrive at the supplier. */
  readonly leadTimeDays: number
  /** Undefined: what the stock does not cover cannot be ordered. */
  readonly backorder?: BackorderRoom | undefined
  /** The share of each location in `available`. Set for a single product whose supplier keeps stock by location. */
  readonly locations?: readonly LocatedStock[]
}

export type LocatedStock = {
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly available: Quantity
  readonly leadTimeDays: number
}

export type ProductImage = {
  /** The signed address at which this service shows the picture. It opens without a credential. */
  readonly url: string
  /** The product has no picture: the address shows a drawing. */
  readonly isPlaceholder: boolean
}

/** Signs the address of the picture of a product. Without a version, the address shows a drawing. */
export type AddressOfImage = (productId: string, version: string | undefined) => string

export type ProductState = 'ACTIVE' | 'DISCONTINUED'

export type Product = ViewedValues & {
  readonly id: Id<'prd'>
  readonly supplier: { readonly id: Id<'co'>; readonly name: string }
  /** All its languages, its own first. Set for a single product. */
  readonly languages?: readonly string[]
  /** It has texts in other languages. */
  readonly isTranslated: boolean
  readonly category: Category
  readonly state: ProductState
  readonly version: number
  readonly pricing: Pricing
  readonly availability: Availability
  readonly image: ProductImage
  /** The price, stock and conditions are invented: the product belongs to the sample catalogue. */
  readonly sample: boolean
  readonly releasedOn: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Below this number of units a buyer of a whole box may not get enough. */
export const lowStock = 10n * oneUnit

export type StockOfProduct = {
  /** What is for sale. */
  readonly available: Quantity
  /** What orders wait for. */
  readonly backordered: Quantity
}

export function availabilityOf(
  state: ProductState,
  { available, backordered }: StockOfProduct,
  leadTimeDays: number,
  backorder: Backorder | null,
): Availability {
  if (state === 'DISCONTINUED') return { status: 'discontinued', available: 0n, leadTimeDays }
  const room = backorder ? roomOf(backorder, backordered) : undefined
  if (available === 0n && covers(room, 1n)) return onBackorder({ available, backorder: room })
  const status = available === 0n ? 'out_of_stock' : available < lowStock ? 'low_stock' : 'in_stock'
  return { status, available, leadTimeDays, ...(room && { backorder: room }) }
}

export function roomOf({ leadTimeDays, maxQuantity }: Backorder, waiting: Quantity): BackorderRoom {
  const left = maxQuantity === undefined ? undefined : greater(0n, maxQuantity - waiting)
  return { leadTimeDays, left }
}

/** True if the supplier takes this quantity beyond its stock. */
export function covers(room: BackorderRoom | undefined, quantity: Quantity): room is BackorderRoom {
  return room !== undefined && (room.left === undefined || quantity <= room.left)
}

/** The availability of a quantity: what the stock does not cover may be taken as a backorder. */
export function availabilityAt(availability: Availability, quantity: Quantity): Availability {
  const { available, backorder } = availability
  if (quantity <= available || !covers(backorder, quantity)) return availability
  return onBackorder({ ...availability, backorder })
}

function onBackorder<
  Of extends { readonly available: Quantity; readonly backorder: BackorderRoom },
>(availability: Of) {
  const { leadTimeDays } = availability.backorder
  return { ...availability, status: 'backorder' as const, leadTimeDays }
}

/** The smallest quantity for sale that is not below this one. */
export function quantitySold(
  { moq, multiple }: Pick<Pricing, 'moq' | 'multiple'>,
  from: Quantity,
): Quantity {
  return ((greater(from, moq) + multiple - 1n) / multiple) * multiple
}

/** The smallest quantity for sale. */
export function minQuantityOf(pricing: Pick<Pricing, 'moq' | 'multiple'>): Quantity {
  return quantitySold(pricing, 0n)
}

/** The price that applies at this quantity. */
export function unitPriceAt(
  { list, tiers }: Pick<Pricing, 'list' | 'tiers'>,
  quantity: Quantity,
): UnitPrice {
  let price = list
  for (const tier of tiers) if (quantity >= tier.minQuantity) price = tier.unitPrice
  return price
}

/** Converts a unit price, with the decimals that unit prices keep, in the same price basis. */
export function convertUnitPrice(
  { amount, perQuantity }: UnitPrice,
  { rate, to }: Conversion,
): UnitPrice {
  return unitPrice(roundPrice(amount.times(rate)), to, perQuantity)
}

/** The same pricing in another currency. */
export function pricingIn(pricing: Pricing, conversion: Conversion): Pricing {
  return {
    ...pricing,
    list: convertUnitPrice(pricing.list, conversion),
    tiers: pricing.tiers.map((tier) => ({
      ...tier,
      unitPrice: convertUnitPrice(tier.unitPrice, conversion),
    })),
  }
}
