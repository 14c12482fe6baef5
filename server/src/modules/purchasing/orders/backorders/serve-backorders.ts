import { numberOf, type Quantity } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit, emitAll } from '#platform/outbox'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { lineData, orderEvent } from '../fulfilment/fulfilment-events.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { type LockedOrder, lockOwnOrder } from '../fulfilment/locked-order-store.ts'
import { systemActor } from '../fulfilment/system-actor.ts'
import { writeStep } from '../fulfilment/take-step.ts'
import { toSuppliers } from '../supplier/to-suppliers.ts'
import { OrderBackorderServed, SupplierOrderBackorderServed } from './backorder-events.ts'
import { findOldestWaiting, type WaitingLine } from './backorder-store.ts'

type Deps = Pick<FulfilmentDeps, 'database' | 'products' | 'now' | 'metrics' | 'log'>

const productsMax = 20
/** The service serves a line within seconds, so stock that lies there for longer needs a look. */
export const servableSecondsMax = 300
/** So that a product for which thousands wait does not keep the others from their stock. */
const linesMax = 100

/**
 * Gives arrived stock to the lines that wait for it, the oldest first. Whoever raises the stock need not know: what waits
 * is not for sale, so nobody takes the pieces in between. Returns how many lines got some.
 */
export async function serveBackorders(deps: Deps): Promise<number> {
  let served = 0
  for (const productId of await deps.products.listServable(productsMax)) {
    try {
      for (let at = 0; at < linesMax && (await serveOldest(deps, productId)); at += 1) served += 1
    } catch (error) {
      deps.log.error(
        { err: error, productId },
        'A line that waits could not be served. A worker retries it.',
      )
    }
  }
  return served
}

/** One transaction for each line. Returns false when no line waits, or nothing is left. */
async function serveOldest(deps: Deps, productId: string): Promise<boolean> {
  const oldest = await findOldestWaiting(deps.database.pool, productId)
  if (!oldest) return false
  const isDone = await deps.database.transaction((tx) => serveLine(deps, tx, productId, oldest))
  crashPoint('orders.backorder.served')
  return isDone
}

/** Locks the order before the stock, as cancellations do. Another worker may have been faster: then nothing happens here. */
async function serveLine(
  { products, now: clock, metrics }: Deps,
  tx: Tx,
  productId: string,
  { companyId, orderId, lineNumber }: WaitingLine,
): Promise<boolean> {
  const locked = await lockOwnOrder(tx, companyId, orderId)
  await products.lockStock(tx, [productId])
  const oldest = await findOldestWaiting(tx, productId)
  const line = locked?.lines.find((one) => one.lineNumber === lineNumber)
  const isOldest = oldest?.orderId === orderId && oldest.lineNumber === lineNumber
  if (!locked || !line || !isOldest) return oldest !== undefined
  const quantity = await products.serveBackordered(tx, { productId, quantity: line.waiting })
  if (quantity === 0n) return false
  crashPoint('orders.backorder.taken')
  await recordServed(tx, locked, line, quantity, clock())
  metrics
    .counter('orders_backorders_served_total', 'Lines that waited for stock and got some.', [])
    .add({})
  return true
}

function recordServed(
  tx: Tx,
  locked: LockedOrder,
  line: LineProgress,
  quantity: Quantity,
  now: Date,
): Promise<void> {
  const { order } = locked
  const waiting = line.waiting - quantity
  const after = { ...line, waiting, ...(waiting === 0n && { backorderedAt: undefined }) }
  const lines = [{ ...lineData({ line, quantity }), waiting: numberOf(waiting) }]
  return writeStep(
    tx,
    systemActor(order.companyId),
    locked,
    {
      kind: 'BACKORDER_SERVED',
      changed: [after],
      details: { lineNumber: line.lineNumber, quantity: numberOf(quantity) },
      record: async (served) => {
        await emit(tx, OrderBackorderServed, orderEvent(served, now, { lines }))
        // Suppliers have not seen an order that waits for approval.
        if (served.state === 'PENDING_APPROVAL') return
        const events = toSuppliers(served, [line], now, {
          supplierOf: ({ supplierCompanyId }) => supplierCompanyId,
          poNumberIn: ({ poNumber }) => poNumber,
          dataOf: () => ({ lines }),
        })
        await emitAll(tx, SupplierOrderBackorderServed, events)
      },
    },
    now,
  )
}
