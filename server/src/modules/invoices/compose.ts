import { type Money, money, sumOf } from '#kernel/money'
import type { OrderLine } from '#modules/orders'
import type { LineTax, TaxShare } from '#modules/totals'
import type { InvoiceCharge, InvoiceLine } from './invoice.ts'
import { shareBetween } from './share.ts'

/** An order's line that was taxed, and which of its pieces, counted from 0, a document is about. */
export type Portion = {
  readonly line: OrderLine & { readonly tax: LineTax; readonly discount: Money }
  readonly lineNumber: number
  readonly from: number
  readonly to: number
}

/**
 * The net amount and the amount with tax are shares of the line's; the tax is their difference. So a line without tax has
 * parts without tax, and what is credited is what goes back by payment, to the minor unit.
 */
export function invoiceLine({ line, lineNumber, from, to }: Portion): InvoiceLine {
  const share = (whole: Money) => shareBetween(whole, line.quantity, from, to)
  const whole = minus(line.total, line.discount)
  const gross = share(line.total)
  const net = share(whole)
  const tax = minus(share(plus(whole, line.tax.amount)), net)
  return {
    lineNumber,
    sku: line.sku,
    name: line.name,
    quantity: to - from,
    unitPrice: line.unitPrice,
    gross,
    discount: minus(gross, net),
    net,
    tax: { ...line.tax, amount: tax },
  }
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
    const key = `${tax.category} ${tax.rate} ${tax.reasonCode ?? ''}`
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
