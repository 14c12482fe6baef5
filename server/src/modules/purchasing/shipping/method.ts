import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import { convert, type Rates } from './convert.ts'

export const methodKinds = ['DELIVERY', 'PICK_UP'] as const
export type MethodKind = (typeof methodKinds)[number]

/** From this value of the goods on, shipping costs this price. */
export type ShippingTier = { readonly from: Money; readonly price: Money }

export type ShippingMethod = {
  /** Older ids begin with `shp_`, as ids of shipments do. They do not change, and sort first among equal positions. */
  readonly id: Id<'smt' | 'shp'>
  /** The supplier, or the company of the platform. */
  readonly companyId: Id<'co'>
  readonly name: string
  readonly kind: MethodKind
  /** An empty list means all countries. */
  readonly countries: readonly string[]
  readonly currency: string
  /** Sorted by the value of the goods. The first tier starts at 0. */
  readonly tiers: readonly ShippingTier[]
  readonly leadTimeDays: number
  /** Methods are offered by rising position. The first one is the default. */
  readonly position: number
}

/** A method for one parcel, at its price. */
export type ShippingOption = {
  readonly id: string
  readonly name: string
  readonly kind: MethodKind
  readonly price: Money
  readonly leadTimeDays: number
}

/** A method that reaches the parcel, but there is no rate from the currency of its price. */
export type UnconvertibleOption = { readonly id: string; readonly unconvertibleFrom: string }

type Reaching = ShippingOption | UnconvertibleOption

type Parcel = { readonly country: string; readonly goods: Money }

/**
 * Returns the methods that reach the country, in their order. A method without a rate stays in the list: to skip it
 * would select the next one, with another price.
 */
export function optionsFor(
  methods: readonly ShippingMethod[],
  { country, goods }: Parcel,
  table: Rates,
): Reaching[] {
  return methods
    .filter(({ countries }) => countries.length === 0 || countries.includes(country))
    .toSorted(byPlace)
    .flatMap(({ id, name, kind, leadTimeDays, currency, tiers }): readonly Reaching[] => {
      const price = priceOf(tiers, goods, table)
      if (price === 'unconvertible') return [{ id, unconvertibleFrom: currency }]
      return price ? [{ id, name, kind, price, leadTimeDays }] : []
    })
}

function byPlace(one: ShippingMethod, other: ShippingMethod): number {
  return one.position - other.position || (one.id < other.id ? -1 : 1)
}

function priceOf(
  tiers: readonly ShippingTier[],
  goods: Money,
  table: Rates,
): Money | 'unconvertible' | undefined {
  let price: Money | 'unconvertible' | undefined
  for (const tier of tiers) {
    const from = convert(tier.from, goods.currency, table)
    if (!from) return 'unconvertible'
    if (from.amountMinor > goods.amountMinor) continue
    price = convert(tier.price, goods.currency, table) ?? 'unconvertible'
  }
  return price
}
