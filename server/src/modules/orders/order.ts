import type { Id } from '#kernel/id'
import type { Money, UnitPrice } from '#kernel/money'
import type { Conversion } from '#modules/fx'
import type { Amounts, LineTax } from '#modules/totals'

export type OrderState =
  | 'PENDING_APPROVAL'
  | 'PLACED'
  | 'CONFIRMED'
  | 'PARTIALLY_SHIPPED'
  | 'SHIPPED'
  | 'DELIVERED'
  | 'CLOSED'
  | 'REJECTED'
  | 'CANCELLED'

/** Beside the order's state, never mixed with it: goods and money move on their own. */
export type PaymentState =
  | 'UNPAID'
  | 'AUTHORIZED'
  | 'PAID'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'
  | 'FAILED'

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
  readonly total: Money
  /** How the supplier's price became this one. Undefined where it was in the order's currency already. */
  readonly conversion: Conversion | undefined
  /** What was taken off `total` before it was taxed. Undefined, as the tax is, in orders from before taxes. */
  readonly discount: Money | undefined
  readonly tax: LineTax | undefined
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
  /** What is to be paid, with tax and carriage. */
  readonly total: Money
  /** What the total is made of. Undefined in orders from before taxes were reckoned. */
  readonly amounts: Amounts | undefined
  readonly poNumber: string | undefined
  readonly costCenter: string | undefined
  readonly note: string | undefined
  readonly shipTo: Address
  readonly billTo: Address | undefined
  readonly placedAt: Date
  readonly updatedAt: Date
}

export type TimelineEntry = {
  readonly version: number
  readonly kind: string
  readonly actorId: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly happenedAt: Date
}

export type OrderDocument = {
  readonly order: Order
  readonly lines: readonly OrderLine[]
  readonly timeline: readonly TimelineEntry[]
}
