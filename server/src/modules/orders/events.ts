import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'
import { fulfilmentEvents } from './fulfilment-events.ts'

const MoneyData = Type.Object({ amount: Type.String(), currency: Type.String() })

const taxFields = {
  category: Type.String({ description: 'UNCL5305, as EN 16931 restricts it.' }),
  rate: Type.String({ description: 'In percent.' }),
  amount: MoneyData,
  reasonCode: Type.Optional(Type.String({ description: 'VATEX: why there is no tax.' })),
}

/** An order exists: paid or payable, and its goods set aside. */
export const OrderCreated = defineEvent({
  type: 'order.created',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object(
    {
      orderId: Type.String(),
      checkoutId: Type.Optional(Type.String()),
      paymentId: Type.Optional(Type.String()),
      state: Type.String(),
      paymentState: Type.String(),
      poNumber: Type.Optional(Type.String()),
      total: Type.Object(MoneyData.properties, {
        description: 'What is to be paid: goods - discount + shipping + tax.',
      }),
      goods: Type.Optional(MoneyData),
      discount: Type.Optional(MoneyData),
      shipping: Type.Optional(MoneyData),
      tax: Type.Optional(MoneyData),
      taxBreakdown: Type.Optional(Type.Array(Type.Object({ ...taxFields, taxable: MoneyData }))),
      lines: Type.Array(
        Type.Object({
          productId: Type.String(),
          sku: Type.String(),
          name: Type.String(),
          quantity: Type.Integer(),
          unitPrice: MoneyData,
          total: MoneyData,
          tax: Type.Optional(Type.Object(taxFields)),
        }),
      ),
      placedAt: Type.String({ format: 'date-time' }),
    },
    { description: 'An order was placed: paid or payable, and its goods set aside.' },
  ),
})

export const ordersEvents = [OrderCreated, ...fulfilmentEvents]
