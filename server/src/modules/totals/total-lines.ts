import { type Money, sumOf } from '#kernel/money'
import type { Shipping, ShippingOption, UntoldOption } from '#modules/shipping'
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
  /** Which of the deliveries it is in, from 0. */
  readonly delivery: number
  readonly discounts?: readonly Discount[]
}

/** Where the goods go, as far as totals depend on it. */
export type ShipTo = { readonly country: string; readonly postalCode?: string | undefined }

export type DeliveryOfGoods = {
  readonly shipTo: ShipTo
  /** The method that was chosen for the goods of a supplier. Where none was, the first that is offered. */
  readonly methods?: ReadonlyMap<string, string> | undefined
}

export type TotalRequest = {
  readonly buyerCompanyId: string
  readonly currency: string
  readonly deliveries: readonly DeliveryOfGoods[]
  readonly lines: readonly LineOfGoods[]
  readonly now: Date
}

/** What one supplier sends to one address. */
export type Parcel = {
  readonly supplierCompanyId: string
  readonly delivery: number
  /** Undefined: nobody has said anything, and shipping cost is in the prices. */
  readonly options: readonly ShippingOption[] | undefined
  readonly chosen: ShippingOption | undefined
  /** Named, and does not reach the address. */
  readonly unavailable: string | undefined
  /** Named, or the first of all: it would be taken, and for want of a rate nobody can tell what it costs. */
  readonly untold: UntoldOption | undefined
}

export type UntoldDiscount = {
  readonly supplierCompanyId: string
  readonly reference: string
  readonly from: string
}

export type TotalsOfGoods = Totals & {
  /** What contracts took off, by supplier. Undefined where nothing was. */
  readonly discounts: readonly TakenOff[] | undefined
  /** What contracts may take off as well, and nobody can tell for want of a rate. Empty when all is known. */
  readonly untold: readonly UntoldDiscount[]
  /** What kept the tax of a line from being told, in the order of the lines. Empty when all is known. */
  readonly undetermined: readonly {
    readonly line: number
    readonly reason: string
    readonly details: Readonly<Record<string, string>>
  }[]
  readonly parcels: readonly Parcel[]
  /** Of each parcel that a method was found for, what it costs; only where every tax is known. */
  readonly shippingCosts: readonly ShippingCost[]
}

/** What a contract takes off the goods of a supplier. */
export type ContractDiscount = (
  | { readonly kind: 'percentage'; readonly percent: string }
  | { readonly kind: 'absolute'; readonly amount: Money }
  /** Agreed on, and not to be told: there is no rate from the currency of the contract. */
  | { readonly kind: 'untold'; readonly from: string }
) & { readonly contract: { readonly id: string; readonly reference: string } }

export type TotalsDeps = {
  /** The contracts of a buyer, told in a currency. */
  readonly discountsOf: (
    conn: Conn,
    buyerCompanyId: string,
    currency: string,
    now: Date,
  ) => Promise<
    (of: {
      readonly supplierCompanyId: string
      readonly goods: Money
    }) => ContractDiscount | undefined
  >
  readonly taxes: Pick<Taxes, 'forBuyer'>
  readonly shipping: Pick<Shipping, 'optionsFor'>
}

/** What a cart or a checkout comes to for this buyer, today. */
export async function totalLines(
  { taxes, shipping, discountsOf }: TotalsDeps,
  conn: Conn,
  request: TotalRequest,
): Promise<TotalsOfGoods> {
  const { buyerCompanyId, currency, lines, deliveries, now } = request
  const suppliers = [...new Set(lines.map((line) => line.supplierCompanyId))]
  const optionsOf = await shipping.optionsFor(conn, suppliers, currency, now)
  const taxOfLine = await taxes.forBuyer(conn, buyerCompanyId, suppliers, now)
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
  const charges = parcels.flatMap((parcel) =>
    parcel.chosen ? [{ parcel: parcelOf(parcel), amount: parcel.chosen.price }] : [],
  )
  const discountFor = await discountsOf(conn, buyerCompanyId, currency, now)
  const { discounts, untold } = discountsBySupplier(lines, currency, discountFor)
  const totals = computeTotals({ currency, lines: taxed, charges, discounts })
  return {
    ...totals,
    discounts: takenOff(discounts, totals.discounted),
    untold,
    undetermined: taxed.flatMap(({ tax }, line) => missing(tax, line)),
    parcels,
    shippingCosts: totals.charges.flatMap(({ parcel, amount, tax }) => {
      const of = parcelBy.get(parcel)
      return of?.chosen && tax ? [shippingCostOf(of, of.chosen, amount, tax)] : []
    }),
  }
}

type DiscountFor = Awaited<ReturnType<TotalsDeps['discountsOf']>>

/** By what the goods of a supplier are worth in the whole document, wherever they go. */
function discountsBySupplier(
  lines: readonly LineOfGoods[],
  currency: string,
  discountFor: DiscountFor,
) {
  const placed = lines.map((line, at) => ({ ...line, at }))
  const discounts: SupplierDiscount[] = []
  const untold: UntoldDiscount[] = []
  for (const [supplierCompanyId, within] of Map.groupBy(placed, (line) => line.supplierCompanyId)) {
    const goods = sumOf(
      within.map((line) => line.goods),
      currency,
    )
    const granted = discountFor({ supplierCompanyId, goods })
    if (!granted) continue
    const { reference } = granted.contract
    if (granted.kind === 'untold') untold.push({ supplierCompanyId, reference, from: granted.from })
    else
      discounts.push({
        ...granted,
        reference,
        supplierCompanyId,
        lines: within.map(({ at }) => at),
      })
  }
  return { discounts, untold }
}

type SupplierDiscount = Exclude<ContractDiscount, { readonly kind: 'untold' }> & {
  readonly reference: string
  readonly supplierCompanyId: string
  readonly lines: number[]
}

function takenOff(
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
  const taken = named === undefined ? usual(reaching) : reaching?.find(({ id }) => id === named)
  return {
    supplierCompanyId,
    delivery,
    options: reaching?.filter(isTold),
    chosen: taken && isTold(taken) ? taken : undefined,
    unavailable: named !== undefined && !taken ? named : undefined,
    untold: taken && !isTold(taken) ? taken : undefined,
  }
}

/** Whoever names an address wants the goods there: what is to be fetched is only taken where nothing else is offered. */
function usual(reaching: ReturnType<OptionsOf>) {
  // What cannot be told costs something, so it delivers.
  return reaching?.find((option) => !isTold(option) || option.kind !== 'PICK_UP') ?? reaching?.[0]
}

function isTold(option: ShippingOption | UntoldOption): option is ShippingOption {
  return 'price' in option
}

function shippingCostOf(
  { supplierCompanyId, delivery }: Parcel,
  { id, name, kind, leadTimeDays }: ShippingOption,
  amount: Money,
  tax: ShippingCost['tax'],
): ShippingCost {
  return { supplierCompanyId, delivery, methodId: id, name, kind, leadTimeDays, amount, tax }
}

function missing(tax: Tax, line: number) {
  if (tax.state === 'DETERMINED') return []
  const { reason, details } = tax
  return [{ line, reason, details }]
}
