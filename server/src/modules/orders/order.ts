import type { Id } from '#kernel/id'
import type { Money, UnitPrice } from '#kernel/money'
import type { Conversion } from '#modules/fx'
import type { Amounts, LineTax, ShippingCost } from '#modules/totals'
import type { LineProgress } from './fulfilment/line-progress.ts'

export const orderStates = [
  'PENDING_APPROVAL',
  'PLACED',
  'CONFIRMED',
  'PARTIALLY_SHIPPED',
  'SHIPPED',
  'DELIVERED',
  'CLOSED',
  'REJECTED',
  'CANCELLED',
] as const

export type OrderState = (typeof orderStates)[number]

/** Beside the order's state, never mixed with it: goods and money move on their own. */
export const paymentStates = [
  'UNPAID',
  'AUTHORIZED',
  'PAID',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  // Given up by us or the buyer.
  'VOIDED',
  // Refused by the payer, the bank or the provider.
  'FAILED',
] as const

export type PaymentState = (typeof paymentStates)[number]

export type Address = {
  readonly name: string
  readonly company?: string | undefined
  readonly line1: string
  readonly line2?: string | undefined
  readonly city: string
  readonly region?: string | undefined
  readonly postalCode: string
  readonly country: string
  readonly phone?: string | undefined
  readonly email?: string | undefined
}

/** A company as it was when the taxes of an order were reckoned. No person is in it. */
export type OrderParty = {
  readonly companyId: string
  readonly name: string
  readonly vatId?: string | undefined
  readonly line1?: string | undefined
  readonly line2?: string | undefined
  readonly city?: string | undefined
  readonly postalCode?: string | undefined
  readonly region?: string | undefined
  readonly country: string
}

export type OrderParties = { readonly buyer: OrderParty; readonly sellers: readonly OrderParty[] }

/** What was taken off what the way of a parcel costs, with its tax. */
export type ShippingCostReduction = {
  readonly supplierCompanyId: string
  /** From 0, as that of the shipping cost. */
  readonly delivery: number
  readonly amount: Money
}

/** What goes to one address. */
export type Delivery = {
  /** From 1. */
  readonly number: number
  readonly shipTo: Address
  /** The day on which the buyer wishes it to arrive, `2026-01-31`. */
  readonly requestedDate?: string | undefined
  readonly costCenter?: string | undefined
}

/** The product's texts and price as they were when the order was placed. */
export type OrderLine = {
  readonly productId: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly name: string
  readonly brand: string
  readonly quantity: number
  readonly unitPrice: UnitPrice
  /** What the quantity counts: UN/ECE Recommendation 20. */
  readonly unit: string
  readonly total: Money
  /** How the supplier's price became this one. Undefined where it was in the order's currency already. */
  readonly conversion: Conversion | undefined
  /** What was taken off `total` before it was taxed. Undefined, as the tax is, in orders from before taxes. */
  readonly discount: Money | undefined
  readonly tax: LineTax | undefined
  /** Which of the deliveries it is in, from 1. Undefined: there is only one. */
  readonly delivery?: number | undefined
  /** These two where they differ from the order's. */
  readonly costCenter?: string | undefined
  readonly poNumber?: string | undefined
}

