import { Decimal } from 'decimal.js'
import { type Money, minorUnitsOf, money, shareOf, sumOf, unitPrice } from '#kernel/money'
import type { OrderLine } from '#modules/orders'
import type { LineTax, TaxShare } from '#modules/totals'
import { pieces } from '#platform/units'
import type { InvoiceCharge, InvoiceLine } from './invoice.ts'
import { type LeftToCredit, taxInReduction } from './left-to-credit.ts'
import { countryTaxKey, taxKey } from './tax-key.ts'

export type NetAndTax = { readonly net: Money; readonly tax: Money }

/** An order's line that was taxed, and which of its pieces, counted from 0, a document is about. */
export type Portion = NetAndTax & {
  readonly line: OrderLine & { readonly tax: LineTax; readonly discount: Money }
  readonly lineNumber: number
  readonly from: number
  readonly to: number
  /** Taken off the price of these pieces, with its tax, since they were ordered. */
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
  const gross = plus(before.net, shareBetween(line.discount, line.quantity, from, to))
  const { net, tax } = reduced(before, reduction)
  return {
    lineNumber,
    sku: line.sku,
    name: line.name,
    quantity: to - from,
    unitPrice: line.unitPrice,
    unit: line.unit,
    gross,
    discount: minus(gross, net),
    net,
    tax: { ...line.tax, amount: tax },
  }
}

/** What is left of both, each having lost its share: together they are less by exactly the reduction. */
export function reduced({ net, tax }: NetAndTax, reduction: Money | undefined): NetAndTax {
  const whole = plus(net, tax).amountMinor
  if (!reduction || whole === 0n) return { net, tax }
  const ofNet = (net.amountMinor * reduction.amountMinor * 2n + whole) / (2n * whole)
  const off = money(ofNet, net.currency)
  return { net: minus(net, off), tax: minus(tax, minus(reduction, off)) }
}

/**
 * What a reduction comes to on a credit note: a line for each way in which its goods are taxed, and of each so much tax as was
 * invoiced with the amount, or is in it at its rate where nothing was.
 */
export function reductionLines(
  parts: readonly { readonly tax: LineTax; readonly amount: Money }[],
  left: LeftToCredit,
): InvoiceLine[] {
  const alike = Map.groupBy(parts, ({ tax }) => countryTaxKey(tax))
  return [...alike].flatMap(([key, own], at) => {
    const [first] = own
    if (!first) return []
    const { currency } = first.amount
    const whole = sumOf(
      own.map(({ amount }) => amount),
      currency,
    )
    const tax = taxInReduction(whole, left.get(key)) ?? minus(whole, netOf(whole, first.tax.rate))
    const net = minus(whole, tax)
    const each = new Decimal(net.amountMinor.toString()).div(10 ** minorUnitsOf(currency))
    return [
      {
        lineNumber: at + 1,
        sku: undefined,
        name: 'Reduction of the price',
        quantity: 1,
        unitPrice: unitPrice(each, currency),
        unit: pieces,
        gross: net,
        discount: money(0n, currency),
        net,
        tax: { ...first.tax, amount: tax },
      },
    ]
  })
}

/** Rounded half to even, as taxes are. */
function netOf({ amountMinor, currency }: Money, rate: string): Money {
  const net = new Decimal(amountMinor.toString()).times(100).div(new Decimal(rate).plus(100))
  return money(BigInt(net.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed()), currency)
}

type References = Pick<InvoiceLine, 'costCenter' | 'poNumber'>

/** What the references of all lines are goes to the document; where they differ, the order's do, and each line has its own. */
export function withReferences(
  order: References,
  portions: readonly Portion[],
): { readonly document: References; readonly lines: InvoiceLine[] } {
  const poNumbers = portions.map(({ line }) => line.poNumber ?? order.poNumber)
  const costCenters = portions.map(({ line }) => line.costCenter ?? order.costCenter)
  const poNumber = commonOf(poNumbers, order.poNumber)
  const costCenter = commonOf(costCenters, order.costCenter)
  const lines = portions.map((portion, at) => ({
    ...invoiceLine(portion),
    costCenter: costCenters[at] === costCenter ? undefined : costCenters[at],
    poNumber: poNumbers[at] === poNumber ? undefined : poNumbers[at],
  }))
  return { document: { poNumber, costCenter }, lines }
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

/** What is taxed alike is one VAT breakdown (BG-23), in the order in which it first appears. */
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
      taxable: share ? plus(share.taxable, taxable) : taxable,
      amount: share ? plus(share.amount, tax.amount) : tax.amount,
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
  return { net, tax, total: plus(net, tax), breakdown }
}

function plus(one: Money, other: Money): Money {
  return money(one.amountMinor + other.amountMinor, one.currency)
}

function minus(one: Money, other: Money): Money {
  return money(one.amountMinor - other.amountMinor, one.currency)
}

/** What pieces `from` to `to` of a line of `quantity` have of an amount. The parts of a line add up to the line. */
function shareBetween(whole: Money, quantity: number, from: number, to: number): Money {
  return money(shareOf(whole, to, quantity) - shareOf(whole, from, quantity), whole.currency)
}
