import { decimalOf, type Money, money, sumOf } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import { takeNumber } from '#modules/numbering'
import type { Amounts, LineTax } from '#modules/totals'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { OrderCreated } from '../events.ts'
import { linePriceData } from '../line-price-data.ts'
import type { Order, OrderDocument, OrderLine } from '../order.ts'
import { insertOrder } from '../order-store.ts'
import { announceReceived } from '../supplier/to-suppliers.ts'
import { placedDocument } from './placed-document.ts'

/** What is decided when the order is recorded, or later. */
type OrderFate =
  | 'number'
  | 'supplierIds'
  | 'version'
  | 'total'
  | 'state'
  | 'placedAt'
  | 'updatedAt'
  | 'deliveredAt'
  | 'shippingCostCredited'
  | 'reduced'
  | 'shippingCostReduced'
  | 'held'

export type OrderDraft = Omit<Order, OrderFate> & {
  readonly lines: readonly OrderLine[]
  readonly currency: string
  /** Others must agree first: until then only the buyer sees the order. */
  readonly needsApproval?: boolean
}

/**
 * Participant: in the caller's transaction it writes the order, its lines, the first step of its timeline,
 * `order.created`, and the suppliers' events (none while the order needs approval). The unique key on the checkout
 * prevents a second order for one attempt. It takes the next number of the company, so the orders of one company wait for
 * each other from here to the commit: lock all else before. Returns the order as readers find it after the commit.
 */
export async function recordOrder(tx: Tx, draft: OrderDraft, now: Date): Promise<OrderDocument> {
  const { lines, currency, needsApproval = false, ...facts } = draft
  // A checkout older than taxes has no amounts: its total is that of its lines.
  const total =
    facts.amounts?.total ??
    sumOf(
      lines.map((line) => line.total),
      currency,
    )
  const order: Order = {
    ...facts,
    number: await takeNumber(tx, facts.companyId, 'ORDER', now),
    supplierIds: [...new Set(lines.map(({ supplierCompanyId }) => supplierCompanyId))],
    version: 1,
    state: needsApproval ? 'PENDING_APPROVAL' : 'PLACED',
    total,
    placedAt: now,
    updatedAt: now,
    deliveredAt: undefined,
    shippingCostCredited: money(0n, currency),
    reduced: money(0n, currency),
    shippingCostReduced: [],
    held: undefined,
  }
  await insertOrder(tx, order, lines)
  await emit(tx, OrderCreated, {
    companyId: order.companyId,
    entityId: order.id,
    entityVersion: order.version,
    data: announcement(order, lines),
    occurredAt: now,
  })
  const numbered = lines.map((line, at) => ({ ...line, lineNumber: at + 1 }))
  if (!needsApproval) await announceReceived(tx, order, numbered, now)
  return placedDocument(order, lines)
}

function announcement(order: Order, lines: readonly OrderLine[]) {
  const { checkoutId, paymentId, poNumber, number } = order
  return {
    orderId: order.id,
    number,
    ...(checkoutId === undefined ? {} : { checkoutId }),
    ...(paymentId === undefined ? {} : { paymentId }),
    state: order.state,
    paymentState: order.paymentState,
    ...(poNumber === undefined ? {} : { poNumber }),
    total: moneyData(order.total),
    ...amountsData(order.amounts),
    lines: lines.map((line) => ({
      productId: line.productId,
      sku: line.sku,
      name: line.name,
      quantity: numberOf(line.quantity),
      ...linePriceData(line),
      total: moneyData(line.total),
      ...(line.tax ? { tax: taxData(line.tax) } : {}),
      ...(line.backorder && { backorder: line.backorder }),
    })),
    placedAt: order.placedAt.toISOString(),
  }
}

function amountsData(amounts: Amounts | undefined) {
  if (!amounts) return {}
  const { goods, discount, shipping, tax, breakdown } = amounts
  return {
    goods: moneyData(goods),
    discount: moneyData(discount),
    shipping: moneyData(shipping),
    tax: moneyData(tax),
    taxBreakdown: breakdown.map(({ taxable, ...share }) => ({
      ...taxData(share),
      taxable: moneyData(taxable),
    })),
  }
}

function taxData({ category, rate, amount, reasonCode }: LineTax) {
  return {
    category,
    rate,
    amount: moneyData(amount),
    ...(reasonCode === undefined ? {} : { reasonCode }),
  }
}

function moneyData(value: Money) {
  return { amount: decimalOf(value), currency: value.currency }
}
