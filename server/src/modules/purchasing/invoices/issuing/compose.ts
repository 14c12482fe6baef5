import { Decimal } from 'decimal.js'
import { type Money, minorUnitsOf, money, shareOf, sumOf, unitPrice } from '#kernel/money'
import { oneUnit, type Quantity } from '#kernel/quantity'
import type { OrderLine } from '#modules/orders'
import {
  accountingOf,
  type InvoicedReferences,
  invoicedReferences,
  type SharedReferences,
  sharedReferencesOf,
} from '#modules/orders/line-references'
import { allocate, type LineTax, type TaxShare } from '#modules/totals'
import { pieces } from '#platform/units'
import type { InvoiceCharge, InvoiceLine, ReducedPart } from '../invoice.ts'
import {
  type Left,
  type LeftOfLines,
  type LeftOfSupplier,
  taxInReduction,
} from './left-to-credit.ts'
import { countryTaxKey, taxKey } from './tax-key.ts'

export type NetAndTax = { readonly net: Money; readonly tax: Money }

/** A taxed line of an order, and the pieces of it, counted from 0, that a document is about. */
export type Portion = NetAndTax & {
  readonly line: OrderLine & { readonly tax: LineTax; readonly discount: Money }
  readonly lineNumber: number
  readonly from: Quantity
  readonly to: Quantity
  /** What was taken off the price of these pieces since they were ordered, with its tax. */
  readonly reduction?: Money | undefined
}

export function invoiceLine({
  line,
  lineNumber,
  from,
  to,
  reduction,
  ...before
}: Portion): InvoiceLine {
  const gross = addMoney(before.net, shareBetween(line.discount, line.quantity, from, to))
  const { net, tax } = reduceNetAndTax(before, reduction)
  return {
    lineNumber,
    sku: line.sku,
    name: line.name,
    quantity: to - from,
    unitPrice: line.unitPrice,
    unit: line.unit,
    gross,
    discount: subtractMoney(gross, net),
    net,
    tax: { ...line.tax, amount: tax },
  }
}

/**
 * Net amount and tax after a reduction: together they are smaller by exactly the reduction, and each bears its share.
 */
export function reduceNetAndTax({ net, tax }: NetAndTax, reduction: Money | undefined): NetAndTax {
  const whole = addMoney(net, tax).amountMinor
  if (!reduction || whole === 0n) return { net, tax }
  const ofNet = (net.amountMinor * reduction.amountMinor * 2n + whole) / (2n * whole)
  const off = money(ofNet, net.currency)
  return { net: subtractMoney(net, off), tax: subtractMoney(tax, subtractMoney(reduction, off)) }
}

/** What is taken off the price of one line of the order, or without a line of its shipping cost or fee. */
type Reduction = {
  readonly lineNumber?: number | undefined
  readonly tax: LineTax
  readonly amount: Money
}

/** The lines of a credit note for a reduction: one for each tax treatment of its goods. Its parts name the lines of the order. */
export function reductionLines(
  reductions: readonly Reduction[],
  { byTax, byLine }: LeftOfSupplier,
): InvoiceLine[] {
  const alike = Map.groupBy(reductions, ({ tax }) => countryTaxKey(tax))
  return [...alike].flatMap(([key, own], at) => {
    const [first] = own
    if (!first) return []
    const { currency } = first.amount
    const parts = reducedParts(own, byLine, byTax.get(key))
    const tax = sumOf(
      parts.map((part) => part.tax),
      currency,
    )
    const net = sumOf(
      parts.map((part) => part.net),
      currency,
    )
    const each = new Decimal(net.amountMinor.toString()).div(10 ** minorUnitsOf(currency))
    return [
      {
        lineNumber: at + 1,
        sku: undefined,
        name: 'Reduction of the price',
        quantity: oneUnit,
        unitPrice: unitPrice(each, currency),
        unit: pieces,
        gross: net,
        discount: money(0n, currency),
        net,
        tax: { ...first.tax, amount: tax },
        parts,
      },
    ]
  })
}

/**
 * Each part takes back as much tax as was invoiced with the amount on its line, so that the line closes. What no document says by line
 * takes back the tax of all that is taxed alike, or that at its rate if nothing was invoiced.
 */
function reducedParts(
  reductions: readonly Reduction[],
  byLine: LeftOfLines,
  left: Left | undefined,
): ReducedPart[] {
  const ofLines = reductions.map(({ lineNumber, amount }) =>
    lineNumber === undefined ? undefined : taxInReduction(amount, byLine.get(lineNumber)),
  )
  const others = reductions.filter((_, at) => ofLines[at] === undefined)
  const taxes = allocate(
    taxOfOthers(others, left),
    others.map(({ amount }) => amount.amountMinor),
  ).values()
  return reductions.map(({ lineNumber, amount }, at) => {
    const tax = ofLines[at] ?? money(taxes.next().value ?? 0n, amount.currency)
    return { lineNumber, net: subtractMoney(amount, tax), tax }
  })
}

