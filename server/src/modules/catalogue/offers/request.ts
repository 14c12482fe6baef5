import type { Decimal } from 'decimal.js'
import type { Quantity } from '#kernel/quantity'
import type { AgreedProductIds, ExternalOffer } from '#modules/products'

export const requestStates = ['REQUESTED', 'CONFIRMED', 'DECLINED', 'EXPIRED'] as const
export type RequestState = (typeof requestStates)[number]

/** The answer that makes an external offer orderable. */
export type Confirmation = {
  /** The price of one unit. */
  readonly unitPrice: Decimal
  readonly currency: string
  /** Not included. */
  readonly validUntil: Date
  readonly leadTimeDays: number
}

/** What the company can order at the confirmed price. */
export type Orderable = AgreedProductIds

/** A company asks for an offer of a product that is not confirmed. */
export type OfferRequest = {
  readonly companyId: string
  readonly id: string
  readonly state: RequestState
  readonly version: number
  /** Undefined: operators answer. */
  readonly supplierCompanyId: string | undefined
  /** The known product that is the same article. */
  readonly productId: string | undefined
  /** The external offer as it was when somebody requested it. */
  readonly offer: ExternalOffer
  readonly quantity: Quantity
  /** Where the goods go. ISO 3166-1 alpha-2. */
  readonly country: string
  readonly note: string | undefined
  readonly requestedBy: string | undefined
  readonly createdAt: Date
  /** Until somebody must have answered, or until the confirmed price ends. */
  readonly expiresAt: Date | undefined
  readonly answeredAt: Date | undefined
  readonly confirmation: Confirmation | undefined
  readonly orderable: Orderable | undefined
  readonly reason: string | undefined
}
