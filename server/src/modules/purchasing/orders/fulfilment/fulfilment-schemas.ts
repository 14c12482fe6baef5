import { Type } from 'typebox'
import { oneLineWithText } from '#kernel/one-line'
import { numberOf, quantityOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { lineReferences, viewLineReferences } from '../line-references/index.ts'
import type { OrderDocument } from '../order.ts'
import { OrderStateName, PaymentStateName } from '../schemas.ts'
import {
  type AwaitedPayment,
  AwaitedPaymentView,
  viewAwaitedPayment,
} from '../supplements/awaited-payments.ts'
import {
  CreditView,
  noProgress,
  progressFields,
  ReturnReasonName,
  ReturnView,
  ShipmentView,
  shipmentExample,
  viewCredit,
  viewProgress,
  viewReturn,
  viewShipment,
} from './fulfilment-views.ts'

const linesMax = 500
const LineNumber = Type.Integer({ minimum: 1, maximum: 100_000 })
const Note = Type.String({ minLength: 1, maxLength: 1_000 })
/** The text appears in mails, on pages and in the events of the order. */
const TextOfTracking = Type.String({ minLength: 1, maxLength: 100, pattern: oneLineWithText })
const Noted = quantitySchema({ minimum: 0 })

const PiecesBody = record('LineQuantity', 'A line of an order, and how many of it.', {
  lineNumber: LineNumber,
  quantity: quantitySchema(),
})

export const ShipBody = record(
  'ShipOrder',
  'The lines that were sent, and the shipment.',
  {
    lines: Type.Optional(
      Type.Array(PiecesBody, {
        minItems: 1,
        maxItems: linesMax,
        description:
          'Goods of one supplier, for one address. Default: all open goods of your lines.',
      }),
    ),
    carrier: Type.Optional(TextOfTracking),
    trackingNumber: Type.Optional(TextOfTracking),
    trackingUrl: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_000, description: 'An https address.' }),
    ),
    note: Type.Optional(Note),
  },
  {
    examples: [
      {
        lines: [{ lineNumber: 1, quantity: 4 }],
        carrier: 'DHL',
        trackingNumber: '00340434161094000000',
        trackingUrl: 'https://www.dhl.example/track/00340434161094000000',
      },
    ],
  },
)

const DeliveryCondition = record('DeliveryCondition', 'The damaged and missing goods of a line.', {
  lineNumber: LineNumber,
  damaged: Type.Optional(Noted),
  missing: Type.Optional(Noted),
})

export function readCondition({
  lineNumber,
  damaged = 0,
  missing = 0,
}: Type.Static<typeof DeliveryCondition>) {
  return { lineNumber, damaged: quantityOf(damaged), missing: quantityOf(missing) }
}

export const DeliveryBody = record(
  'RecordDelivery',
  'The delivered shipment, and what was damaged or missing.',
  {
    shipmentId: Type.String({ minLength: 1, maxLength: 64 }),
    lines: Type.Optional(
      Type.Array(DeliveryCondition, {
        maxItems: linesMax,
        description: 'Lines with damaged or missing goods. All other lines arrived complete.',
      }),
    ),
    note: Type.Optional(Note),
  },
  { examples: [{ shipmentId: shipmentExample.id, lines: [{ lineNumber: 1, damaged: 1 }] }] },
)

export const CancelBody = record(
  'CancelOrder',
  'The lines to cancel, and the reason.',
  {
    lines: Type.Optional(
      Type.Array(PiecesBody, {
        minItems: 1,
        maxItems: linesMax,
        description: 'The goods to cancel. Default: all that are not shipped yet.',
      }),
    ),
    reason: Type.Optional(Note),
  },
  { examples: [{ lines: [{ lineNumber: 1, quantity: 1 }], reason: 'Ordered twice.' }] },
)

export const HoldBody = record(
  'HoldOrder',
  'A note on why the order is held.',
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'A note for your own people. The timeline shows it. Suppliers do not see it.',
    }),
  },
  { examples: [{ reason: 'The address is to be asked for again.' }] },
)

