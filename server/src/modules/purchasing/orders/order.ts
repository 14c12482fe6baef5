import type { Id } from '#kernel/id'
import type { Money, UnitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { Conversion } from '#modules/fx'
import type { CalledOffContract } from '#modules/quotas'
import type { Amounts, LineTax, ShippingCost, ShippingCostKey } from '#modules/totals'
import type { LineProgress } from './fulfilment/line-progress.ts'
import type { LineReferences } from './line-references/index.ts'

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

/** Separate from the order's state: goods and money move independently. */
export const paymentStates = [
  'UNPAID',
  'AUTHORIZED',
  'PAID',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  // We or the buyer gave it up before any goods had left.
  'VOIDED',
  // Net terms: the goods had left, and all of them went back.
  'CREDITED',
  // The payer, the bank or the provider refused it.
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

/** A company as it was when the taxes of an order were computed. It names no person. */
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

/** What was taken off a shipping cost or a fee, with the tax of that amount. */
export type ShippingCostReduction = ShippingCostKey & { readonly amount: Money }

/** The goods of an order for one address. */
export type Delivery = {
  /** Counts from 1. */
  readonly number: number
  readonly shipTo: Address
  /** The day on which the buyer wants the goods to arrive, `2026-01-31`. */
  readonly requestedDate?: string | undefined
  readonly costCenter?: string | undefined
}

/** The product's texts and price as they were when the order was placed. */
export type OrderLine = LineReferences & {
  readonly productId: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly name: string
  readonly brand: string
  readonly quantity: Quantity
  readonly unitPrice: UnitPrice
  /** The unit of the quantity, a code of UN/ECE Recommendation 20. */
  readonly unit: string
  readonly total: Money
  /**
   * The conversion from the supplier's price. Undefined if the supplier's price was already in the order's currency.
   */
  readonly conversion: Conversion | undefined
  /** The discount that was taken off `total` before tax. Orders older than taxes have neither a discount nor a tax. */
  readonly discount: Money | undefined
  readonly tax: LineTax | undefined
  /** The stock does not cover the line, so all of it waits. Undefined: its stock is taken. */
  readonly backorder?: { readonly promisedDate: string } | undefined
}

/** How often the part of each supplier has changed since it was ordered, by the id of the supplier. Absent: never. */
export type Revisions = Readonly<Record<string, number>>

export type Order = {
  readonly id: Id<'ord'>
  /** What people call the order, such as `PO-2026-000123`. Unique in the company. */
  readonly number: string
  readonly companyId: Id<'co'>
  readonly checkoutId: string | undefined
  readonly paymentId: string | undefined
  /** Absent: no part has changed since it was ordered. */
  readonly revisions?: Revisions | undefined
  /** In the order of their first lines. Each has a purchase order of its own: see `purchaseOrderNumberOf`. */
  readonly supplierIds: readonly string[]
  readonly placedBy: string
  /** The person or integration whose requisition became the order. Undefined: the one who placed it needs it. */
  readonly requestedBy?: string | undefined
  /** The unit to which the one who needs the goods belonged then. */
  readonly unitId?: string | undefined
  /** The frame contracts from which it calls off. Undefined: none. */
  readonly contracts?: readonly CalledOffContract[] | undefined
  readonly state: OrderState
  readonly paymentState: PaymentState
  /** Every change adds one. */
  readonly version: number
  /** The amount to pay, with tax and shipping cost. */
  readonly total: Money
  /** The parts of the total. Undefined in orders older than taxes. */
  readonly amounts: Amounts | undefined
  /** With the fees of suppliers. Undefined if prices include shipping. */
  readonly shippingCosts?: readonly ShippingCost[] | undefined
  /** The part of the shipping costs that went back, with its tax. */
  readonly shippingCostCredited: Money
  /**
   * Everything that was taken off the price after the order was placed, and the part of it that reduces shipping costs.
   */
  readonly reduced: Money
  readonly shippingCostReduced: readonly ShippingCostReduction[]
  /** Present if there are several deliveries or a requested date. `shipTo` is the address of the first, or, once an address has changed, of the first with goods that are not cancelled. */
  readonly deliveries?: readonly Delivery[] | undefined
  readonly poNumber: string | undefined
  readonly costCenter: string | undefined
  readonly note: string | undefined
  readonly shipTo: Address
  readonly billTo: Address | undefined
  /** The buyer and the suppliers as they were then. Undefined in older orders. */
  readonly parties?: OrderParties | undefined
  readonly placedAt: Date
  readonly updatedAt: Date
  /** When the last shipment arrived. */
  readonly deliveredAt: Date | undefined
  /** Since when the company holds the order, and who decided it. */
  readonly held: { readonly at: Date; readonly by: string } | undefined
}

/** The person or integration that needs the goods. */
export function requesterOf({
  requestedBy,
  placedBy,
}: Pick<Order, 'requestedBy' | 'placedBy'>): string {
  return requestedBy ?? placedBy
}

export type TimelineEntry = {
  readonly version: number
  readonly kind: string
  readonly actorId: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly happenedAt: Date
}

/** A line of a placed order, and its progress. */
export type PlacedLine = OrderLine & { readonly progress: LineProgress }

export type ShipmentLine = {
  readonly lineNumber: number
  readonly quantity: Quantity
  readonly damaged: Quantity
  readonly missing: Quantity
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
  readonly quantity: Quantity
  readonly reason: ReturnReason
  /** Undefined until the supplier decides. */
  readonly accepted: Quantity | undefined
}

export type Return = {
  readonly id: Id<'rtn'>
  /** What people call the return, such as `RMA-2026-000123`. Unique in the company that bought. */
  readonly number: string
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
  /** DISPUTE: the goods were given up while a bank had the money, and the bank has returned the money since. */
  readonly kind: 'CANCELLATION' | 'RETURN' | 'DISPUTE'
  /** REFUSED: the provider does not pay it back, and an operator must decide. */
  readonly state: 'WAITING' | 'REFUSED' | 'SETTLED'
  /** How often the provider has refused it since it was promised, or since an operator last retried it. */
  readonly refusals: number
  readonly amount: Money
  /** Less than the amount if somebody had already refunded part of the payment by hand. */
  readonly settled: Money | undefined
  /** Undefined if a promise on net terms was released instead. */
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
