import { decimalOf, type Money, money, unitPrice } from '#kernel/money'
import { numberOf, quantityOf } from '#kernel/quantity'
import type { InvoicedReferences } from '#modules/orders/line-references'
import {
  readBreakdown,
  readTax,
  type StoredShare,
  type StoredTax,
  storeBreakdown,
  storeTax,
} from '#modules/totals'
import type { ChargeReason } from './charge-of.ts'
import type { InvoiceContent, InvoiceParty, ReducedPart, TaxAccounting } from './invoice.ts'

/** A document's content as JSON stores it: amounts are text, in the document's currency. */
export type StoredContent = Omit<
  InvoiceContent,
  'lines' | 'charges' | 'breakdown' | 'taxAccounting' | 'prepaid' | 'seller' | 'buyer' | 'shipTo'
> & {
  readonly seller: InvoiceParty
  readonly buyer: InvoiceParty
  readonly shipTo: InvoiceParty
  readonly lines: readonly (InvoicedReferences & {
    readonly lineNumber: number
    readonly sku?: string | undefined
    readonly name: string
    readonly quantity: number
    readonly unitPrice: string
    /** The price basis. Absent: one. */
    readonly perQuantity?: number | undefined
    /** Absent in older documents: pieces. */
    readonly unit?: string | undefined
    readonly grossMinor: string
    readonly discountMinor: string
    readonly netMinor: string
    readonly tax: StoredTax
    readonly parts?: readonly StoredPart[] | undefined
  })[]
  readonly charges: readonly (ChargeReason & {
    readonly amountMinor: string
    readonly tax: StoredTax
  })[]
  readonly breakdown: readonly StoredShare[]
  readonly taxAccounting?: StoredAccounting | undefined
  readonly prepaidMinor: string
}

type StoredPart = {
  readonly lineNumber?: number | undefined
  readonly netMinor: string
  readonly taxMinor: string
}

type StoredAccounting = Omit<TaxAccounting, 'converted'> & {
  readonly converted?:
    | (Omit<NonNullable<TaxAccounting['converted']>, 'amount'> & { readonly minor: string })
    | undefined
}

const digits = ({ amountMinor }: Money) => amountMinor.toString()

export function storeContent(content: InvoiceContent): StoredContent {
  const { lines, charges, breakdown, taxAccounting, prepaid, ...facts } = content
  return {
    ...facts,
    lines: lines.map(({ gross, discount, net, tax, unitPrice: each, parts, ...line }) => ({
      ...line,
      quantity: numberOf(line.quantity),
      unitPrice: decimalOf(each),
      ...(each.perQuantity === 1 ? {} : { perQuantity: each.perQuantity }),
      grossMinor: digits(gross),
      discountMinor: digits(discount),
      netMinor: digits(net),
      tax: storeTax(tax),
      ...(parts && { parts: parts.map(storePart) }),
    })),
    charges: charges.map(({ amount, tax, ...reason }) => ({
      ...reason,
      amountMinor: digits(amount),
      tax: storeTax(tax),
    })),
    breakdown: storeBreakdown(breakdown),
    taxAccounting: taxAccounting && storeAccounting(taxAccounting),
    prepaidMinor: digits(prepaid),
  }
}

/** Older documents state a piece for every line. An issued document does not change. */
const unitBefore = 'H87'

export function readContent(stored: StoredContent, currency: string): InvoiceContent {
  const { lines, charges, breakdown, taxAccounting, prepaidMinor, ...facts } = stored
  const amount = (minor: string) => money(BigInt(minor), currency)
  return {
    ...facts,
    lines: lines.map(
      ({ grossMinor, discountMinor, netMinor, tax, perQuantity, parts, ...line }) => ({
        ...line,
        sku: line.sku,
        quantity: quantityOf(line.quantity),
        unitPrice: unitPrice(line.unitPrice, currency, perQuantity),
        unit: line.unit ?? unitBefore,
        gross: amount(grossMinor),
        discount: amount(discountMinor),
        net: amount(netMinor),
        tax: readTax(tax, currency),
        ...(parts && {
          parts: parts.map(({ lineNumber, ...part }) => ({
            lineNumber,
            net: amount(part.netMinor),
            tax: amount(part.taxMinor),
          })),
        }),
      }),
    ),
    charges: charges.map(({ amountMinor, tax, ...reason }) => ({
      ...reason,
      amount: amount(amountMinor),
      tax: readTax(tax, currency),
    })),
    breakdown: readBreakdown(breakdown, currency),
    taxAccounting: taxAccounting && readAccounting(taxAccounting),
    prepaid: amount(prepaidMinor),
  }
}

function storePart({ lineNumber, net, tax }: ReducedPart): StoredPart {
  return { lineNumber, netMinor: digits(net), taxMinor: digits(tax) }
}

function storeAccounting({ converted, ...facts }: TaxAccounting): StoredAccounting {
  if (!converted) return facts
  const { amount, ...at } = converted
  return { ...facts, converted: { ...at, minor: digits(amount) } }
}

function readAccounting({ converted, ...facts }: StoredAccounting): TaxAccounting {
  if (!converted) return facts
  const { minor, ...at } = converted
  return { ...facts, converted: { ...at, amount: money(BigInt(minor), facts.currency) } }
}
