import { Type } from 'typebox'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import {
  type Credit,
  type PlacedLine,
  type Return,
  returnReasons,
  type Shipment,
} from '../order.ts'
import type { LineProgress } from './line-progress.ts'

const Instant = Type.String({ format: 'date-time' })
const Pieces = quantitySchema({ minimum: 0 })

export const progressFields = {
  followsLine: Type.Optional(
    Type.Integer({
      description:
        'Present if the line was added after the order was placed: the number of the line that it has more of, or whose open goods it replaces at another price or as another product.',
    }),
  ),
  confirmedAt: Type.Optional(Instant),
  promisedDate: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The day on which the supplier promises that the line arrives.',
    }),
  ),
  backorderedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'Since when the supplier waits for stock.' }),
  ),
  waitingQuantity: Type.Optional(
    quantitySchema({
      description:
        'Open goods for which there is no stock yet. They cannot be shipped. Absent: none.',
    }),
  ),
  proposalId: Type.Optional(
    Type.String({
      description:
        'The proposal of the supplier about this line that waits for the buyer: see GET /api/v1/orders/{orderId}/proposals.',
    }),
  ),
  changeRequestId: Type.Optional(
    Type.String({
      description:
        'The request of the buyer to change this line, which waits for the supplier: see GET /api/v1/orders/{orderId}/changes.',
    }),
  ),
  cancelledQuantity: Pieces,
  shippedQuantity: Pieces,
  deliveredQuantity: Pieces,
  missingQuantity: quantitySchema({
    minimum: 0,
    description: 'Goods that were shipped and did not arrive.',
  }),
  returnedQuantity: quantitySchema({
    minimum: 0,
    description: 'Delivered goods whose return was requested or accepted.',
  }),
  claimedQuantity: quantitySchema({
    minimum: 0,
    description: 'Missing goods for which a refund was requested.',
  }),
}

export const noProgress = {
  cancelledQuantity: 0,
  shippedQuantity: 0,
  deliveredQuantity: 0,
  missingQuantity: 0,
  returnedQuantity: 0,
  claimedQuantity: 0,
}

export function viewProgress(line: LineProgress) {
  return {
    ...(line.followsLine === undefined ? {} : { followsLine: line.followsLine }),
    ...(line.confirmedAt === undefined ? {} : { confirmedAt: line.confirmedAt.toISOString() }),
    ...(line.promisedDate === undefined ? {} : { promisedDate: line.promisedDate }),
    ...(line.backorderedAt && { backorderedAt: line.backorderedAt.toISOString() }),
    ...(line.waiting > 0n && { waitingQuantity: numberOf(line.waiting) }),
    ...(line.proposalId === undefined ? {} : { proposalId: line.proposalId }),
    ...(line.changeRequestId === undefined ? {} : { changeRequestId: line.changeRequestId }),
    cancelledQuantity: numberOf(line.cancelled),
    shippedQuantity: numberOf(line.shipped),
    deliveredQuantity: numberOf(line.delivered),
    missingQuantity: numberOf(line.missing),
    returnedQuantity: numberOf(line.returned),
    claimedQuantity: numberOf(line.claimed),
  }
}

export const ShipmentView = record('Shipment', 'A shipment of an order.', {
  id: Type.String(),
  supplierId: Type.String(),
  delivery: Type.Optional(
    Type.Integer({
      description: 'The number of the delivery of the order to which the shipment goes, from 1.',
    }),
  ),
  carrier: Type.Optional(Type.String()),
  trackingNumber: Type.Optional(Type.String()),
  trackingUrl: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  shippedAt: Instant,
  deliveredAt: Type.Optional(Instant),
  deliveryNote: Type.Optional(Type.String()),
  lines: Type.Array(
    record('ShipmentLine', 'A line of a shipment.', {
      lineNumber: Type.Integer(),
      quantity: quantitySchema(),
      damaged: quantitySchema({ minimum: 0, description: 'The part that arrived damaged.' }),
      missing: quantitySchema({ minimum: 0, description: 'The part that did not arrive.' }),
    }),
  ),
})

export const shipmentExample = {
  id: 'shp_01m7xbq3t0f2m5n8r1v4y7c0ek',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  carrier: 'DHL',
  trackingNumber: '00340434161094000000',
  trackingUrl: 'https://www.dhl.example/track/00340434161094000000',
  shippedAt: '2026-01-03T09:00:00.000Z',
  lines: [{ lineNumber: 1, quantity: 4, damaged: 0, missing: 0 }],
}

