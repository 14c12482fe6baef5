/** The parts of the answers that the demo uses. */
type Money = { readonly amount: string; readonly currency: string }

export type ProductAnswer = {
  readonly id: string
  readonly name: string
  readonly brand: string
  readonly mpn: string
  readonly image: { readonly url: string; readonly placeholder: boolean }
  readonly price: { readonly list: Money; readonly moq: number; readonly multiple: number }
  readonly availability: { readonly available: number; readonly leadTimeDays: number }
}

export type CartAnswer = {
  readonly mode: string
  readonly snapshotVersion: number
  readonly items: readonly {
    readonly id: string
    readonly itemVersion: number
    readonly quantity: number
    readonly product: { readonly mpn: string }
  }[]
  readonly totals: {
    readonly subtotal: Money
    readonly tax: Money | null
    readonly total: Money | null
  }
  readonly lock: null | { readonly checkoutId: string }
}

export type CheckoutAnswer = {
  readonly id: string
  readonly state: string
  readonly reservedUntil: string
  readonly orderId?: string
  readonly totals: { readonly total: Money }
}

export type HandoffAnswer = {
  readonly payment: { readonly id: string; readonly state: string; readonly redirectUrl?: string }
  readonly checkout: CheckoutAnswer
}

export type OrderAnswer = {
  readonly id: string
  readonly number: string
  readonly state: string
  readonly paymentState: string
  readonly total: Money
  readonly purchaseOrders: readonly { readonly number: string; readonly state: string }[]
  readonly lines: readonly {
    readonly promisedDate?: string
    readonly changeRequestId?: string
    readonly cancelledQuantity: number
    readonly allocations?: readonly AllocationAnswer[]
  }[]
}

export type AllocationAnswer = { readonly costCenter?: string; readonly amount: Money }

export type RequisitionAnswer = {
  readonly id: string
  readonly number: string
  readonly state: string
  readonly orderId?: string
  readonly orderNumber?: string
  readonly lines: readonly { readonly id: string; readonly what?: string }[]
}

export type StandingOrderAnswer = {
  readonly id: string
  readonly state: string
  readonly nextDates: readonly { readonly date: string; readonly placedOn: string }[]
}

export type ProposalAnswer = { readonly id: string; readonly state: string }

export type ReceivedDelivery = {
  readonly id: string
  readonly event: string | null
  readonly verified: boolean | null
  readonly body: string
}

export type ProgressAnswer = {
  readonly state: string
  readonly lines: readonly { readonly deliveredQuantity: number }[]
  readonly shipments: readonly { readonly id: string; readonly carrier?: string }[]
  readonly credits: readonly { readonly state: string; readonly amount: Money }[]
}

export type InvoiceAnswer = {
  readonly id: string
  readonly state: string
  readonly number?: string
  readonly total: Money
}
