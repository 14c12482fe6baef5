import { Type } from 'typebox'
import { sumOf } from '#kernel/money'
import { numberOf, quantitySchema, readOptionalQuantity } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { amountsExample, costFields, LineTaxView } from '#modules/totals'
import { LinePriceView, MoneyView, viewLinePrice, viewMoney } from '#platform/http'
import { OrderProgressView, viewOrderProgress } from '../fulfilment/fulfilment-schemas.ts'
import { noProgress, progressFields, viewProgress } from '../fulfilment/fulfilment-views.ts'
import { lineReferences } from '../line-references/index.ts'
import type { Order, OrderDocument } from '../order.ts'
import {
  AddressView,
  addressExample,
  DeliveriesView,
  OrderStateName,
  PaymentStateName,
  viewAddress,
  viewLineAmounts,
  viewShipping,
} from '../schemas.ts'
import {
  PurchaseOrderView,
  purchaseOrderExample,
  viewPurchaseOrder,
} from './purchase-order-view.ts'
import type { LineAnswer } from './read-answers.ts'
import { type SuppliedTotals, suppliedTotalsOf } from './supplied-totals.ts'
import type { SuppliedSummary } from './supplier-store.ts'

const Instant = Type.String({ format: 'date-time' })

export const GrantRefundBody = record(
  'GrantRefund',
  'The amount to refund, its line and the reason.',
  {
    amount: MoneyView,
    lineNumber: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description:
          'One of your lines. Default: everything that your company supplies of the order.',
      }),
    ),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  {
    examples: [
      {
        amount: { amount: '2.50', currency: 'EUR' },
        lineNumber: 1,
        reason: 'One piece was scratched.',
      },
    ],
  },
)

const AnsweredLine = {
  lineNumber: Type.Integer({ minimum: 1, maximum: 100_000 }),
}

const LineNote = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1_000, description: 'The buyer reads it.' }),
)

export const AnswerBody = record(
  'AnswerOrder',
  'What the supplier says about its lines.',
  {
    lines: Type.Array(
      Type.Union([
        record('AcceptedLine', 'A line that you deliver, and the day on which it arrives.', {
          ...AnsweredLine,
          status: Type.Literal('ACCEPTED'),
          promisedDate: Type.Optional(
            Type.String({
              format: 'date',
              description: 'Today or later. It replaces your earlier promise.',
            }),
          ),
        }),
        record(
          'ChangedLine',
          'A line that you deliver in part, on another day, for another price, or with another product.',
          {
            ...AnsweredLine,
            status: Type.Literal('CHANGED'),
            promisedDate: Type.Optional(
              Type.String({ format: 'date', description: 'Today or later.' }),
            ),
            quantity: Type.Optional(
              quantitySchema({
                description:
                  'The quantity that you deliver in all, with what has left. To deliver none, reject the line.',
              }),
            ),
            unitPrice: Type.Optional(
              withDescription(
                MoneyView,
                'The price of one unit, for the goods that have not left, with six decimals at most. A lower price is taken at once. A higher one is a proposal.',
              ),
            ),
            substituteProductId: Type.Optional(
              Type.String({
                maxLength: 64,
                description:
                  'A product of yours in the place of this one, for the goods that have not left. It has the same unit and tax class. The buyer decides on it. Without a unitPrice the price stays.',
              }),
            ),
            note: LineNote,
          },
        ),
        record('BackorderedLine', 'A line that waits for stock, and the day on which it arrives.', {
          ...AnsweredLine,
          status: Type.Literal('BACKORDERED'),
          promisedDate: Type.String({ format: 'date', description: 'Today or later.' }),
          note: LineNote,
        }),
        record('RejectedLine', 'A line whose open goods you do not deliver.', {
          ...AnsweredLine,
          status: Type.Literal('REJECTED'),
        }),
      ]),
      { minItems: 1, maxItems: 500 },
    ),
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'The buyer reads it, for example why you change or reject a line.',
      }),
    ),
  },
  {
    examples: [
      {
        lines: [
          { lineNumber: 1, status: 'ACCEPTED', promisedDate: '2026-01-16' },
          { lineNumber: 2, status: 'REJECTED' },
        ],
        note: 'The second product is no longer made.',
      },
    ],
  },
)

type AnswerInBody = Type.Static<typeof AnswerBody>['lines'][number]

export function readAnswer(line: AnswerInBody): LineAnswer {
  return line.status === 'CHANGED' ? readOptionalQuantity(line) : line
}

const SuppliedTotalsView = record(
  'SuppliedOrderTotals',
  'The amount that the buyer pays for your part of the order: `total = goods - discount + shipping + tax`.',
  { goods: MoneyView, discount: MoneyView, shipping: MoneyView, tax: MoneyView, total: MoneyView },
)

const suppliedFields = {
  id: Type.String(),
  number: Type.String({
    description:
      'The number of the purchase order: your part of the order. Name it on your documents.',
  }),
  buyerCompanyId: Type.String(),
  buyer: Type.Object(
    {
      id: Type.String(),
      name: Type.Optional(Type.String()),
      vatId: Type.Optional(Type.String()),
    },
    {
      description:
        'The company that ordered, with its data at that time. Older orders have only the id.',
    },
  ),
  state: OrderStateName,
  paymentState: PaymentStateName,
  version: Type.Integer(),
  poNumber: Type.Optional(
    Type.String({
      description: 'The PO number of the order. Absent if each of your lines has one of its own.',
    }),
  ),
  subtotal: withDescription(
    MoneyView,
    'The value of your lines as they were ordered, before discounts, shipping costs and tax. `totals` has the amounts.',
  ),
  totals: Type.Optional(SuppliedTotalsView),
  placedAt: Instant,
  updatedAt: Instant,
  heldSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Since this time the buying company holds the order. Confirm and ship it when this field is gone.',
    }),
  ),
}

