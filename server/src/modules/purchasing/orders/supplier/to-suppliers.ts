import { decimalOf, type Money, sumOf } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { type Emission, emitAll } from '#platform/outbox'
import { lineData } from '../fulfilment/fulfilment-events.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Picked } from '../fulfilment/pick-lines.ts'
import { linePriceData } from '../line-price-data.ts'
import { viewReceivedReferences } from '../line-references/index.ts'
import type { Order, OrderLine, Return, ReturnLine } from '../order.ts'
import { poNumberOf } from './po-number-of.ts'
import { purchaseOrderNumberOf } from './purchase-order-number.ts'
import { suppliedTotalsOf } from './supplied-totals.ts'
import { SupplierOrderReceived } from './supplier-events.ts'

/**
 * For `emitAll`: one event for each company that supplies any of these lines, in that company's log and with its lines
 * only. The statement that writes the other events of the transaction writes these too.
 */
export function toSuppliers<Line, Own extends object>(
  order: Order,
  lines: readonly Line[],
  now: Date,
  {
    supplierOf,
    poNumberIn,
    dataOf,
  }: {
    readonly supplierOf: (line: Line) => string
    /** The PO number of the line, if it differs from the order's. */
    readonly poNumberIn: (line: Line) => string | undefined
    readonly dataOf: (own: readonly Line[]) => Own
  },
) {
  const bySupplier = Map.groupBy(lines, supplierOf)
  return [...bySupplier].map(([companyId, own]) => ({
    companyId,
    entityId: order.id,
    entityVersion: order.version,
    occurredAt: now,
    data: { ...factsOf(order, companyId, own.map(poNumberIn), now), ...dataOf(own) },
  })) satisfies Emission<object>[]
}

/** Events about pieces that moved. Each of their suppliers gets `facts`. */
export function piecesToSuppliers<Facts extends object>(
  order: Order,
  picked: readonly Picked[],
  now: Date,
  facts: Facts,
) {
  return toSuppliers(order, picked, now, {
    supplierOf: ({ line }) => line.supplierCompanyId,
    poNumberIn: ({ line }) => line.poNumber,
    dataOf: (own) => ({ ...facts, lines: own.map(lineData) }),
  })
}

/** A return belongs to one supplier. `lines` are the pieces that the event is about. */
export function returnToSupplier<Facts extends object>(
  { lines: ordered, now }: { readonly lines: readonly LineProgress[]; readonly now: Date },
  order: Order,
  { id: returnId, number: returnNumber, supplierCompanyId }: Return,
  lines: readonly ReturnLine[],
  facts: Facts,
) {
  const byNumber = new Map(ordered.map((line) => [line.lineNumber, line]))
  const pieces = lines.flatMap(({ lineNumber, quantity, reason }) => {
    const line = byNumber.get(lineNumber)
    return line ? [{ ...lineData({ line, quantity }), reason }] : []
  })
  return toSuppliers(order, pieces, now, {
    supplierOf: () => supplierCompanyId,
    poNumberIn: ({ lineNumber }) => byNumber.get(lineNumber)?.poNumber,
    dataOf: () => ({ returnId, returnNumber, lines: pieces, ...facts }),
  })
}

type NumberedLine = OrderLine & { readonly lineNumber: number }

/** Participant: from now on the suppliers can confirm and ship the order. */
export async function announceReceived(
  tx: Tx,
  order: Order,
  lines: readonly NumberedLine[],
  now: Date,
): Promise<void> {
  const emissions = toSuppliers(order, lines, now, {
    supplierOf: ({ supplierCompanyId }) => supplierCompanyId,
    poNumberIn: (line) => line.poNumber,
    dataOf: (own) => ({
      paymentState: order.paymentState,
      subtotal: moneyData(subtotalOf(own, order.total.currency)),
      ...totalsOf(order, own),
      lines: own.map(receivedLine),
      placedAt: order.placedAt.toISOString(),
    }),
  })
  await emitAll(tx, SupplierOrderReceived, emissions)
}

function factsOf(
  order: Order,
  supplierId: string,
  own: readonly (string | undefined)[],
  now: Date,
) {
  const { id: orderId, companyId, state } = order
  const poNumber = poNumberOf(
    order,
    own.map((one) => ({ poNumber: one })),
  )
  return {
    orderId,
    number: purchaseOrderNumberOf(order, supplierId),
    buyerCompanyId: companyId,
    state,
    ...(poNumber === undefined ? {} : { poNumber }),
    happenedAt: now.toISOString(),
  }
}

function receivedLine(line: NumberedLine) {
  const { lineNumber, productId, sku, mpn, name, quantity } = line
  return {
    lineNumber,
    productId,
    sku,
    mpn,
    name,
    quantity: numberOf(quantity),
    ...viewReceivedReferences(line),
    ...linePriceData(line),
    total: moneyData(line.total),
    ...(line.backorder && { backorder: line.backorder }),
  }
}

function totalsOf({ total: { currency }, shippingCosts = [] }: Order, own: readonly OrderLine[]) {
  const supplierId = own[0]?.supplierCompanyId
  const ownCosts = shippingCosts.filter(({ supplierCompanyId }) => supplierCompanyId === supplierId)
  const totals = suppliedTotalsOf(own, ownCosts, currency)
  if (!totals) return {}
  const { goods, discount, shipping, tax, total } = totals
  return {
    totals: {
      goods: moneyData(goods),
      discount: moneyData(discount),
      shipping: moneyData(shipping),
      tax: moneyData(tax),
      total: moneyData(total),
    },
  }
}

function subtotalOf(lines: readonly OrderLine[], currency: string): Money {
  return sumOf(
    lines.map(({ total }) => total),
    currency,
  )
}

function moneyData(value: Money) {
  return { amount: decimalOf(value), currency: value.currency }
}