export type Order = {
  readonly id: Id<'ord'>
  readonly companyId: Id<'co'>
  readonly checkoutId: string | undefined
  readonly paymentId: string | undefined
  readonly placedBy: string
  readonly state: OrderState
  readonly paymentState: PaymentState
  /** Grows by one with every change. */
  readonly version: number
  /** What is to be paid, with tax and shipping cost. */
  readonly total: Money
  /** What the total is made of. Undefined in orders from before taxes were reckoned. */
  readonly amounts: Amounts | undefined
  /** What the ways cost. Undefined where shipping cost is in the prices. */
  readonly shippingCosts?: readonly ShippingCost[] | undefined
  /** What of that went back, with its tax. */
  readonly shippingCostCredited: Money
  /** All that was ever taken off its price after it was placed, and what of it lies on its ways. */
  readonly reduced: Money
  readonly shippingCostReduced: readonly ShippingCostReduction[]
  /** Where there are several, or a wish. `shipTo` is that of the first. */
  readonly deliveries?: readonly Delivery[] | undefined
  readonly poNumber: string | undefined
  readonly costCenter: string | undefined
  readonly note: string | undefined
  readonly shipTo: Address
  readonly billTo: Address | undefined
  /** Who bought and who sells, as they were then. Undefined in orders from before. */
  readonly parties?: OrderParties | undefined
  readonly placedAt: Date
  readonly updatedAt: Date
  /** When the last of its shipments had arrived. */
  readonly deliveredAt: Date | undefined
  /** Kept back by its company, since when and by whom. */
  readonly held: { readonly at: Date; readonly by: string } | undefined
}

export type TimelineEntry = {
  readonly version: number
  readonly kind: string
  readonly actorId: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly happenedAt: Date
}

/** A line of an order that exists, and how far it is. */
export type PlacedLine = OrderLine & { readonly progress: LineProgress }

export type ShipmentLine = {
  readonly lineNumber: number
  readonly quantity: number
  readonly damaged: number
  readonly missing: number
}

export type Shipment = {
  readonly id: Id<'shp'>
  readonly supplierCompanyId: string
  readonly carrier: string | undefined
  readonly trackingNumber: string | undefined
  readonly trackingUrl: string | undefined
  readonly note: string | undefined
  readonly shippedBy: string
  readonly shippedAt: Date
  readonly deliveredAt: Date | undefined
  readonly deliveryNote: string | undefined
  readonly lines: readonly ShipmentLine[]
}

export const returnReasons = [
  'DAMAGED',
  'DEFECTIVE',
  'WRONG_ITEM',
  'NOT_AS_DESCRIBED',
  'NOT_NEEDED',
  'MISSING',
  'OTHER',
] as const

export type ReturnReason = (typeof returnReasons)[number]

export type ReturnState = 'REQUESTED' | 'RECEIVED' | 'ACCEPTED' | 'REFUSED'

export type ReturnLine = {
  readonly lineNumber: number
  readonly quantity: number
  readonly reason: ReturnReason
  /** Undefined until it is decided. */
  readonly accepted: number | undefined
}

export type Return = {
  readonly id: Id<'rtn'>
  readonly supplierCompanyId: string
  readonly state: ReturnState
  readonly note: string | undefined
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly receivedAt: Date | undefined
  readonly decidedAt: Date | undefined
  readonly decisionNote: string | undefined
  readonly restocked: boolean | undefined
  readonly creditId: string | undefined
  readonly lines: readonly ReturnLine[]
}

/** Money on its way back to the buyer. */
export type Credit = {
  readonly id: Id<'crd'>
  readonly companyId: Id<'co'>
  readonly orderId: string
  readonly paymentId: string
  /** DISPUTE: of goods that were given up while a bank had the money, which it has returned since. */
  readonly kind: 'CANCELLATION' | 'RETURN' | 'DISPUTE'
  /** REFUSED: the provider does not pay it back, and waits for an operator's word. */
  readonly state: 'WAITING' | 'REFUSED' | 'SETTLED'
  /** How often the provider has refused it since it was promised or an operator had it tried again. */
  readonly refusals: number
  readonly amount: Money
  /** Less than the amount where somebody had refunded the payment by hand before. */
  readonly settled: Money | undefined
  /** None where a promise was released instead. */
  readonly refundId: Id<'rfd'> | undefined
  readonly requestedBy: string
  readonly createdAt: Date
  readonly settledAt: Date | undefined
  readonly attempts: number
}

export type OrderDocument = {
  readonly order: Order
  readonly lines: readonly PlacedLine[]
  readonly shipments: readonly Shipment[]
  readonly returns: readonly Return[]
  readonly credits: readonly Credit[]
  readonly timeline: readonly TimelineEntry[]
}
