import type { Locale } from '#kernel/locale'
import type { ChargeReason } from '../charge-of.ts'
import type { InvoiceParty } from '../invoice.ts'

/**
 * A supplier's part of an order as a document. Amounts are decimal text in its currency, so that it is stored and sent to a thread as
 * it is.
 */
export type PurchaseOrder = {
  readonly number: string
  readonly revision: number
  /** The language of the supplier when it was written. */
  readonly language: Locale
  /** The day on which the order was placed, in the time zone of the buyer. The year of the number is the same. */
  readonly issuedOn: string
  readonly currency: string
  readonly poNumber?: string | undefined
  readonly costCenter?: string | undefined
  readonly note?: string | undefined
  readonly buyer: InvoiceParty
  readonly seller: InvoiceParty
  /** At least one, by number. */
  readonly deliveries: readonly PurchaseOrderDelivery[]
  readonly lines: readonly PurchaseOrderLine[]
  readonly charges: readonly PurchaseOrderCharge[]
  readonly sums: PurchaseOrderSums
}

export type PurchaseOrderDelivery = {
  readonly number: number
  readonly shipTo: InvoiceParty
  /** Who takes the goods. Undefined: the address names nobody besides the place. */
  readonly contact?: DeliveryContact | undefined
  /** The day on which the buyer wants the goods to arrive. */
  readonly requestedDate?: string | undefined
}

export type DeliveryContact = {
  readonly name: string
  readonly phone?: string | undefined
  readonly email?: string | undefined
}

/** Undefined in orders older than taxes. */
type Tax = { readonly category: string; readonly rate: string } | undefined

export type PurchaseOrderLine = {
  readonly lineNumber: number
  readonly delivery: number
  readonly sku: string
  readonly mpn: string
  readonly name: string
  /** As JSON has it, with at most three decimals. */
  readonly quantity: number
  /** A code of UN/ECE Recommendation 20. */
  readonly unit: string
  readonly price: { readonly amount: string; readonly perQuantity: number }
  /** What was taken off the price of all pieces. Undefined: nothing. */
  readonly discount?: string | undefined
  readonly net: string
  readonly tax: Tax
  /** Where they differ from the order's. */
  readonly poNumber?: string | undefined
  readonly costCenter?: string | undefined
  /** Where it differs from the day of the delivery. */
  readonly requestedDate?: string | undefined
  /** The price was negotiated: who agreed. In one line. */
  readonly priceNote?: string | undefined
}

/** The shipping cost of a delivery. */
export type PurchaseOrderCharge = ChargeReason & {
  readonly amount: string
  readonly tax: Tax
}

export type PurchaseOrderSums = {
  readonly lines: string
  readonly charges: string
  readonly net: string
  /** Undefined in orders older than taxes. */
  readonly tax?: string | undefined
  readonly total: string
}

/** Which document it is. The company is the buyer. */
export type PurchaseOrderKey = {
  readonly companyId: string
  readonly orderId: string
  readonly supplierId: string
  readonly revision: number
}
