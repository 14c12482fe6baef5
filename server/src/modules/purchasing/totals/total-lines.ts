import { type Money, sumOf } from '#kernel/money'
import type {
  BelowMinimum,
  BelowMinimumOf,
  Shipping,
  ShippingOption,
  UnconvertibleMinimum,
  UnconvertibleOption,
} from '#modules/shipping'
import type { BuyingUnit } from '#modules/structure'
import type { Tax, TaxClass, Taxes } from '#modules/tax'
import type { Conn } from '#platform/db'
import { computeTotals, type Totals } from './compute-totals.ts'
import type { Discount } from './discount.ts'
import type { ShippingCost } from './shipping-cost.ts'
import type { TakenOff } from './taken-off.ts'

export type LineOfGoods = {
  readonly supplierCompanyId: string
  readonly taxClass: TaxClass
  readonly goods: Money
  /** The index of its delivery, from 0. */
  readonly delivery: number
  readonly discounts?: readonly Discount[]
}

/** The part of a delivery address that the totals depend on. */
export type ShipTo = { readonly country: string; readonly postalCode?: string | undefined }

export type DeliveryOfGoods = {
  readonly shipTo: ShipTo
  /** The chosen shipping method of each supplier. Without a choice, the first offered method applies. */
  readonly methods?: ReadonlyMap<string, string> | undefined
}

export type TotalRequest = {
  readonly buyer: BuyingUnit
  readonly currency: string
  readonly deliveries: readonly DeliveryOfGoods[]
  readonly lines: readonly LineOfGoods[]
  readonly now: Date
}

/** What one supplier sends to one address. */
export type Parcel = {
  readonly supplierCompanyId: string
  readonly delivery: number
  /** Undefined: no shipping methods exist, so the prices include shipping. */
  readonly options: readonly ShippingOption[] | undefined
  readonly chosen: ShippingOption | undefined
  /** The chosen method, if it does not reach the address. */
  readonly unavailable: string | undefined
  /** The method that applies, if its cost cannot be converted because there is no rate. */
  readonly unconvertible: UnconvertibleOption | undefined
}

export type UnconvertibleDiscount = {
  readonly supplierCompanyId: string
  readonly reference: string
  readonly from: string
}

export type TotalsOfGoods = Totals & {
  /** The discounts of the contracts, by supplier. Undefined when there are none. */
  readonly discounts: readonly TakenOff[] | undefined
  /** Further discounts of contracts that cannot be converted because there is no rate. Empty when all can. */
  readonly unconvertible: readonly UnconvertibleDiscount[]
  /** Why the tax of a line is not determined, in the order of the lines. Empty when all taxes are known. */
  readonly undetermined: readonly {
    readonly line: number
    readonly reason: string
    readonly details: Readonly<Record<string, string>>
  }[]
  readonly parcels: readonly Parcel[]
  /** Suppliers whose goods are below the minimum, or whose minimum cannot be converted because there is no rate. */
  readonly belowMinimum: readonly SupplierBelowMinimum[]
  /** The shipping cost of each parcel with a method, and the fees below a minimum, where their tax is determined. */
  readonly shippingCosts: readonly ShippingCost[]
}

export type SupplierBelowMinimum = { readonly supplierCompanyId: string } & (
  | BelowMinimum
  | UnconvertibleMinimum
)

/** The discount that a contract grants on the goods of a supplier. */
export type ContractDiscount = (
  | { readonly kind: 'percentage'; readonly percent: string }
  | { readonly kind: 'absolute'; readonly amount: Money }
  /** The discount was agreed, but there is no rate from the currency of the contract. */
  | { readonly kind: 'unconvertible'; readonly from: string }
) & { readonly contract: { readonly id: string; readonly reference: string } }

