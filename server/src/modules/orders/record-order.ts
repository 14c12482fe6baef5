import { decimalOf, type Money, sumOf, type UnitPrice } from '#kernel/money'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { OrderCreated } from './events.ts'
import type { Order, OrderLine } from './order.ts'
import { insertOrder } from './store.ts'

export type OrderDraft = Omit<Order, 'version' | 'total' | 'state' | 'placedAt' | 'updatedAt'> & {
  readonly lines: readonly OrderLine[]
  readonly currency: string
}

/**
 * A participant: writes the order, its lines, the first step of its timeline and `order.created` in the
 * caller's transaction. The unique key on the checkout makes a second order for one attempt impossible.
 */
export async function recordOrder(tx: Tx, draft: OrderDraft, now: Date): Promise<Order> {
  const { lines, currency, ...facts } = draft
  const total = sumOf(
    lines.map((line) => line.total),
    currency,
  )
  const order: Order = {
    ...facts,
    version: 1,
    state: 'PLACED',
    total,
    placedAt: now,
    updatedAt: now,
  }
  await insertOrder(tx, order, lines)
  await emit(tx, OrderCreated, {
    companyId: order.companyId,
    entityId: order.id,
    entityVersion: order.version,
    data: announcement(order, lines),
    occurredAt: now,
  })
  return order
}

function announcement(order: Order, lines: readonly OrderLine[]) {
  const { checkoutId, paymentId, poNumber } = order
  return {
    orderId: order.id,
    ...(checkoutId === undefined ? {} : { checkoutId }),
    ...(paymentId === undefined ? {} : { paymentId }),
    state: order.state,
    paymentState: order.paymentState,
    ...(poNumber === undefined ? {} : { poNumber }),
    total: moneyData(order.total),
    lines: lines.map((line) => ({
      productId: line.productId,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      unitPrice: moneyData(line.unitPrice),
      total: moneyData(line.total),
    })),
    placedAt: order.placedAt.toISOString(),
  }
}

function moneyData(value: Money | UnitPrice) {
  return { amount: decimalOf(value), currency: value.currency }
}
