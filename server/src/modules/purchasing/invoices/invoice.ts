import type { Id } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { Money, UnitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { OrderParty } from '#modules/orders'
import type { InvoicedReferences, SharedReferences } from '#modules/orders/line-references'
import type { LineTax, TaxShare } from '#modules/totals'
import type { ChargeReason } from './charge-of.ts'
import type { BankAccount } from './company-details/bank-account.ts'
import type { Contact } from './company-details/details.ts'
import type { ElectronicAddress } from './company-details/electronic-address.ts'
import type { Registration } from './company-details/registration.ts'
import type { InvoiceProfile, MissingDetail } from './ubl/invoice-profile.ts'

export type InvoiceKind = 'INVOICE' | 'CREDIT_NOTE'
/** WAIVED: a credit note that nobody needs, because its goods were never invoiced. */
export type InvoiceState = 'WAITING' | 'ISSUED' | 'WAIVED'

/** A party as the document names it. */
export type InvoiceParty = OrderParty & {
  readonly email?: string | undefined
  readonly electronicAddress?: ElectronicAddress | undefined
  /** Only the seller has a contact. */
  readonly contact?: Contact | undefined
  readonly legalRegistration?: Registration | undefined
  readonly taxRegistration?: Registration | undefined
}

/** Its references stand where they differ from the document's. */
export type InvoiceLine = InvoicedReferences & {
  readonly lineNumber: number
  /** Undefined for a reduction, which belongs to no particular goods: its line number counts in the document only. */
  readonly sku: string | undefined
  readonly name: string
  readonly quantity: Quantity
  readonly unitPrice: UnitPrice
  /** The unit of the quantity, a code of UN/ECE Recommendation 20. */
  readonly unit: string
  /** Quantity times price. */
  readonly gross: Money
  readonly discount: Money
  /** `gross - discount`: the taxed amount. */
  readonly net: Money
  readonly tax: LineTax
  /** What a reduction takes off each line of the order. Undefined for goods, and in older documents. */
  readonly parts?: readonly ReducedPart[] | undefined
}

/** A part of a reduction. Without a line it is about the shipping cost or the fee. */
export type ReducedPart = {
  readonly lineNumber?: number | undefined
  readonly net: Money
  readonly tax: Money
}

/** A shipping cost, once for each parcel that was paid for, or the fee of the supplier, once for the order. */
export type InvoiceCharge = ChargeReason & {
  readonly amount: Money
  readonly tax: LineTax
}

/** The tax in the currency of the taxing country, if the document is in another currency. */
export type TaxAccounting = {
  readonly country: string
  /** BT-6. */
  readonly currency: string
  /** Undefined: no rate was known on the day of supply, and the service invents none. */
  readonly converted?:
    | {
        /** BT-111. */
        readonly amount: Money
        /** The value of one unit of the document's currency in this currency. */
        readonly rate: string
        /** Undefined for the reference rates of a central bank. */
        readonly rateSetId?: string | undefined
        readonly provider: string
        /** When the rate was valid, as the provider says. */
        readonly asOf: string
      }
    | undefined
}

/** The content of a document without its number and its days. */
export type InvoiceContent = SharedReferences & {
  readonly seller: InvoiceParty
  readonly buyer: InvoiceParty
  readonly shipTo: InvoiceParty
  readonly orderId: string
  /** The purchase order of the supplier. Documents from before numbers have none. */
  readonly orderNumber?: string | undefined
  readonly orderedOn: string
  /** The day of the supply: when the goods left, the return was accepted or the price was reduced. */
  readonly suppliedOn: string
  /** The invoices that a credit note takes back. */
  readonly precedes: readonly { readonly number: string; readonly issuedOn: string }[]
  readonly lines: readonly InvoiceLine[]
  readonly charges: readonly InvoiceCharge[]
  readonly breakdown: readonly TaxShare[]
  readonly taxAccounting?: TaxAccounting | undefined
  /** What is already paid, or promised by another payment, so that it is no longer due. */
  readonly prepaid: Money
  readonly paymentMethod: 'card' | 'invoice'
  /** On net terms: days from the day of issue to the due day. */
  readonly netDays?: number | undefined
  /** These are undefined in documents that are older than company details for invoices. */
  readonly profile?: InvoiceProfile | undefined
  /** The profile that the buyer had chosen, and the missing details if `profile` is another one. */
  readonly wantedProfile?: InvoiceProfile | undefined
  readonly missingForProfile?: readonly MissingDetail[] | undefined
  /** BT-10, if the buyer gave one for all its invoices. */
  readonly buyerReference?: string | undefined
  /** On an invoice on net terms: the supplier's account. */
  readonly payTo?: BankAccount | undefined
  /** The language of the buyer when the document was written. Undefined: English. */
  readonly language?: Locale | undefined
}

export type Invoice = {
  readonly id: Id<'inv'>
  readonly companyId: string
  readonly supplierCompanyId: string
  readonly orderId: string
  readonly orderedBy: string
  /** The unit of the order. */
  readonly unitId: string | undefined
  readonly kind: InvoiceKind
  readonly sourceId: string
  /** The delivery of the order that the document is about, from 1. Undefined in older documents: the whole order. */
  readonly delivery: number | undefined
  readonly state: InvoiceState
  readonly number: string | undefined
  /** Days in the time zone of the supplier. */
  readonly issuedOn: string | undefined
  readonly dueOn: string | undefined
  readonly net: Money
  readonly tax: Money
  readonly total: Money
  readonly content: InvoiceContent
  readonly createdAt: Date
  readonly issuedAt: Date | undefined
}

/** Details that the law requires and the supplier has not entered. The document waits for them. */
export function missingOf({ seller, breakdown }: InvoiceContent): string[] {
  const categories = breakdown.map(({ category }) => category).filter((one) => one !== 'O')
  // BR-IC-02, BR-G-02: these two categories need the VAT id. The others accept the number that a tax office gave
  // instead (BT-32).
  const needsVatId = categories.some((one) => one === 'K' || one === 'G')
  const isKnown = seller.vatId !== undefined || (!needsVatId && seller.taxRegistration)
  return categories.length > 0 && !isKnown ? ['supplier.vatId'] : []
}