export const ReleaseBody = record(
  'ReleaseOrder',
  'A note on why the order is released.',
  { note: Type.Optional(Note) },
  { examples: [{ note: 'The address is right.' }] },
)

export const ReturnBody = record(
  'RequestReturn',
  'The lines to return, and a note.',
  {
    lines: Type.Array(
      record('RequestReturnLine', 'A line to return, how many of it, and why.', {
        lineNumber: LineNumber,
        quantity: quantitySchema(),
        reason: ReturnReasonName,
      }),
      {
        minItems: 1,
        maxItems: linesMax,
        description: 'The lines to return, all from one supplier.',
      },
    ),
    note: Type.Optional(Note),
  },
  { examples: [{ lines: [{ lineNumber: 1, quantity: 1, reason: 'DAMAGED' }] }] },
)

export const AcceptReturnBody = record(
  'AcceptReturn',
  'The goods that are accepted, and whether they go back to stock.',
  {
    lines: Type.Optional(
      Type.Array(PiecesBody, {
        minItems: 1,
        maxItems: linesMax,
        description:
          'The accepted goods. The others are refused. Default: all goods of the return.',
      }),
    ),
    restock: Type.Boolean({ description: 'True: the returned goods can be sold again.' }),
    note: Type.Optional(Note),
  },
  { examples: [{ restock: false }] },
)

export const RefuseReturnBody = record(
  'RefuseReturn',
  'A note on why the return is refused.',
  { reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) },
  { examples: [{ reason: 'The seal was broken.' }] },
)

export const OrderParams = Type.Object({ orderId: Type.String({ maxLength: 64 }) })

export const ReturnParams = Type.Object({
  orderId: Type.String({ maxLength: 64 }),
  returnId: Type.String({ maxLength: 64 }),
})

/** The progress of an order after a change of it. A supplier sees its own lines, shipments and returns. */
export const OrderProgressView = record(
  'OrderProgress',
  'The progress of an order: its lines, shipments, returns and credits.',
  {
    id: Type.String(),
    state: OrderStateName,
    paymentState: PaymentStateName,
    version: Type.Integer(),
    lines: Type.Array(
      record('OrderProgressLine', 'The progress of a line of an order.', {
        lineNumber: Type.Integer(),
        productId: Type.String(),
        sku: Type.String(),
        supplierId: Type.String(),
        ...lineReferences,
        quantity: quantitySchema(),
        ...progressFields,
      }),
    ),
    shipments: Type.Array(ShipmentView),
    returns: Type.Array(ReturnView),
    credits: Type.Array(CreditView),
    awaitedPayments: Type.Optional(
      Type.Array(AwaitedPaymentView, {
        description:
          'After you accepted a proposal: what you have to pay before it binds. Absent if there is nothing to pay.',
      }),
    ),
  },
  {
    examples: [
      {
        id: 'ord_01m7xb82dw3khw78phh28dvacd',
        state: 'SHIPPED',
        paymentState: 'PAID',
        version: 3,
        lines: [
          {
            lineNumber: 1,
            productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
            sku: '1128895',
            supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
            quantity: 4,
            ...noProgress,
            shippedQuantity: 4,
          },
        ],
        shipments: [shipmentExample],
        returns: [],
        credits: [],
      },
    ],
  },
)

export function viewOrderProgress(
  { order, lines, shipments, returns, credits }: OrderDocument,
  awaitedPayments: readonly AwaitedPayment[] = [],
): Type.Static<typeof OrderProgressView> {
  const { id, state, paymentState, version } = order
  return {
    id,
    state,
    paymentState,
    version,
    lines: lines.map(({ progress, ...line }) => ({
      lineNumber: progress.lineNumber,
      productId: progress.productId,
      sku: progress.sku,
      supplierId: progress.supplierCompanyId,
      ...viewLineReferences(line),
      quantity: numberOf(progress.quantity),
      ...viewProgress(progress),
    })),
    shipments: shipments.map((shipment) => viewShipment(shipment, lines)),
    returns: returns.map(viewReturn),
    credits: credits.map(viewCredit),
    ...(awaitedPayments.length > 0 && {
      awaitedPayments: awaitedPayments.map(viewAwaitedPayment),
    }),
  }
}
