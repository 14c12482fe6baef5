import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'

const MoneyData = Type.Object({ amount: Type.String(), currency: Type.String() })

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
      total: MoneyData,
      lines: Type.Array(
        Type.Object({
          productId: Type.String(),
          sku: Type.String(),
          name: Type.String(),
          quantity: Type.Integer(),
          unitPrice: MoneyData,
          total: MoneyData,
        }),
      ),
      placedAt: Type.String({ format: 'date-time' }),
    },
    { description: 'An order was placed: paid or payable, and its goods set aside.' },
  ),
})

export const ordersEvents = [OrderCreated]
