import { Type } from 'typebox'
import { countryForm } from '#kernel/code-forms'
import { oneLine, oneLineWithText } from '#kernel/one-line'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { ConversionView, viewConversion } from '#modules/fx'
import { CalledOffContractsView, viewCalledOffContracts } from '#modules/quotas'
import {
  AmountsView,
  amountsExample,
  costFields,
  LineTaxView,
  viewAmounts,
  viewCosts,
  viewLineTax,
} from '#modules/totals'
import { LinePriceView, MoneyView, viewLinePrice, viewMoney } from '#platform/http'
import {
  CreditView,
  noProgress,
  progressFields,
  ReturnView,
  ShipmentView,
  viewCredit,
  viewProgress,
  viewReturn,
  viewShipment,
} from './fulfilment/fulfilment-views.ts'
import { type LineReferences, lineReferences, viewLineReferences } from './line-references/index.ts'
import {
  type Address,
  type Delivery,
  type Order,
  type OrderDocument,
  type OrderLine,
  orderStates,
  type PlacedLine,
  paymentStates,
  type TimelineEntry,
} from './order.ts'
import type { OrderSummary } from './order-list-store.ts'
import {
  PurchaseOrderView,
  purchaseOrderExample,
  viewPurchaseOrders,
} from './supplier/purchase-order-view.ts'

export const OrderStateName = Type.Enum([...orderStates])

export const PaymentStateName = Type.Enum([...paymentStates])

const Instant = Type.String({ format: 'date-time' })

export const addressExample = {
  name: 'Bea Buyer',
  company: 'Example GmbH',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

/** An address to which a payment page sends its visitor. */
export const ReturnUrl = Type.String({ pattern: '^https?://', maxLength: 2_000 })

/** An address in requests and responses. */
export const AddressView = record(
  'Address',
  'A postal address.',
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: oneLineWithText }),
    company: Type.Optional(Type.String({ maxLength: 200, pattern: oneLine })),
    line1: Type.String({ minLength: 1, maxLength: 200, pattern: oneLineWithText }),
    line2: Type.Optional(Type.String({ maxLength: 200, pattern: oneLine })),
    city: Type.String({ minLength: 1, maxLength: 100, pattern: oneLineWithText }),
    region: Type.Optional(Type.String({ maxLength: 100, pattern: oneLine })),
    postalCode: Type.String({ minLength: 1, maxLength: 20, pattern: oneLineWithText }),
    country: Type.String({
      pattern: countryForm,
      maxLength: 2,
      description: 'ISO 3166-1 alpha-2.',
    }),
    phone: Type.Optional(Type.String({ maxLength: 50, pattern: oneLine })),
    email: Type.Optional(Type.String({ maxLength: 254, pattern: oneLine })),
  },
  { examples: [addressExample] },
)

const orderFields = {
  id: Type.String(),
  number: Type.String({
    description: 'What people call the order. Unique in its company, and never used again.',
  }),
  state: OrderStateName,
  paymentState: PaymentStateName,
  version: Type.Integer(),
  total: MoneyView,
  checkoutId: Type.Optional(Type.String()),
  paymentId: Type.Optional(Type.String()),
  poNumber: Type.Optional(Type.String()),
  costCenter: Type.Optional(Type.String()),
  placedBy: Type.String(),
  requestedBy: Type.Optional(
    Type.String({
      description:
        'The person or integration whose requisition became the order. Absent: the one who placed it.',
    }),
  ),
  unitId: Type.Optional(
    Type.String({
      description: 'The unit to which the one who needs the goods belonged when they were ordered.',
    }),
  ),
  contracts: Type.Optional(CalledOffContractsView),
  placedAt: Instant,
  updatedAt: Instant,
  deliveredAt: Type.Optional(Instant),
  heldSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Since this time the buying company holds the order: see POST /orders/{orderId}/hold.',
    }),
  ),
}

