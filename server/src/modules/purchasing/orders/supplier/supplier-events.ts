import { Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import { defineEvent, MoneyData } from '#platform/outbox'
import { PromisedBackorder } from '../backorders/promised-backorder.ts'
import { DeliveredLineData, facts, LineData, ReturnName } from '../fulfilment/fulfilment-events.ts'
import { LinePriceData, linePriceExample } from '../line-price-data.ts'
import { receivedReferences } from '../line-references/index.ts'
import { returnReasons } from '../order.ts'
import { orderExample } from '../order-example.ts'

/**
 * The events that a supplier gets about an order, in the log of its own company and with its own lines only. They are
 * kinds of their own, so that a company that buys and supplies can tell its purchases from its deliveries, and so that
 * a subscriber of `order.*` gets no orders of others. People and addresses stay out of the log: read them at `GET
 * /api/v1/supplier/orders/{orderId}`.
 */

/** What every event of a supplier about an order says. */
export const suppliedData = {
  orderId: Type.String(),
  number: Type.Optional(
    Type.String({
      description:
        'The number of the purchase order: your part of the order. Events from before numbers have none.',
    }),
  ),
  buyerCompanyId: Type.String(),
  state: Type.String({ description: 'The state of the whole order.' }),
  poNumber: Type.Optional(Type.String({ description: 'The PO number of the buyer.' })),
  happenedAt: Type.String({ format: 'date-time' }),
}

const Lines = Type.Array(LineData, { description: 'Only the lines of your company.' })

const ReceivedLine = record(
  'ReceivedOrderLine',
  'A line of the new order that your company supplies.',
  {
    ...LineData.properties,
    mpn: Type.String(),
    name: Type.String(),
    ...receivedReferences,
    ...LinePriceData,
    total: MoneyData,
    backorder: Type.Optional(PromisedBackorder),
  },
)

const { line, shipmentId } = orderExample
const { orderId, number, ...others } = orderExample.order
export const suppliedExample = {
  orderId,
  number: `${number}-1`,
  buyerCompanyId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  ...others,
}
const order = suppliedExample

export const SupplierOrderReceived = defineEvent({
  ...facts,
  type: 'supplier_order.received',
  data: Type.Object(
    {
      ...suppliedData,
      paymentState: Type.String(),
      subtotal: withDescription(
        MoneyData,
        'The value of your lines, before discounts, shipping costs and tax.',
      ),
      totals: Type.Optional(
        Type.Object(
          {
            goods: MoneyData,
            discount: MoneyData,
            shipping: MoneyData,
            tax: MoneyData,
            total: MoneyData,
          },
          {
            description:
              'The amount that the buyer pays for your part: `total = goods - discount + shipping + tax`.',
          },
        ),
      ),
      lines: Type.Array(ReceivedLine, { description: 'Only the lines of your company.' }),
      placedAt: Type.String({ format: 'date-time' }),
    },
    {
      description:
        'An order with lines of your company was placed, or approved if it needed an approval. Confirm and ship them.',
    },
  ),
  example: {
    ...order,
    state: 'PLACED',
    paymentState: 'PAID',
    subtotal: { amount: '498.00', currency: 'EUR' },
    totals: {
      goods: { amount: '498.00', currency: 'EUR' },
      discount: { amount: '0.00', currency: 'EUR' },
      shipping: { amount: '4.90', currency: 'EUR' },
      tax: { amount: '95.55', currency: 'EUR' },
      total: { amount: '598.45', currency: 'EUR' },
    },
    lines: [
      {
        ...line,
        mpn: 'DCD777L2T-QW',
        name: 'DEWALT 18V XR cordless drill',
        ...linePriceExample,
        total: { amount: '498.00', currency: 'EUR' },
      },
    ],
    placedAt: '2026-01-04T10:11:12.000Z',
  },
})

export const SupplierOrderConfirmed = defineEvent({
  ...facts,
  type: 'supplier_order.confirmed',
  data: Type.Object(
    { ...suppliedData, lines: Lines },
    { description: 'Your lines of an order were confirmed, by your company or by an operator.' },
  ),
  example: { ...order, state: 'CONFIRMED', lines: [line] },
})

export const SupplierOrderShipped = defineEvent({
  ...facts,
  type: 'supplier_order.shipped',
  data: Type.Object(
    { ...suppliedData, shipmentId: Type.String(), lines: Lines },
    { description: 'A shipment of yours was recorded.' },
  ),
  example: { ...order, state: 'SHIPPED', shipmentId, lines: [line] },
})

export const SupplierOrderDelivered = defineEvent({
  ...facts,
  type: 'supplier_order.delivered',
  data: Type.Object(
    {
      ...suppliedData,
      shipmentId: Type.String(),
      lines: Type.Array(DeliveredLineData),
    },
    { description: 'A shipment of yours has arrived. The lines show damaged and missing goods.' },
  ),
  example: {
    ...order,
    state: 'DELIVERED',
    shipmentId,
    lines: [{ ...line, damaged: 0, missing: 0 }],
  },
})

export const SupplierOrderCancelled = defineEvent({
  ...facts,
  type: 'supplier_order.cancelled',
  data: Type.Object(
    { ...suppliedData, lines: Lines },
    {
      description: 'Goods of your lines were cancelled before they were shipped. Do not ship them.',
    },
  ),
  example: { ...order, state: 'CONFIRMED', lines: [{ ...line, quantity: 1 }] },
})

export const SupplierOrderHeld = defineEvent({
  ...facts,
  type: 'supplier_order.held',
  data: Type.Object(
    { ...suppliedData, lines: Lines },
    {
      description: 'The buyer holds the order. Do not confirm or ship it until it is released.',
    },
  ),
  example: { ...order, state: 'PLACED', lines: [line] },
})

export const SupplierOrderReleased = defineEvent({
  ...facts,
  type: 'supplier_order.released',
  data: Type.Object(
    { ...suppliedData, lines: Lines },
    { description: 'An order that was held is released.' },
  ),
  example: { ...order, state: 'PLACED', lines: [line] },
})

const returnData = {
  ...suppliedData,
  ...ReturnName,
  lines: Type.Array(
    record('SupplierReturnEventLine', 'A returned line, and why.', {
      ...LineData.properties,
      reason: Type.Enum([...returnReasons]),
    }),
    { description: 'Only the lines of your company.' },
  ),
}
const returned = {
  ...order,
  state: 'DELIVERED',
  ...orderExample.returned,
  lines: [{ ...line, quantity: 1, reason: 'WRONG_ITEM' as const }],
}

export const SupplierOrderReturnRequested = defineEvent({
  ...facts,
  type: 'supplier_order.return_requested',
  data: Type.Object(returnData, {
    description: 'The buyer wants to return goods, or a refund for missing ones. Accept or refuse.',
  }),
  example: returned,
})

export const SupplierOrderReturnAccepted = defineEvent({
  ...facts,
  type: 'supplier_order.return_accepted',
  data: Type.Object(
    { ...returnData, restocked: Type.Boolean() },
    { description: 'A return of your goods was accepted, by your company or by an operator.' },
  ),
  example: { ...returned, restocked: true },
})

export const SupplierOrderReturnRefused = defineEvent({
  ...facts,
  type: 'supplier_order.return_refused',
  data: Type.Object(returnData, {
    description: 'A return of your goods was refused, by your company or by an operator.',
  }),
  example: returned,
})

export const supplierEvents = [
  SupplierOrderReceived,
  SupplierOrderConfirmed,
  SupplierOrderShipped,
  SupplierOrderDelivered,
  SupplierOrderCancelled,
  SupplierOrderHeld,
  SupplierOrderReleased,
  SupplierOrderReturnRequested,
  SupplierOrderReturnAccepted,
  SupplierOrderReturnRefused,
]