function taxOfOthers(others: readonly Reduction[], left: Left | undefined): bigint {
  const [first] = others
  if (!first) return 0n
  const whole = sumOf(
    others.map(({ amount }) => amount),
    first.amount.currency,
  )
  const tax = taxInReduction(whole, left) ?? subtractMoney(whole, netOf(whole, first.tax.rate))
  return tax.amountMinor
}

/** Rounded half to even, like taxes. */
function netOf({ amountMinor, currency }: Money, rate: string): Money {
  const net = new Decimal(amountMinor.toString()).times(100).div(new Decimal(rate).plus(100))
  return money(BigInt(net.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed()), currency)
}

/**
 * A reference that all lines share moves to the document. If the lines differ, the document has the order's reference
 * and each line its own. A line that is divided among several cost centres has none, and then neither has the document.
 */
export function withReferences(
  order: SharedReferences,
  portions: readonly Portion[],
): { readonly document: SharedReferences; readonly lines: InvoiceLine[] } {
  const ofOrder: InvoicedReferences = sharedReferencesOf(order)
  const divided = portions.filter(({ line }) => isDivided(line))
  const own = portions.map(({ line }) => {
    const booked: InvoicedReferences = { ...line, ...accountingOf(line) }
    const without = isDivided(line) ? 'costCenter' : undefined
    return eachReference((key) => booked[key] ?? (key === without ? undefined : ofOrder[key]))
  })
  const document = sharedReferencesOf(
    eachReference((key) =>
      commonOf(
        own.map((references) => references[key]),
        key === 'costCenter' && divided.length > 0 ? undefined : ofOrder[key],
      ),
    ),
  )
  const ofDocument: InvoicedReferences = document
  const lines = portions.map((portion, at) => ({
    ...invoiceLine(portion),
    ...eachReference((key) => (own[at]?.[key] === ofDocument[key] ? undefined : own[at]?.[key])),
  }))
  return { document, lines }
}

const isDivided = ({ allocations = [] }: OrderLine) => allocations.length > 1

function eachReference(
  referenceOf: (key: keyof InvoicedReferences) => string | undefined,
): InvoicedReferences {
  return Object.fromEntries(invoicedReferences.map(({ key }) => [key, referenceOf(key)]))
}

function commonOf(references: readonly (string | undefined)[], otherwise: string | undefined) {
  return new Set(references).size === 1 ? references[0] : otherwise
}

export type Sums = {
  readonly net: Money
  readonly tax: Money
  readonly total: Money
  readonly breakdown: readonly TaxShare[]
}

/** Amounts that are taxed alike form one VAT breakdown (BG-23), in the order in which they first appear. */
export function sumsOf(
  lines: readonly InvoiceLine[],
  charges: readonly InvoiceCharge[],
  currency: string,
): Sums {
  const taxed = [
    ...lines.map(({ net, tax }) => ({ taxable: net, tax })),
    ...charges.map(({ amount, tax }) => ({ taxable: amount, tax })),
  ]
  const shares = new Map<string, TaxShare>()
  for (const { taxable, tax } of taxed) {
    const key = taxKey(tax)
    const share = shares.get(key)
    shares.set(key, {
      category: tax.category,
      rate: tax.rate,
      reasonCode: tax.reasonCode,
      taxable: share ? addMoney(share.taxable, taxable) : taxable,
      amount: share ? addMoney(share.amount, tax.amount) : tax.amount,
    })
  }
  const breakdown = [...shares.values()]
  const net = sumOf(
    taxed.map(({ taxable }) => taxable),
    currency,
  )
  const tax = sumOf(
    breakdown.map(({ amount }) => amount),
    currency,
  )
  return { net, tax, total: addMoney(net, tax), breakdown }
}

function addMoney(one: Money, other: Money): Money {
  return money(one.amountMinor + other.amountMinor, one.currency)
}

function subtractMoney(one: Money, other: Money): Money {
  return money(one.amountMinor - other.amountMinor, one.currency)
}

/** The share of pieces `from` to `to` in an amount for `quantity` pieces. The parts of a line add up to the line. */
function shareBetween(whole: Money, quantity: Quantity, from: Quantity, to: Quantity): Money {
  return money(shareOf(whole, to, quantity) - shareOf(whole, from, quantity), whole.currency)
}
