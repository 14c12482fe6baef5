import { Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import type { Tx } from '#platform/db'
import { defineEvent, emit, emitAll, MoneyData } from '#platform/outbox'
import {
  facts,
  LineData,
  lineData,
  orderData,
  orderEvent,
} from '../fulfilment/fulfilment-events.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'
import { orderExample } from '../order-example.ts'
import { endedPayment, endedPaymentExample } from '../supplements/ended-payment-data.ts'
import { suppliedData, suppliedExample } from '../supplier/supplier-events.ts'
import { toSuppliers } from '../supplier/to-suppliers.ts'
import { type ChangeRequest, type ChangeRequestOutcome, linesIn } from './change-request.ts'
import { requestedTerms, viewRequestedTerms } from './requested-terms-view.ts'

const { order, line } = orderExample

const RequestedLineData = record(
  'RequestedOrderEventLine',
  'A line, and what the buyer requests of it.',
  {
    ...LineData.properties,
    ...requestedTerms,
    newAddress: Type.Optional(
      Type.Literal(true, {
        description:
          'The buyer requests another address, too. The request has it: events name no person.',
      }),
    ),
  },
)

const ownData = { changeRequestId: Type.String(), lines: Type.Array(RequestedLineData) }
const buyerData = { ...orderData, ...ownData, supplierId: Type.String() }
const supplierData = { ...suppliedData, ...ownData }
const lapsesAt = Type.String({
  format: 'date-time',
  description: 'The request lapses if nobody has decided by then.',
})

const ownExample = {
  changeRequestId: 'chr_01m7xb82dw3khw78phh28dvacd',
  lines: [{ ...line, quantityBefore: 2, quantityAfter: 1, requestedDate: '2026-02-06' }],
}
const buyerExample = {
  ...order,
  state: 'PLACED',
  ...ownExample,
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6znb',
}
const supplierExample = { ...suppliedExample, state: 'PLACED', ...ownExample }
const lapsesExample = '2026-01-16T10:11:12.000Z'

export const OrderChangeRequested = defineEvent({
  ...facts,
  type: 'order.change_requested',
  data: Type.Object(
    { ...buyerData, lapsesAt },
    { description: 'Your company requests a change of lines from their supplier.' },
  ),
  example: { ...buyerExample, lapsesAt: lapsesExample },
})

export const SupplierOrderChangeRequested = defineEvent({
  ...facts,
  type: 'supplier_order.change_requested',
  data: Type.Object(
    { ...supplierData, lapsesAt },
    {
      description:
        'The buyer requests a change of your lines. Accept or refuse it before you confirm or ship them.',
    },
  ),
  example: { ...supplierExample, lapsesAt: lapsesExample },
})

export const SupplierOrderChangeRequestReminded = defineEvent({
  ...facts,
  type: 'supplier_order.change_request_reminded',
  data: Type.Object(
    { ...supplierData, lapsesAt },
    { description: 'Your company has not decided on a request of the buyer for two working days.' },
  ),
  example: { ...supplierExample, lapsesAt: lapsesExample },
})

const due = {
  due: withDescription(MoneyData, 'How much more the order costs, with tax.'),
  lapsesAt: Type.String({
    format: 'date-time',
    description: 'The request lapses if the buyer has not paid by then.',
  }),
}
const dueExample = { due: { amount: '23.80', currency: 'EUR' }, lapsesAt: lapsesExample }

export const OrderChangeAwaitsPayment = defineEvent({
  ...facts,
  type: 'order.change_awaits_payment',
  data: Type.Object(
    { ...buyerData, ...due },
    {
      description:
        'The supplier has accepted the request of your company. It counts once your company has paid the difference: POST /api/v1/orders/{orderId}/changes/{changeRequestId}/pay.',
    },
  ),
  example: { ...buyerExample, ...dueExample },
})

export const SupplierOrderChangeAwaitsPayment = defineEvent({
  ...facts,
  type: 'supplier_order.change_awaits_payment',
  data: Type.Object(
    { ...supplierData, ...due },
    {
      description:
        'Your company has accepted a request of the buyer. It counts once the buyer has paid the difference.',
    },
  ),
  example: { ...supplierExample, ...dueExample },
})

export const OrderChangeRequestPaymentEnded = defineEvent({
  ...facts,
  type: 'order.change_request_payment_ended',
  data: Type.Object(
    { ...buyerData, ...endedPayment },
    {
      description:
        'A payment for a request of your company ended, and the request does not count. What was held or captured goes back. While the request is open, your company can pay again.',
    },
  ),
  example: { ...buyerExample, ...endedPaymentExample },
})

function endForBuyer(name: Lowercase<ChangeRequestOutcome>, description: string) {
  return defineEvent({
    ...facts,
    type: `order.change_request_${name}`,
    data: Type.Object(buyerData, { description }),
    example: buyerExample,
  })
}

function endForSupplier(name: Lowercase<ChangeRequestOutcome>, description: string) {
  return defineEvent({
    ...facts,
    type: `supplier_order.change_request_${name}`,
    data: Type.Object(supplierData, { description }),
    example: supplierExample,
  })
}

const lapsed =
  'did not decide in time, the buyer did not pay in time, or goods of the lines were cancelled. The lines stay as they were.'

export const endsForBuyer = {
  ACCEPTED: endForBuyer('accepted', 'The supplier has accepted the request of your company.'),
  REFUSED: endForBuyer(
    'refused',
    'The supplier has refused the request of your company. The lines stay as they were.',
  ),
  WITHDRAWN: endForBuyer('withdrawn', 'Your company has withdrawn its request.'),
  LAPSED: endForBuyer('lapsed', `The supplier ${lapsed}`),
}

export const endsForSupplier = {
  ACCEPTED: endForSupplier('accepted', 'Your company has accepted a request of the buyer.'),
  REFUSED: endForSupplier('refused', 'Your company has refused a request of the buyer.'),
  WITHDRAWN: endForSupplier(
    'withdrawn',
    'The buyer has withdrawn its request. Deliver the lines as they were ordered.',
  ),
  LAPSED: endForSupplier('lapsed', `Your company ${lapsed}`),
}

export const changeRequestEvents = [
  OrderChangeRequested,
  SupplierOrderChangeRequested,
  SupplierOrderChangeRequestReminded,
  OrderChangeAwaitsPayment,
  SupplierOrderChangeAwaitsPayment,
  OrderChangeRequestPaymentEnded,
  ...Object.values(endsForBuyer),
  ...Object.values(endsForSupplier),
]

/** The event of the buyer about a request. What people wrote stays out of the log. */
export function eventToBuyer<Own extends object>(
  order: Order,
  lines: readonly LineProgress[],
  request: ChangeRequest,
  now: Date,
  own: Own,
) {
  return orderEvent(order, now, {
    changeRequestId: request.id,
    supplierId: request.supplierCompanyId,
    lines: linesData(lines, request),
    ...own,
  })
}

export function eventToSupplier<Own extends object>(
  order: Order,
  lines: readonly LineProgress[],
  request: ChangeRequest,
  now: Date,
  own: Own,
) {
  const byNumber = new Map(lines.map((one) => [one.lineNumber, one]))
  return toSuppliers(order, linesData(lines, request), now, {
    supplierOf: () => request.supplierCompanyId,
    poNumberIn: ({ lineNumber }) => byNumber.get(lineNumber)?.poNumber,
    dataOf: (requested) => ({ changeRequestId: request.id, lines: [...requested], ...own }),
  })
}

export async function announceEnd(
  tx: Tx,
  order: Order,
  lines: readonly LineProgress[],
  request: ChangeRequest,
  outcome: ChangeRequestOutcome,
  now: Date,
): Promise<void> {
  await emit(tx, endsForBuyer[outcome], eventToBuyer(order, lines, request, now, {}))
  await emitAll(tx, endsForSupplier[outcome], eventToSupplier(order, lines, request, now, {}))
}

function linesData(lines: readonly LineProgress[], request: ChangeRequest) {
  return linesIn(lines, request).map(({ line: found, requested }) => {
    const open = lineData({ line: found, quantity: openOf(found) })
    const moved = requested.shipTo && { newAddress: true as const }
    return { ...open, ...viewRequestedTerms(requested), ...moved }
  })
}
