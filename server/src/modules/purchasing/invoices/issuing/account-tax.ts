import { Decimal } from 'decimal.js'
import { currencyOfCountry } from '#kernel/currency-of-country'
import { decimalOf, type Money, roundToMoney } from '#kernel/money'
import { sumOfQuantities } from '#kernel/quantity'
import type { Fx } from '#modules/fx'
import type { Tx } from '#platform/db'
import type { Invoice, InvoiceCharge, InvoiceLine, TaxAccounting } from '../invoice.ts'
import type { Portion } from './compose.ts'

/** Enough digits to keep a product exact before it is rounded. */
const Exact = Decimal.clone({ precision: 60 })

/** The digits of a rate on a document: a reader who multiplies with them gets the same amount. */
const rateDigits = 12

/**
 * If a document's currency is not that of the taxing country, the document states the tax in that currency too (article
 * 230 of Directive 2006/112/EC), at the rate of the supply (article 91). Undefined if the currency is the same, or
 * there is no tax.
 */
export async function accountTax(
  rates: Pick<Fx, 'rateAsOf'>,
  tx: Tx,
  tax: Money,
  parts: readonly (InvoiceLine | InvoiceCharge)[],
  suppliedAt: Date,
): Promise<TaxAccounting | undefined> {
  const country = taxingCountry(parts)
  const currency = country && currencyOfCountry(country)
  if (!currency || currency === tax.currency) return undefined
  const found = await rates.rateAsOf(tx, tax.currency, currency, suppliedAt)
  if (!found) return { country, currency }
  const { rateSetId, provider, asOf } = found
  const rate = found.rate.toSignificantDigits(rateDigits).toFixed()
  const at = { rate, rateSetId, provider, asOf: asOf.toISOString() }
  return { country, currency, converted: { ...at, amount: convertTax(tax, rate, currency) } }
}

/** A credit note takes tax back at the rate that its invoice stated, whatever the rate is now. */
export function accountTaxAs(
  { content: { taxAccounting: stated } }: Invoice,
  tax: Money,
): TaxAccounting | undefined {
  if (!stated || tax.amountMinor === 0n) return undefined
  if (!stated.converted) return stated
  const amount = convertTax(tax, stated.converted.rate, stated.currency)
  return { ...stated, converted: { ...stated.converted, amount } }
}

/** One country taxes the goods of one supplier for one address. */
function taxingCountry(parts: readonly (InvoiceLine | InvoiceCharge)[]): string | undefined {
  return parts.find(({ tax }) => tax.amount.amountMinor !== 0n)?.tax.country
}

function convertTax(tax: Money, rate: string, currency: string): Money {
  return roundToMoney(new Exact(decimalOf(tax)).times(rate), currency)
}

/**
 * The invoice that contains the first piece of a portion. Pieces leave and come back from the end of a line, so the
 * pieces that left first come back first.
 */
export function invoiceOf(portion: Portion, invoices: readonly Invoice[]): Invoice | undefined {
  let before = portion.line.quantity - portion.to
  return invoices.find(({ content: { lines } }) => {
    const own = lines.filter(({ lineNumber }) => lineNumber === portion.lineNumber)
    const invoiced = sumOfQuantities(own.map(({ quantity }) => quantity))
    if (before < invoiced) return true
    before -= invoiced
    return false
  })
}
