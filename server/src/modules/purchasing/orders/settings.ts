import { Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const ordersSettings = defineSettings(
  'orders',
  Type.Object({
    ORDERS_CLOSE_AFTER_DAYS: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3_650,
      description: 'Days from delivery until an order is CLOSED. Until then it can be returned.',
    }),
    ORDERS_REFUSALS_MAX: Type.Integer({
      default: 8,
      minimum: 1,
      maximum: 100,
      description:
        'Number of refusals of the payment provider after which a refund waits for an operator. It applies to cancellations, to returns and to payments without an order. Eight refusals take about half an hour.',
    }),
    ORDERS_UNCONFIRMED_HOURS: Type.Integer({
      default: 24,
      minimum: 1,
      maximum: 8_760,
      description: 'Hours after which an order that no supplier has confirmed counts as stuck.',
    }),
    ORDERS_UNSHIPPED_DAYS: Type.Integer({
      default: 14,
      minimum: 1,
      maximum: 365,
      description:
        'Days after which a placed order that is not completely shipped counts as stuck.',
    }),
    ORDERS_PAGE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^#\\s]+$',
        example: 'https://shop.example.com/orders',
        description:
          'The page where people look at orders. The id of the order follows behind a #. Without it mails lead to our own page, `/account/orders`.',
      }),
    ),
  }),
)
