import { Type } from 'typebox'
import { quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { defineEvent, MoneyData } from '#platform/outbox'
import { approvalEvents } from './approval/approval-events.ts'
import { backorderEvents } from './backorders/backorder-events.ts'
import { PromisedBackorder } from './backorders/promised-backorder.ts'
import { changeRequestEvents } from './change-requests/change-request-events.ts'
import { fulfilmentEvents, OrderNumber } from './fulfilment/fulfilment-events.ts'
import { LinePriceData, linePriceExample } from './line-price-data.ts'
import { proposalEvents } from './proposals/proposal-events.ts'
import { raiseEvents } from './raises/raise-events.ts'
import { OrderPromisedDateChanged } from './supplier/promised-date-event.ts'
import { supplierEvents } from './supplier/supplier-events.ts'

const taxFields = {
  category: Type.String({
    description: 'The tax category: a code of UNCL5305, as EN 16931 restricts it.',
  }),
  rate: Type.String({ description: 'The rate in percent.' }),
  amount: MoneyData,
  reasonCode: Type.Optional(
    Type.String({ description: 'The VATEX code of the reason why there is no tax.' }),
  ),
}

/** An order exists: it is paid or payable, and its goods are reserved. */
export const OrderCreated = defineEvent({
  type: 'order.created',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object(
    {
      orderId: Type.String(),
      number: OrderNumber,
      checkoutId: Type.Optional(Type.String()),
      paymentId: Type.Optional(Type.String()),
      state: Type.String(),
      paymentState: Type.String(),
      poNumber: Type.Optional(Type.String()),
      total: withDescription(MoneyData, 'The amount to pay: goods - discount + shipping + tax.'),
      goods: Type.Optional(MoneyData),
      discount: Type.Optional(MoneyData),
      shipping: Type.Optional(MoneyData),
      tax: Type.Optional(MoneyData),
      taxBreakdown: Type.Optional(
        Type.Array(
          record(
            'EventTaxBreakdown',
            'The tax of one category and rate, and the amount that it is computed from.',
            { ...taxFields, taxable: MoneyData },
          ),
        ),
      ),
      lines: Type.Array(
        record('OrderCreatedLine', 'A line of the new order.', {
          productId: Type.String(),
          sku: Type.String(),
          name: Type.String(),
          quantity: quantitySchema(),
          ...LinePriceData,
          total: MoneyData,
          tax: Type.Optional(Type.Object(taxFields)),
          backorder: Type.Optional(PromisedBackorder),
        }),
      ),
      placedAt: Type.String({ format: 'date-time' }),
    },
    {
      description:
        'An order was created: placed, or waiting for approval. Its goods are reserved, except those of lines with `backorder`.',
    },
  ),
  example: {
    orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
    number: 'PO-2026-000123',
    checkoutId: 'chk_01m7xb82dw3khw78phh28dvacd',
    paymentId: 'pay_01m7xb82dw3khw78phh28dvacd',
    state: 'PLACED',
    paymentState: 'PAID',
    poNumber: 'PO-4711',
    total: { amount: '592.62', currency: 'EUR' },
    goods: { amount: '498.00', currency: 'EUR' },
    shipping: { amount: '0.00', currency: 'EUR' },
    tax: { amount: '94.62', currency: 'EUR' },
    taxBreakdown: [
      {
        category: 'S',
        rate: '19',
        amount: { amount: '94.62', currency: 'EUR' },
        taxable: { amount: '498.00', currency: 'EUR' },
      },
    ],
    lines: [
      {
        productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
        sku: '31415926',
        name: 'DEWALT 18V XR cordless drill',
        quantity: 2,
        ...linePriceExample,
        total: { amount: '498.00', currency: 'EUR' },
        tax: { category: 'S', rate: '19', amount: { amount: '94.62', currency: 'EUR' } },
      },
    ],
    placedAt: '2026-01-02T03:04:05.000Z',
  },
})

export const ordersEvents = [
  OrderCreated,
  ...approvalEvents,
  ...fulfilmentEvents,
  OrderPromisedDateChanged,
  ...backorderEvents,
  ...proposalEvents,
  ...raiseEvents,
  ...changeRequestEvents,
  ...supplierEvents,
]