export type TotalsDeps = {
  /** The discounts of a buyer's contracts, in one currency. */
  readonly discountsOf: (
    conn: Conn,
    buyer: BuyingUnit,
    currency: string,
    now: Date,
  ) => Promise<
    (of: {
      readonly supplierCompanyId: string
      readonly goods: Money
    }) => ContractDiscount | undefined
  >
  readonly taxes: Pick<Taxes, 'forBuyer'>
  readonly shipping: Pick<Shipping, 'optionsFor' | 'minimumsOf'>
}

/** Computes the totals of a cart or a checkout for this buyer, today. */
export async function totalLines(
  { taxes, shipping, discountsOf }: TotalsDeps,
  conn: Conn,
  request: TotalRequest,
): Promise<TotalsOfGoods> {
  const { buyer, currency, lines, deliveries, now } = request
  const suppliers = [...new Set(lines.map((line) => line.supplierCompanyId))]
  const optionsOf = await shipping.optionsFor(conn, suppliers, currency, now)
  const taxOfLine = await taxes.forBuyer(conn, buyer.companyId, suppliers, now)
  const parcels = [...Map.groupBy(lines, parcelOf)].map(([, within]) =>
    chooseMethod(within, request, optionsOf),
  )
  const parcelBy = new Map(parcels.map((parcel) => [parcelOf(parcel), parcel]))
  const taxed = lines.map((line) => {
    const isFetched = parcelBy.get(parcelOf(line))?.chosen?.kind === 'PICK_UP'
    const shipTo = isFetched ? undefined : deliveries[line.delivery]?.shipTo
    const supplier = line.supplierCompanyId
    return { ...line, supplier, parcel: parcelOf(line), tax: taxOfLine({ ...line, shipTo }) }
  })
  const belowMinimum = belowMinimumOf(
    lines,
    currency,
    await shipping.minimumsOf(conn, suppliers, currency, now),
  )
  const costs = [...parcels.flatMap(chargeOfParcel), ...belowMinimum.flatMap(chargeBelowMinimum)]
  const charges = costs.map(({ charge }) => charge)
  const discountFor = await discountsOf(conn, buyer, currency, now)
  const { discounts, unconvertible } = discountsBySupplier(lines, currency, discountFor)
  const totals = computeTotals({ currency, lines: taxed, charges, discounts })
  return {
    ...totals,
    discounts: appliedDiscountsOf(discounts, totals.discounted),
    unconvertible,
    undetermined: taxed.flatMap(({ tax }, line) => undeterminedTaxOf(tax, line)),
    parcels,
    belowMinimum,
    shippingCosts: costs.flatMap(({ cost }, at): ShippingCost[] => {
      const { tax } = totals.charges[at] ?? {}
      return tax ? [{ ...cost, tax }] : []
    }),
  }
}

type DiscountFor = Awaited<ReturnType<TotalsDeps['discountsOf']>>

/** The discount depends on the value of a supplier's goods in the whole document, across all addresses. */
function discountsBySupplier(
  lines: readonly LineOfGoods[],
  currency: string,
  discountFor: DiscountFor,
) {
  const placed = lines.map((line, at) => ({ ...line, at }))
  const discounts: SupplierDiscount[] = []
  const unconvertible: UnconvertibleDiscount[] = []
  for (const [supplierCompanyId, within] of Map.groupBy(placed, (line) => line.supplierCompanyId)) {
    const goods = sumOf(
      within.map((line) => line.goods),
      currency,
    )
    const granted = discountFor({ supplierCompanyId, goods })
    if (!granted) continue
    const { reference } = granted.contract
    if (granted.kind === 'unconvertible')
      unconvertible.push({ supplierCompanyId, reference, from: granted.from })
    else
      discounts.push({
        ...granted,
        reference,
        supplierCompanyId,
        lines: within.map(({ at }) => at),
      })
  }
  return { discounts, unconvertible }
}

type SupplierDiscount = Exclude<ContractDiscount, { readonly kind: 'unconvertible' }> & {
  readonly reference: string
  readonly supplierCompanyId: string
  readonly lines: number[]
}

