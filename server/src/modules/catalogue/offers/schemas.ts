import { Decimal } from 'decimal.js'
import { type Static, Type } from 'typebox'
import { code, currencyForm } from '#kernel/code-forms'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { ExternalOfferView, externalOfferExample } from '#modules/products'
import { MoneyView } from '#platform/http'
import type { ConfirmInput } from './answer-request.ts'
import { unitPriceData } from './events.ts'
import { type OfferRequest, requestStates } from './request.ts'

const Instant = Type.String({ format: 'date-time' })

export const RequestStateName = Type.Enum([...requestStates], {
  description:
    '`REQUESTED`: it waits for an answer. `CONFIRMED`: your company can order `orderProductId`. `DECLINED`: there is no offer. `EXPIRED`: nobody answered in time, or the confirmed price is over.',
})

export const ProductParams = Type.Object({
  productId: Type.String({
    maxLength: 100,
    description: 'An external offer (`ext_…`), or a known product (`prd_…`) that has some.',
  }),
})

export const RequestParams = Type.Object({ requestId: Type.String({ maxLength: 100 }) })

export const RequestOfferBody = record(
  'RequestOffer',
  'How much your company wants, and where.',
  {
    quantity: quantitySchema({
      description:
        'With up to three decimals where the unit of the offer is divisible, as metres are.',
    }),
    note: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'A message to those who answer.' }),
    ),
    country: Type.Optional(
      Type.String({
        ...code,
        maxLength: 20,
        description:
          'Where the goods go (ISO 3166-1 alpha-2). Default: the country of your company.',
      }),
    ),
    offerId: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Which external offer of a known product. Default: the most certain and newest one.',
      }),
    ),
  },
  { examples: [{ quantity: 50, note: 'Delivery to our site in Hamburg.' }] },
)

const UnitPrice = Type.Object({
  amount: Type.String({ pattern: '^[0-9]{1,12}([.][0-9]{1,6})?$', maxLength: 19 }),
  currency: Type.String({ pattern: currencyForm, maxLength: 3 }),
})

export const ConfirmOfferBody = record(
  'ConfirmOffer',
  'The price, how long it is valid, and the time of delivery.',
  {
    unitPrice: withDescription(UnitPrice, 'The price of one unit, without tax.'),
    validUntil: Type.String({
      format: 'date-time',
      description: 'The company can order until then. At most a year.',
    }),
    leadTimeDays: Type.Integer({
      minimum: 0,
      maximum: 365,
      description: 'Days until the goods leave.',
    }),
  },
  {
    examples: [
      {
        unitPrice: { amount: '4.55', currency: 'EUR' },
        validUntil: '2026-05-01T00:00:00.000Z',
        leadTimeDays: 5,
      },
    ],
  },
)

export const DeclineOfferBody = Type.Optional(
  Type.Union(
    [
      record('DeclineOffer', 'Why there is no offer.', {
        reason: Type.Optional(Type.String({ maxLength: 500 })),
      }),
      Type.Null(),
    ],
    { examples: [{ reason: 'We do not sell this article any more.' }] },
  ),
)

export const OfferRequestView = record(
  'OfferRequest',
  'A request for an offer of a product that a source outside the catalogue shows.',
  {
    id: Type.String(),
    state: RequestStateName,
    companyId: Type.String({ description: 'The company that asks.' }),
    answeredBy: Type.Enum(['supplier', 'operators'], {
      description: 'Who answers: the company of the supplier, or operators where it has none here.',
    }),
    supplierId: Type.Union([Type.String(), Type.Null()]),
    productId: Type.Union([Type.String(), Type.Null()], {
      description: 'The known product that is the same article.',
    }),
    offer: withDescription(
      ExternalOfferView,
      'The external offer as it was when it was requested.',
    ),
    quantity: quantitySchema(),
    country: Type.String(),
    note: Type.Union([Type.String(), Type.Null()]),
    createdAt: Instant,
    expiresAt: Type.Union([Instant, Type.Null()], {
      description: 'Until somebody must have answered, or until the confirmed price ends.',
    }),
    answeredAt: Type.Union([Instant, Type.Null()]),
    unitPrice: Type.Union([MoneyView, Type.Null()], {
      description: 'The confirmed price of one unit, without tax.',
    }),
    validUntil: Type.Union([Instant, Type.Null()]),
    leadTimeDays: Type.Union([Type.Integer(), Type.Null()]),
    orderProductId: Type.Union([Type.String(), Type.Null()], {
      description:
        'The product to put into the cart, at the confirmed price and from the requested quantity on. Your company alone sees it, until `validUntil`.',
    }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it was declined.' }),
  },
)

export const requestExample: Static<typeof OfferRequestView> = {
  id: 'ofr_01m7xb82dw3khw78phh28dvacd',
  state: 'CONFIRMED',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  answeredBy: 'supplier',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  productId: 'prd_01m7xb82dw3khw78phh28dvacd',
  offer: externalOfferExample,
  quantity: 50,
  country: 'DE',
  note: 'Delivery to our site in Hamburg.',
  createdAt: '2026-04-13T09:00:00.000Z',
  expiresAt: '2026-05-01T00:00:00.000Z',
  answeredAt: '2026-04-14T08:00:00.000Z',
  unitPrice: { amount: '4.55', currency: 'EUR' },
  validUntil: '2026-05-01T00:00:00.000Z',
  leadTimeDays: 5,
  orderProductId: 'prd_01m7xb9z9d5h1r2v3w4x5y6z70',
  reason: null,
}

export function readConfirmation({
  unitPrice,
  validUntil,
  leadTimeDays,
}: Static<typeof ConfirmOfferBody>): Omit<ConfirmInput, 'requestId'> {
  return {
    unitPrice: { amount: new Decimal(unitPrice.amount), currency: unitPrice.currency },
    validUntil: new Date(validUntil),
    leadTimeDays,
  }
}

export function viewRequest(request: OfferRequest): Static<typeof OfferRequestView> {
  const { id, state, companyId, supplierCompanyId, offer, quantity, country } = request
  const { confirmation, orderable, expiresAt, answeredAt } = request
  return {
    id,
    state,
    companyId,
    answeredBy: supplierCompanyId === undefined ? 'operators' : 'supplier',
    supplierId: supplierCompanyId ?? null,
    productId: request.productId ?? null,
    offer,
    quantity: numberOf(quantity),
    country,
    note: request.note ?? null,
    createdAt: request.createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
    unitPrice: confirmation ? unitPriceData(confirmation) : null,
    validUntil: confirmation?.validUntil.toISOString() ?? null,
    leadTimeDays: confirmation?.leadTimeDays ?? null,
    orderProductId: orderable?.productId ?? null,
    reason: request.reason ?? null,
  }
}
