import { Type } from 'typebox'
import { decimalOf, unitPrice } from '#kernel/money'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { withDescription } from '#kernel/record'
import { defineEvent, MoneyData } from '#platform/outbox'
import type { OfferRequest } from './request.ts'

const facts = { version: 1, entity: 'offer_request', public: true } as const

/** Without the note and the reason: what people write stays in the request, where it can be erased. */
const requestData = {
  requestId: Type.String(),
  offerId: Type.String({ description: 'The external offer.' }),
  productId: Type.Optional(
    Type.String({ description: 'The known product that is the same article.' }),
  ),
  buyerCompanyId: Type.String({ description: 'The company that asks.' }),
  quantity: quantitySchema(),
}

const example = {
  requestId: 'ofr_01m7xb82dw3khw78phh28dvacd',
  offerId: 'ext_01m7xb82dw3khw78phh28dvacd',
  productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  buyerCompanyId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  quantity: 50,
}

export const OfferRequested = defineEvent({
  ...facts,
  type: 'offer.requested',
  data: Type.Object(
    { ...requestData, expiresAt: Type.String({ format: 'date-time' }) },
    {
      description:
        'A company has requested an offer. The company and the supplier get the event. The supplier confirms or declines it.',
    },
  ),
  example: { ...example, expiresAt: '2026-01-16T03:04:05.000Z' },
})

export const OfferConfirmed = defineEvent({
  ...facts,
  type: 'offer.confirmed',
  data: Type.Object(
    {
      ...requestData,
      unitPrice: withDescription(MoneyData, 'The price of one unit.'),
      validUntil: Type.String({ format: 'date-time' }),
      leadTimeDays: Type.Integer(),
      orderProductId: Type.String({
        description: 'The product that the company can now put into its cart.',
      }),
    },
    { description: 'An offer is confirmed. The company that asked can order it.' },
  ),
  example: {
    ...example,
    unitPrice: { amount: '4.55', currency: 'EUR' },
    validUntil: '2026-02-01T00:00:00.000Z',
    leadTimeDays: 5,
    orderProductId: 'prd_01m7xb82dw3khw78phh28dvacd',
  },
})

export const OfferDeclined = defineEvent({
  ...facts,
  type: 'offer.declined',
  data: Type.Object(requestData, { description: 'An offer request is declined.' }),
  example,
})

export const OfferExpired = defineEvent({
  ...facts,
  type: 'offer.expired',
  data: Type.Object(
    {
      ...requestData,
      wasConfirmed: Type.Boolean({
        description: 'True: its price is not valid any more. False: nobody answered in time.',
      }),
    },
    { description: 'An offer request or a confirmed offer has expired.' },
  ),
  example: { ...example, wasConfirmed: false },
})

export const offersEvents = [OfferRequested, OfferConfirmed, OfferDeclined, OfferExpired]

export function dataOf({ id, offer, productId, companyId, quantity }: OfferRequest) {
  return {
    requestId: id,
    offerId: offer.id,
    ...(productId !== undefined && { productId }),
    buyerCompanyId: companyId,
    quantity: numberOf(quantity),
  }
}

/** The price as answers and events show it. */
export function unitPriceData({
  unitPrice: amount,
  currency,
}: NonNullable<OfferRequest['confirmation']>) {
  return { amount: decimalOf(unitPrice(amount, currency)), currency }
}