function appliedDiscountsOf(
  discounts: readonly SupplierDiscount[],
  amounts: readonly Money[],
): TakenOff[] | undefined {
  const all = discounts.flatMap((discount, at) => {
    const { supplierCompanyId, contract, reference } = discount
    const amount = amounts[at]
    if (!amount || amount.amountMinor === 0n) return []
    const percent = discount.kind === 'percentage' ? { percent: discount.percent } : {}
    return [{ supplierCompanyId, contractId: contract.id, reference, ...percent, amount }]
  })
  return all.length === 0 ? undefined : all
}

function parcelOf(of: { readonly supplierCompanyId: string; readonly delivery: number }): string {
  return `${of.delivery}|${of.supplierCompanyId}`
}

type OptionsOf = Awaited<ReturnType<Shipping['optionsFor']>>

function chooseMethod(
  within: readonly LineOfGoods[],
  { deliveries, currency }: TotalRequest,
  optionsOf: OptionsOf,
): Parcel {
  const [first] = within
  if (!first) throw new Error('a parcel without lines')
  const { supplierCompanyId, delivery } = first
  const to = deliveries[delivery]
  if (!to) throw new Error(`a line is in delivery ${delivery}, which there is not`)
  const goods = sumOf(
    within.map((line) => line.goods),
    currency,
  )
  const reaching = optionsOf({ supplierCompanyId, country: to.shipTo.country, goods })
  const named = to.methods?.get(supplierCompanyId)
  const taken =
    named === undefined ? defaultMethodOf(reaching) : reaching?.find(({ id }) => id === named)
  return {
    supplierCompanyId,
    delivery,
    options: reaching?.filter(isConvertible),
    chosen: taken && isConvertible(taken) ? taken : undefined,
    unavailable: named !== undefined && !taken ? named : undefined,
    unconvertible: taken && !isConvertible(taken) ? taken : undefined,
  }
}

/** The default is a method that delivers to the address. Pick-up is the default only when nothing else is offered. */
function defaultMethodOf(reaching: ReturnType<OptionsOf>) {
  // Pick-up costs nothing. A method without a convertible price has a cost, so it delivers.
  return (
    reaching?.find((option) => !isConvertible(option) || option.kind !== 'PICK_UP') ?? reaching?.[0]
  )
}

function isConvertible(option: ShippingOption | UnconvertibleOption): option is ShippingOption {
  return 'price' in option
}

function chargeOfParcel(parcel: Parcel) {
  const { supplierCompanyId, delivery, chosen } = parcel
  if (!chosen) return []
  const { id: methodId, name, kind, leadTimeDays, price: amount } = chosen
  const cost = { supplierCompanyId, delivery, methodId, name, kind, leadTimeDays, amount }
  return [{ charge: { parcel: parcelOf(parcel), amount }, cost }]
}

function chargeBelowMinimum(below: SupplierBelowMinimum) {
  const amount = 'fee' in below ? below.fee : undefined
  if (!amount) return []
  const { supplierCompanyId } = below
  const cost = { supplierCompanyId, kind: 'BELOW_MINIMUM', amount } as const
  return [{ charge: { supplier: supplierCompanyId, amount }, cost }]
}

/** Like a discount, the minimum counts the goods of the whole document, across all addresses. */
function belowMinimumOf(
  lines: readonly LineOfGoods[],
  currency: string,
  belowOf: BelowMinimumOf,
): SupplierBelowMinimum[] {
  const bySupplier = Map.groupBy(lines, (line) => line.supplierCompanyId)
  return [...bySupplier].flatMap(([supplierCompanyId, within]) => {
    const goods = sumOf(
      within.map((line) => line.goods),
      currency,
    )
    const below = belowOf({ supplierCompanyId, goods })
    return below ? [{ supplierCompanyId, ...below }] : []
  })
}

function undeterminedTaxOf(tax: Tax, line: number) {
  if (tax.state === 'DETERMINED') return []
  const { reason, details } = tax
  return [{ line, reason, details }]
}