const { goods, discount, shipping, tax, total } = amountsExample
const exampleTotals = { goods, discount, shipping, tax, total }

const suppliedExample = {
  id: 'ord_01m7xb82dw3khw78phh28dvacd',
  number: 'PO-2026-000123-1',
  buyerCompanyId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  buyer: { id: 'co_01m7x9v1c40e5rk2m8w3tq6zna', name: 'Example GmbH', vatId: 'DE987654321' },
  state: 'PLACED',
  paymentState: 'PAID',
  version: 1,
  poNumber: 'PO-4711',
  subtotal: { amount: '10.00', currency: 'EUR' },
  totals: exampleTotals,
  placedAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
}

export const SuppliedSummaryView = record(
  'SuppliedOrderSummary',
  'An order that your company supplies, without its lines.',
  { ...suppliedFields, lineCount: Type.Integer() },
  { examples: [{ ...suppliedExample, lineCount: 1 }] },
)

export const SuppliedOrderView = record(
  'SuppliedOrder',
  'Your part of an order that your company supplies.',
  {
    ...suppliedFields,
    note: Type.Optional(
      Type.String({
        description: 'The note of the buyer. Present if nobody else supplies lines of the order.',
      }),
    ),
    purchaseOrders: Type.Array(PurchaseOrderView, { description: 'That of your company.' }),
    shipTo: AddressView,
    deliveries: Type.Optional(DeliveriesView),
    ...costFields,
    lines: Type.Array(
      record('SuppliedOrderLine', 'A line that your company supplies.', {
        lineNumber: Type.Integer(),
        productId: Type.String(),
        sku: Type.String(),
        mpn: Type.String(),
        name: Type.String(),
        quantity: quantitySchema(),
        ...LinePriceView,
        lineTotal: withDescription(MoneyView, 'The amount before the discount of the line.'),
        discount: Type.Optional(MoneyView),
        tax: Type.Optional(LineTaxView),
        ...lineReferences,
        ...progressFields,
      }),
    ),
    shipments: OrderProgressView.properties.shipments,
    returns: OrderProgressView.properties.returns,
  },
  {
    examples: [
      {
        ...suppliedExample,
        purchaseOrders: [purchaseOrderExample],
        shipTo: addressExample,
        lines: [
          {
            lineNumber: 1,
            productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
            sku: '1128895',
            mpn: 'DB9 RS232',
            name: 'Null modem adapter',
            quantity: 4,
            unitPrice: { amount: '2.50', currency: 'EUR' },
            basisPrice: { amount: '2.50', currency: 'EUR' },
            perQuantity: 1,
            unit: 'C62',
            lineTotal: { amount: '10.00', currency: 'EUR' },
            discount,
            tax: { category: 'S' as const, rate: '19', amount: tax },
            ...noProgress,
          },
        ],
        shipments: [],
        returns: [],
      },
    ],
  },
)

export function viewSuppliedSummary({ order, lineCount, subtotal, totals }: SuppliedSummary) {
  return { ...factsOf(order), subtotal: viewMoney(subtotal), ...viewTotals(totals), lineCount }
}

function viewTotals(totals: SuppliedTotals | undefined) {
  if (!totals) return {}
  return {
    totals: {
      goods: viewMoney(totals.goods),
      discount: viewMoney(totals.discount),
      shipping: viewMoney(totals.shipping),
      tax: viewMoney(totals.tax),
      total: viewMoney(totals.total),
    },
  }
}

/** `document` holds only the supplier's own lines, addresses and shipping costs. */
export function viewSuppliedOrder(document: OrderDocument): Type.Static<typeof SuppliedOrderView> {
  const { order, lines } = document
  const { shipments, returns } = viewOrderProgress(document)
  const { currency } = order.total
  const subtotal = sumOf(
    lines.map((line) => line.total),
    currency,
  )
  return {
    ...factsOf(order),
    subtotal: viewMoney(subtotal),
    ...viewTotals(suppliedTotalsOf(lines, order.shippingCosts ?? [], currency)),
    ...(order.note === undefined ? {} : { note: order.note }),
    purchaseOrders: lines
      .slice(0, 1)
      .map(({ supplierCompanyId }) =>
        viewPurchaseOrder(order, lines, supplierCompanyId, order.number),
      ),
    shipTo: viewAddress(order.shipTo),
    ...viewShipping(order),
    lines: lines.map((line) => ({
      lineNumber: line.progress.lineNumber,
      productId: line.productId,
      sku: line.sku,
      mpn: line.mpn,
      name: line.name,
      quantity: numberOf(line.quantity),
      ...viewLinePrice(line.unitPrice, line.unit),
      lineTotal: viewMoney(line.total),
      ...viewLineAmounts(line),
      ...viewProgress(line.progress),
    })),
    shipments,
    returns,
  }
}

function factsOf(order: Order) {
  const {
    id,
    number,
    companyId,
    state,
    paymentState,
    version,
    poNumber,
    placedAt,
    updatedAt,
    held,
  } = order
  return {
    id,
    number,
    buyerCompanyId: companyId,
    buyer: viewBuyer(order),
    state,
    paymentState,
    version,
    ...(poNumber === undefined ? {} : { poNumber }),
    placedAt: placedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(held ? { heldSince: held.at.toISOString() } : {}),
  }
}

function viewBuyer({ companyId, parties }: Order) {
  const { name, vatId } = parties?.buyer ?? {}
  return { id: companyId, ...(name && { name }), ...(vatId && { vatId }) }
}
