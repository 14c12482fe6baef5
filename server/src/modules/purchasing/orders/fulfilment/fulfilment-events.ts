import { Type } from 'typebox'
import { decimalOf, type Money } from '#kernel/money'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { defineEvent, MoneyData } from '#platform/outbox'
import type { Order, Shipment } from '../order.ts'
import { orderExample } from '../order-example.ts'
import type { Picked } from './pick-lines.ts'

export const LineData = record(
  'OrderEventLine',
  'A line of an order, and how many of it the event concerns.',
  {
    lineNumber: Type.Integer(),
    productId: Type.String(),
    sku: Type.String(),
    quantity: quantitySchema({
      minimum: 0,
      description: 'How much of the line this event is about.',
    }),
    unit: Type.Optional(
      Type.String({
        description:
          'The unit of the quantity, as a code of UN/ECE Recommendation 20. Older events have none.',
      }),
    ),
  },
)

export const ReducedLineData = record(
  'ReducedOrderEventLine',
  'A line of an order, and the price reduction that its goods had before.',
  {
    ...LineData.properties,
    reduction: Type.Optional(
      withDescription(
        MoneyData,
        'Earlier price reductions of these goods (`order.price_reduced`): their document has them.',
      ),
    ),
  },
)

export const DeliveredLineData = record(
  'DeliveredOrderEventLine',
  'A delivered line, and how many of it are damaged or missing.',
  {
    ...LineData.properties,
    damaged: quantitySchema({ minimum: 0, description: 'The part that arrived damaged.' }),
    missing: quantitySchema({ minimum: 0, description: 'The part that did not arrive.' }),
  },
)

export const OrderNumber = Type.Optional(
  Type.String({ description: 'The number of the order. Events from before numbers have none.' }),
)

/** What every event about an order says. */
export const orderData = {
  orderId: Type.String(),
  number: OrderNumber,
  state: Type.String({ description: 'The state of the order.' }),
  poNumber: Type.Optional(Type.String()),
  happenedAt: Type.String({ format: 'date-time' }),
}

/** What all kinds of events about an order have in common. */
export const facts = { version: 1, entity: 'order', public: true } as const

const { order, line, shipmentId, returned } = orderExample
const credit = { amount: '296.31', currency: 'EUR' }

export const OrderConfirmed = defineEvent({
  ...facts,
  type: 'order.confirmed',
  data: Type.Object(
    { ...orderData, lines: Type.Array(LineData) },
    {
      description:
        'A supplier has confirmed its lines. The order is CONFIRMED when all of them have.',
    },
  ),
  example: { ...order, state: 'CONFIRMED', lines: [line] },
})

export const OrderShipped = defineEvent({
  ...facts,
  type: 'order.shipped',
  data: Type.Object(
    {
      ...orderData,
      shipmentId: Type.String(),
      supplierId: Type.String(),
      carrier: Type.Optional(Type.String()),
      trackingNumber: Type.Optional(Type.String()),
      trackingUrl: Type.Optional(Type.String()),
      lines: Type.Array(ReducedLineData),
      shippingCostReduction: Type.Optional(
        withDescription(MoneyData, 'Earlier price reductions of the shipping cost of this parcel.'),
      ),
      feeReduction: Type.Optional(
        withDescription(
          MoneyData,
          'Earlier price reductions of the fee for an order below the minimum of the supplier.',
        ),
      ),
    },
    { description: 'A shipment has left: the whole order, or a part of it.' },
  ),
  example: {
    ...order,
    state: 'SHIPPED',
    shipmentId,
    supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6znb',
    carrier: 'DHL',
    trackingNumber: '00340434161094000000',
    lines: [line],
  },
})

export const OrderDelivered = defineEvent({
  ...facts,
  type: 'order.delivered',
  data: Type.Object(
    {
      ...orderData,
      shipmentId: Type.String(),
      lines: Type.Array(DeliveredLineData),
    },
    { description: 'A shipment has arrived. The order is DELIVERED when all of them have.' },
  ),
  example: {
    ...order,
    state: 'DELIVERED',
    shipmentId,
    lines: [{ ...line, damaged: 0, missing: 0 }],
  },
})

export const OrderCancelled = defineEvent({
  ...facts,
  type: 'order.cancelled',
  data: Type.Object(
    {
      ...orderData,
      lines: Type.Array(LineData),
      credit: MoneyData,
      reason: Type.Optional(Type.String()),
    },
    {
      description:
        'Goods were cancelled before they were shipped: the whole order if its state is CANCELLED, else a part.',
    },
  ),
  example: {
    ...order,
    state: 'CONFIRMED',
    lines: [{ ...line, quantity: 1 }],
    credit,
    reason: 'Ordered one too many.',
  },
})

/** How the events about a return name it. */
export const ReturnName = {
  returnId: Type.String(),
  returnNumber: Type.Optional(
    Type.String({ description: 'The number of the return. Events from before numbers have none.' }),
  ),
}

const ReturnLineData = record('ReturnEventLine', 'A returned line, and why.', {
  ...LineData.properties,
  reason: Type.String({ description: 'The reason for the return.' }),
})