export const DeliveriesView = Type.Array(
  record('OrderDelivery', 'A delivery of an order: its address and its wishes.', {
    number: Type.Integer(),
    shipTo: AddressView,
    requestedDate: Type.Optional(Type.String({ format: 'date' })),
    costCenter: Type.Optional(Type.String()),
  }),
  {
    description:
      'Present if the order has several addresses or a requested date. `shipTo` is the address of the first delivery, or of the first one with goods once the buyer and a supplier have agreed on another address.',
  },
)

export const OrderLineView = record('OrderLine', 'A line of an order.', {
  lineNumber: Type.Integer(),
  productId: Type.String(),
  sku: Type.String(),
  mpn: Type.String(),
  name: Type.String(),
  brand: Type.String(),
  supplierId: Type.String(),
  quantity: quantitySchema(),
  ...LinePriceView,
  lineTotal: MoneyView,
  discount: Type.Optional(MoneyView),
  tax: Type.Optional(LineTaxView),
  ...lineReferences,
  conversion: Type.Optional(ConversionView),
  ...progressFields,
})

const TimelineEntryView = record('OrderTimelineEntry', 'Something that happened to the order.', {
  version: Type.Integer(),
  kind: Type.String(),
  actorId: Type.Optional(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
  happenedAt: Instant,
})

const orderExample = {
  id: 'ord_01m7xb82dw3khw78phh28dvacd',
  number: 'PO-2026-000123',
  state: 'PLACED',
  paymentState: 'PAID',
  version: 1,
  total: amountsExample.total,
  checkoutId: 'chk_01m7xb7z3h5d0q2w8m4v6c9rta',
  paymentId: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
  poNumber: 'PO-4711',
  placedBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  placedAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
}

export const OrderSummaryView = record(
  'OrderSummary',
  'An order, without its lines.',
  { ...orderFields, lineCount: Type.Integer() },
  { examples: [{ ...orderExample, lineCount: 1 }] },
)

export const OrderView = record(
  'Order',
  'An order with its lines, shipments, returns, credits and timeline.',
  {
    ...orderFields,
    totals: Type.Optional(AmountsView),
    ...costFields,
    deliveries: Type.Optional(DeliveriesView),
    note: Type.Optional(Type.String()),
    shipTo: AddressView,
    billTo: Type.Optional(AddressView),
    purchaseOrders: Type.Array(PurchaseOrderView),
    lines: Type.Array(OrderLineView),
    shipments: Type.Array(ShipmentView),
    returns: Type.Array(ReturnView),
    credits: Type.Array(CreditView),
    timeline: Type.Array(TimelineEntryView),
  },
  {
    examples: [
      {
        ...orderExample,
        totals: amountsExample,
        shipTo: addressExample,
        purchaseOrders: [purchaseOrderExample],
        lines: [
          {
            lineNumber: 1,
            productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
            sku: '1128895',
            mpn: 'DB9 RS232',
            name: 'Null modem adapter',
            brand: 'StarTech.com',
            supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
            quantity: 4,
            unitPrice: { amount: '2.50', currency: 'EUR' },
            basisPrice: { amount: '2.50', currency: 'EUR' },
            perQuantity: 1,
            unit: 'C62',
            lineTotal: { amount: '10.00', currency: 'EUR' },
            discount: amountsExample.discount,
            tax: { category: 'S', rate: '19', amount: amountsExample.tax },
            ...noProgress,
          },
        ],
        shipments: [],
        returns: [],
        credits: [],
        timeline: [
          {
            version: 1,
            kind: 'PLACED',
            actorId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
            details: {},
            happenedAt: '2026-01-02T03:04:05.000Z',
          },
        ],
      },
    ],
  },
)

/** The public view of an order. The domain type may grow freely; this view grows only on purpose. */
export function viewOrder(document: OrderDocument): Type.Static<typeof OrderView> {
  const { order, lines, shipments, returns, credits, timeline } = document
  return {
    ...factsOf(order),
    ...(order.amounts ? { totals: viewAmounts(order.amounts) } : {}),
    ...viewShipping(order),
    ...(order.note === undefined ? {} : { note: order.note }),
    shipTo: viewAddress(order.shipTo),
    ...(order.billTo === undefined ? {} : { billTo: viewAddress(order.billTo) }),
    purchaseOrders: viewPurchaseOrders(order, lines),
    lines: lines.map(viewLine),
    shipments: shipments.map((shipment) => viewShipment(shipment, lines)),
    returns: returns.map(viewReturn),
    credits: credits.map(viewCredit),
    timeline: timeline.map(viewEntry),
  }
}

export function viewOrderSummary(summary: OrderSummary): Type.Static<typeof OrderSummaryView> {
  return { ...factsOf(summary.order), lineCount: summary.lineCount }
}

export function viewAddress(address: Address): Type.Static<typeof AddressView> {
  const filled = Object.entries(address).filter(([, text]) => text !== undefined)
  return Object.fromEntries(filled) as Type.Static<typeof AddressView>
}

function factsOf(order: Order) {
  const { id, number, state, paymentState, version, placedBy } = order
  const { checkoutId, paymentId, poNumber, costCenter } = order
  return {
    id,
    number,
    state,
    paymentState,
    version,
    total: viewMoney(order.total),
    ...(checkoutId === undefined ? {} : { checkoutId }),
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(poNumber === undefined ? {} : { poNumber }),
    ...(costCenter === undefined ? {} : { costCenter }),
    placedBy,
    ...(order.requestedBy === undefined ? {} : { requestedBy: order.requestedBy }),
    ...(order.unitId === undefined ? {} : { unitId: order.unitId }),
    ...(order.contracts && { contracts: viewCalledOffContracts(order.contracts) }),
    placedAt: order.placedAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    ...(order.deliveredAt === undefined ? {} : { deliveredAt: order.deliveredAt.toISOString() }),
    ...(order.held ? { heldSince: order.held.at.toISOString() } : {}),
  }
}

export function viewLine(line: PlacedLine): Type.Static<typeof OrderLineView> {
  const { productId, sku, mpn, name, brand, supplierCompanyId } = line
  return {
    lineNumber: line.progress.lineNumber,
    productId,
    sku,
    mpn,
    name,
    brand,
    supplierId: supplierCompanyId,
    quantity: numberOf(line.quantity),
    ...viewLinePrice(line.unitPrice, line.unit),
    lineTotal: viewMoney(line.total),
    ...viewLineAmounts(line),
    ...viewConversion(line.conversion),
    ...viewProgress(line.progress),
  }
}

/** Spread into a document: adds nothing if the order has one address and its prices include shipping. */
export function viewShipping({
  shippingCosts,
  deliveries,
}: Pick<Order, 'shippingCosts' | 'deliveries'>) {
  return {
    ...(shippingCosts && viewCosts(shippingCosts)),
    ...(deliveries ? { deliveries: deliveries.map(viewDelivery) } : {}),
  }
}

export function viewDelivery({ number, shipTo, requestedDate, costCenter }: Delivery) {
  return {
    number,
    shipTo: viewAddress(shipTo),
    ...(requestedDate === undefined ? {} : { requestedDate }),
    ...(costCenter === undefined ? {} : { costCenter }),
  }
}

type LineAmounts = Pick<OrderLine, 'discount' | 'tax'> & LineReferences

/** Spread into a line: adds nothing to orders older than taxes. */
export function viewLineAmounts({ discount, tax, ...references }: LineAmounts) {
  return {
    ...viewLineReferences(references),
    ...(discount ? { discount: viewMoney(discount) } : {}),
    ...(tax ? { tax: viewLineTax(tax) } : {}),
  }
}

function viewEntry(entry: TimelineEntry): Type.Static<typeof TimelineEntryView> {
  const { version, kind, actorId, details, happenedAt } = entry
  return {
    version,
    kind,
    ...(actorId === undefined ? {} : { actorId }),
    details,
    happenedAt: happenedAt.toISOString(),
  }
}
