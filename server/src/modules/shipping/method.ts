import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import { type Money, minorUnitsOf, money, roundToMoney } from '#kernel/money'
import type { RateTable } from '#modules/fx'

export const methodKinds = ['DELIVERY', 'PICK_UP'] as const
export type MethodKind = (typeof methodKinds)[number]

/** From goods of this worth on, the shipping cost costs this. */
export type ShippingTier = { readonly from: Money; readonly price: Money }

export type ShippingMethod = {
  /** Those of old begin with `shp_`, as shipments do: they stay as they are, and come first among equals. */
  readonly id: Id<'smt' | 'shp'>
  /** The supplier, or the platform's own company. */
  readonly companyId: Id<'co'>
  readonly name: string
  readonly kind: MethodKind
  /** None: everywhere. */
  readonly countries: readonly string[]
  readonly currency: string
  /** By rising worth of the goods; the first is from nothing on. */
  readonly tiers: readonly ShippingTier[]
  readonly leadTimeDays: number
  /** The smallest comes first, and is taken when none is named. */
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

/** One that reaches the parcel, at a price that nobody can tell: there is no rate from this currency. */
export type UntoldOption = { readonly id: string; readonly untoldFrom: string }

type Reaching = ShippingOption | UntoldOption

type Parcel = { readonly country: string; readonly goods: Money }

/** Those that reach the country, in their order. None is passed over for want of a rate: the next one has another price. */
export function optionsFor(
  methods: readonly ShippingMethod[],
  { country, goods }: Parcel,
  table: Pick<RateTable, 'conversionFrom'> | undefined,
): Reaching[] {
  return methods
    .filter(({ countries }) => countries.length === 0 || countries.includes(country))
    .toSorted(byPlace)
    .flatMap(({ id, name, kind, leadTimeDays, currency, tiers }): readonly Reaching[] => {
      const price = priceOf(tiers, goods, table)
      if (price === 'untold') return [{ id, untoldFrom: currency }]
      return price ? [{ id, name, kind, price, leadTimeDays }] : []
    })
}

function byPlace(one: ShippingMethod, other: ShippingMethod): number {
  return one.position - other.position || (one.id < other.id ? -1 : 1)
}

function priceOf(
  tiers: readonly ShippingTier[],
  goods: Money,
  table: Pick<RateTable, 'conversionFrom'> | undefined,
): Money | 'untold' | undefined {
  let price: Money | 'untold' | undefined
  for (const tier of tiers) {
    const from = told(tier.from, goods.currency, table)
    if (!from) return 'untold'
    if (from.amountMinor > goods.amountMinor) continue
    price = told(tier.price, goods.currency, table) ?? 'untold'
  }
  return price
}

/** In another currency, rounded once, half to even. */
function told(
  amount: Money,
  currency: string,
  table: Pick<RateTable, 'conversionFrom'> | undefined,
): Money | undefined {
  if (amount.currency === currency) return amount
  if (amount.amountMinor === 0n) return money(0n, currency)
  const conversion = table?.conversionFrom(amount.currency)
  if (!conversion) return undefined
  const whole = new Decimal(amount.amountMinor.toString()).div(
    new Decimal(10).pow(minorUnitsOf(amount.currency)),
  )
  return roundToMoney(whole.times(conversion.rate), currency)
}