export const OrderReturned = defineEvent({
  ...facts,
  type: 'order.returned',
  data: Type.Object(
    {
      ...orderData,
      ...ReturnName,
      restocked: Type.Boolean(),
      lines: Type.Array(
        record(
          'OrderReturnedLine',
          'A returned line, why, its tax, and the price reduction that its goods had before.',
          {
            ...ReducedLineData.properties,
            tax: Type.Optional(
              withDescription(
                MoneyData,
                'The tax that is credited with these goods, before `reduction`. Absent in older events, and without a tax.',
              ),
            ),
            reason: Type.String(),
          },
        ),
      ),
      refused: Type.Optional(
        Type.Array(ReturnLineData, {
          description: 'Goods whose return was refused.',
        }),
      ),
      credit: MoneyData,
    },
    { description: 'A return was accepted, and the money of the accepted goods goes back.' },
  ),
  example: {
    ...order,
    state: 'DELIVERED',
    ...returned,
    restocked: true,
    lines: [{ ...line, quantity: 1, tax: { ...credit, amount: '47.31' }, reason: 'WRONG_ITEM' }],
    credit,
  },
})

export const OrderReturnRefused = defineEvent({
  ...facts,
  type: 'order.return_refused',
  data: Type.Object(
    {
      ...orderData,
      ...ReturnName,
      lines: Type.Array(ReturnLineData),
      reason: Type.String({ description: 'The note of the supplier or an operator.' }),
    },
    {
      description: 'A return was refused. The buyer keeps the goods, and nothing is refunded.',
    },
  ),
  example: {
    ...order,
    state: 'DELIVERED',
    ...returned,
    lines: [{ ...line, quantity: 1, reason: 'NOT_NEEDED' }],
    reason: 'It was opened and used.',
  },
})

const TakenOff = {
  amount: MoneyData,
  credited: withDescription(MoneyData, 'The part for shipped goods: a credit note has it.'),
}

export const OrderPriceReduced = defineEvent({
  ...facts,
  type: 'order.price_reduced',
  data: Type.Object(
    {
      ...orderData,
      reductionId: Type.String(),
      amount: MoneyData,
      lines: Type.Array(
        record('PriceReducedLine', 'A line, and how much less it costs.', {
          lineNumber: Type.Integer(),
          productId: Type.String(),
          sku: Type.String(),
          ...TakenOff,
        }),
      ),
      shippingCosts: Type.Array(
        record(
          'PriceReducedShipping',
          'The shipping of one supplier, and how much less it costs.',
          {
            supplierId: Type.String(),
            delivery: Type.Optional(
              Type.Integer({
                description:
                  'The number of the delivery, from 1. Absent: the fee for an order below the minimum of the supplier.',
              }),
            ),
            ...TakenOff,
          },
        ),
      ),
    },
    {
      description:
        'The price of an order was reduced, for example by a manual refund: money goes back, and the goods stay. Each line and shipping cost is reduced in proportion. Shipped goods get a credit note; later invoices show the reduction.',
    },
  ),
  example: {
    ...order,
    state: 'SHIPPED',
    reductionId: 'stp_01m7xb82dw3khw78phh28dvacd',
    amount: { amount: '12.00', currency: 'EUR' },
    lines: [
      {
        lineNumber: line.lineNumber,
        productId: line.productId,
        sku: line.sku,
        amount: { amount: '12.00', currency: 'EUR' },
        credited: { amount: '12.00', currency: 'EUR' },
      },
    ],
    shippingCosts: [],
  },
})

export const fulfilmentEvents = [
  OrderConfirmed,
  OrderShipped,
  OrderDelivered,
  OrderCancelled,
  OrderReturned,
  OrderReturnRefused,
  OrderPriceReduced,
]

/** The data that every event about an order has, and the form in which it is emitted. */
export function orderEvent<Data extends object>(order: Order, now: Date, data: Data) {
  const { id: orderId, number, state, poNumber } = order
  return {
    companyId: order.companyId,
    entityId: order.id,
    entityVersion: order.version,
    occurredAt: now,
    data: {
      orderId,
      number,
      state,
      ...(poNumber === undefined ? {} : { poNumber }),
      happenedAt: now.toISOString(),
      ...data,
    },
  }
}

export function lineData({ line, quantity }: Picked) {
  const { lineNumber, productId, sku, unit } = line
  return { lineNumber, productId, sku, quantity: numberOf(quantity), unit }
}

/** Like `lineData`, with the reduction that the pieces had. */
export function reducedData(picked: Picked, reduction: Money | undefined) {
  const isReduced = reduction !== undefined && reduction.amountMinor > 0n
  return { ...lineData(picked), ...(isReduced && { reduction: creditData(reduction) }) }
}

export function creditData(amount: Money) {
  return { amount: decimalOf(amount), currency: amount.currency }
}

export function trackingData({ carrier, trackingNumber, trackingUrl }: Shipment) {
  return {
    ...(carrier === undefined ? {} : { carrier }),
    ...(trackingNumber === undefined ? {} : { trackingNumber }),
    ...(trackingUrl === undefined ? {} : { trackingUrl }),
  }
}
