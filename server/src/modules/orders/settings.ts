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
        'After so many refusals of the payment provider the money of a cancellation or a return, or of a payment that was made for nothing, waits for an operator. Eight take about half an hour.',
    }),
    ORDERS_UNCONFIRMED_HOURS: Type.Integer({
      default: 24,
      minimum: 1,
      maximum: 8_760,
      description: 'An order that no supplier has confirmed for so long is shown as stuck.',
    }),
    ORDERS_UNSHIPPED_DAYS: Type.Integer({
      default: 14,
      minimum: 1,
      maximum: 365,
      description:
        'An order of which something has not left so many days after it was placed is shown as stuck.',
    }),
    ORDERS_PAGE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^#\\s]+$',
        example: 'https://shop.example.com/orders',
        description:
          'The page where people look at orders; the id of the order follows behind a #. Without it mails name the address of the order in the API.',
      }),
    ),
  }),
)