/** `ordered`: the lines of the order, which name the delivery of each line. */
export function viewShipment(
  shipment: Shipment,
  ordered: readonly PlacedLine[],
): Type.Static<typeof ShipmentView> {
  const { id, supplierCompanyId, shippedAt, deliveredAt, lines } = shipment
  const delivery = deliveryOf(shipment, ordered)
  const { carrier, trackingNumber, trackingUrl, note, deliveryNote } = shipment
  return {
    id,
    supplierId: supplierCompanyId,
    ...(delivery === undefined ? {} : { delivery }),
    ...(carrier === undefined ? {} : { carrier }),
    ...(trackingNumber === undefined ? {} : { trackingNumber }),
    ...(trackingUrl === undefined ? {} : { trackingUrl }),
    ...(note === undefined ? {} : { note }),
    shippedAt: shippedAt.toISOString(),
    ...(deliveredAt === undefined ? {} : { deliveredAt: deliveredAt.toISOString() }),
    ...(deliveryNote === undefined ? {} : { deliveryNote }),
    lines: lines.map(({ lineNumber, quantity, damaged, missing }) => ({
      lineNumber,
      quantity: numberOf(quantity),
      damaged: numberOf(damaged),
      missing: numberOf(missing),
    })),
  }
}

function deliveryOf({ lines }: Shipment, ordered: readonly PlacedLine[]): number | undefined {
  const shipped = new Set(lines.map(({ lineNumber }) => lineNumber))
  const places = new Set(
    ordered.flatMap(({ delivery, progress }) =>
      shipped.has(progress.lineNumber) ? [delivery] : [],
    ),
  )
  // Shipments of an earlier version may hold lines of several deliveries.
  return places.size === 1 ? [...places][0] : undefined
}

export const ReturnReasonName = Type.Enum([...returnReasons])

export const ReturnView = record('Return', 'A return of goods of an order.', {
  id: Type.String(),
  number: Type.String({
    description:
      'What people call the return, such as `RMA-2026-000123`. It is unique in the buying company.',
  }),
  supplierId: Type.String(),
  state: Type.Enum(['REQUESTED', 'RECEIVED', 'ACCEPTED', 'REFUSED']),
  note: Type.Optional(Type.String()),
  requestedAt: Instant,
  receivedAt: Type.Optional(Instant),
  decidedAt: Type.Optional(Instant),
  decisionNote: Type.Optional(Type.String()),
  restocked: Type.Optional(Type.Boolean()),
  creditId: Type.Optional(Type.String()),
  lines: Type.Array(
    record('ReturnLine', 'A line of a return.', {
      lineNumber: Type.Integer(),
      quantity: quantitySchema(),
      reason: ReturnReasonName,
      acceptedQuantity: Type.Optional(quantitySchema({ minimum: 0 })),
    }),
  ),
})

export function viewReturn(request: Return): Type.Static<typeof ReturnView> {
  const { id, number, supplierCompanyId, state, note, requestedAt } = request
  const { receivedAt, decidedAt, decisionNote, restocked, creditId, lines } = request
  return {
    id,
    number,
    supplierId: supplierCompanyId,
    state,
    ...(note === undefined ? {} : { note }),
    requestedAt: requestedAt.toISOString(),
    ...(receivedAt === undefined ? {} : { receivedAt: receivedAt.toISOString() }),
    ...(decidedAt === undefined ? {} : { decidedAt: decidedAt.toISOString() }),
    ...(decisionNote === undefined ? {} : { decisionNote }),
    ...(restocked === undefined ? {} : { restocked }),
    ...(creditId === undefined ? {} : { creditId }),
    lines: lines.map(({ lineNumber, quantity, reason, accepted }) => ({
      lineNumber,
      quantity: numberOf(quantity),
      reason,
      ...(accepted === undefined ? {} : { acceptedQuantity: numberOf(accepted) }),
    })),
  }
}

export const CreditView = record('OrderCredit', 'Money of an order that goes back to the buyer.', {
  id: Type.String(),
  kind: Type.Enum(['CANCELLATION', 'RETURN', 'DISPUTE'], {
    description:
      'DISPUTE: goods were cancelled while the bank of the payer had the money. The bank has since returned the money.',
  }),
  state: Type.Enum(['WAITING', 'REFUSED', 'SETTLED'], {
    description:
      'WAITING: the refund continues automatically, so read the order again to see how it ends. REFUSED: the payment provider refuses the refund, and an operator decides.',
  }),
  amount: MoneyView,
  settledAmount: Type.Optional(MoneyView),
  refundId: Type.Optional(
    Type.String({
      description:
        'The id of the refund of the payment. Absent if a promised payment was released instead, and while the state is REFUSED.',
    }),
  ),
  createdAt: Instant,
  settledAt: Type.Optional(Instant),
})

export function viewCredit(credit: Credit): Type.Static<typeof CreditView> {
  const { id, kind, state, amount, settled, refundId, createdAt, settledAt } = credit
  return {
    id,
    kind,
    state,
    amount: viewMoney(amount),
    ...(settled === undefined ? {} : { settledAmount: viewMoney(settled) }),
    ...(refundId === undefined ? {} : { refundId }),
    createdAt: createdAt.toISOString(),
    ...(settledAt === undefined ? {} : { settledAt: settledAt.toISOString() }),
  }
}
