import type { Id } from '#kernel/id'
import type { Money, UnitPrice } from '#kernel/money'
import type { OrderParty } from '#modules/orders'
import type { LineTax, TaxShare } from '#modules/totals'
import type { BankAccount } from './company-details/bank-account.ts'
import type { Contact } from './company-details/details.ts'
import type { ElectronicAddress } from './company-details/electronic-address.ts'
import type { Registration } from './company-details/registration.ts'
import type { InvoiceProfile, MissingDetail } from './profiles.ts'

export type InvoiceKind = 'INVOICE' | 'CREDIT_NOTE'
/** WAIVED: a credit note that nobody needs, because what it would take back was never invoiced. */
export type InvoiceState = 'WAITING' | 'ISSUED' | 'WAIVED'

/** A party as it is named on the document. */
export type InvoiceParty = OrderParty & {
  readonly email?: string | undefined
  readonly electronicAddress?: ElectronicAddress | undefined
  /** Of the seller. */
  readonly contact?: Contact | undefined
  readonly legalRegistration?: Registration | undefined
  readonly taxRegistration?: Registration | undefined
}

export type InvoiceLine = {
  readonly lineNumber: number
  /** Undefined of a reduction, which is of no goods in particular: its number is that of the document's line alone. */
  readonly sku: string | undefined
  readonly name: string
  readonly quantity: number
  /** These two where they differ from the document's. */
  readonly costCenter?: string | undefined
  readonly poNumber?: string | undefined
  readonly unitPrice: UnitPrice
  /** What the quantity counts: UN/ECE Recommendation 20. */
  readonly unit: string
  /** Of quantity and price. */
  readonly gross: Money
  readonly discount: Money
  /** `gross - discount`: what is taxed. */
  readonly net: Money
  readonly tax: LineTax
}

/** Shipping cost, once for each parcel that was paid for. */
export type InvoiceCharge = {
  readonly name: string
  readonly amount: Money
  readonly tax: LineTax
}

/** The tax in the currency of the country that taxes, where the document is in another. */
export type TaxAccounting = {
  readonly country: string
  /** BT-6. */
  readonly currency: string
  /** Undefined: no rate was known at the supply, and none is made up. */
  readonly converted?:
    | {
        /** BT-111. */
        readonly amount: Money
        /** One unit of the document's currency in this one. */
        readonly rate: string
        /** Undefined of the reference rates of a central bank. */
        readonly rateSetId?: string | undefined
        readonly provider: string
        /** When the rate was true, by the provider's word. */
        readonly asOf: string
      }
    | undefined
}

/** What stands on the document, apart from its number and its days. */
export type InvoiceContent = {
  readonly seller: InvoiceParty
  readonly buyer: InvoiceParty
  readonly shipTo: InvoiceParty
  readonly orderId: string
  readonly orderedOn: string
  readonly poNumber?: string | undefined
  readonly costCenter?: string | undefined
  /** When the goods left, the return was accepted or the price reduced: the day of the supply. */
  readonly suppliedOn: string
  /** The invoices that a credit note takes back. */
  readonly precedes: readonly { readonly number: string; readonly issuedOn: string }[]
  readonly lines: readonly InvoiceLine[]
  readonly charges: readonly InvoiceCharge[]
  readonly breakdown: readonly TaxShare[]
  readonly taxAccounting?: TaxAccounting | undefined
  /** Paid or promised otherwise already: nothing of it is due any more. */
  readonly prepaid: Money
  readonly paymentMethod: 'card' | 'invoice'
  /** On net terms: days from its own day to the one on which it is due. */
  readonly netDays?: number | undefined
  /** These are undefined in documents from before companies entered details for their invoices. */
  readonly profile?: InvoiceProfile | undefined
  /** What the buyer had chosen, and what was missing where `profile` is another. */
  readonly wantedProfile?: InvoiceProfile | undefined
  readonly missingForProfile?: readonly MissingDetail[] | undefined
  /** BT-10, where the buyer gave one for all its invoices. */
  readonly buyerReference?: string | undefined
  /** Of an invoice on net terms: the account of the supplier. */
  readonly payTo?: BankAccount | undefined
}

export type Invoice = {
  readonly id: Id<'inv'>
  readonly companyId: string
  readonly supplierCompanyId: string
  readonly orderId: string
  readonly orderedBy: string
  readonly kind: InvoiceKind
  readonly sourceId: string
  /** Which of the order's deliveries it is about, from 1. Undefined in those from before: the whole order. */
  readonly delivery: number | undefined
  readonly state: InvoiceState
  readonly number: string | undefined
  /** Days, in UTC. */
  readonly issuedOn: string | undefined
  readonly dueOn: string | undefined
  readonly net: Money
  readonly tax: Money
  readonly total: Money
  readonly content: InvoiceContent
  readonly createdAt: Date
  readonly issuedAt: Date | undefined
}

/** What the law wants to read and the supplier has not said: without it a document waits. */
export function missingOf({ seller, breakdown }: InvoiceContent): string[] {
  const categories = breakdown.map(({ category }) => category).filter((one) => one !== 'O')
  // BR-IC-02, BR-G-02: these two need the VAT id. The others take the number that a tax office gave instead (BT-32).
  const needsVatId = categories.some((one) => one === 'K' || one === 'G')
  const isKnown = seller.vatId !== undefined || (!needsVatId && seller.taxRegistration)
  return categories.length > 0 && !isKnown ? ['supplier.vatId'] : []
}
