import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { quantityOf } from '#kernel/quantity'
import { createOrders } from '#modules/orders'
import { createMemoryCache } from '#platform/cache'
import { type Conn, type Database, sql } from '#platform/db'
import { createDispatcher } from '#platform/outbox'
import { createWake } from '#platform/wake'
import { anFx } from '#testing/fx'
import { anIdentity } from '#testing/identity-service'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
} from '../orders/fulfilment/fulfilment.fixture.ts'
import { createInvoices, type Invoices, type InvoicingDeps, invoicesSubscribers } from './index.ts'
import type { Invoice } from './invoice.ts'
import { toInvoice } from './store.ts'
import type { DocumentRow } from './tables.ts'

/** An order on net terms with one supplier, and the dependencies that write its invoices. */
export type Sale = {
  readonly world: FulfilmentWorld
  readonly order: PlacedOrder
  readonly supplier: Actor
  readonly deps: InvoicingDeps
  readonly invoices: Invoices
  setVatId(vatId: string | null): Promise<void>
  /** Moves time forward. Ids sort by time, so later records get later ids. */
  wait(): void
  /** Ships pieces of the first line, or by default all that is left of every line. */
  ship(quantity?: number): Promise<void>
  cancel(quantity: number): Promise<void>
  arriveAll(): Promise<void>
  /** Takes back goods of the first line, or of the named one. */
  takeBack(quantity: number, lineNumber?: number): Promise<void>
  /** Writes the documents for what has happened to the order. */
  follow(): Promise<void>
  received(): Promise<Invoice[]>
  /** What went back for cancelled and returned pieces, in minor units. */
  credited(): Promise<bigint>
}

/** Default: seven pieces at 2.33, whose 19 % tax is 3.0989, so that nothing divides evenly. */
export async function aSale(
  database: Database,
  lines: Parameters<typeof aPlacedOrder>[1] = [{ quantity: 7, unitPrice: '2.33' }],
  taxMinor = 310n,
): Promise<Sale> {
  const world = aFulfilmentWorld(database)
  const { clock, fulfilment } = world
  const now = () => clock.now
  const deps = issueDepsOf(database, world)
  const invoices = createInvoices({ database, now })
  const order = await aPlacedOrder(world, lines, { taxMinor, shippingMinor: 0n })
  const { buyer } = order
  const supplier = order.suppliers[0] as Actor
  const step = { orderId: order.id, idempotency: undefined }
  const ofLine = (quantity: number, lineNumber = 1) => [
    { lineNumber, quantity: quantityOf(quantity) },
  ]

  const wait = () => {
    clock.now = new Date(clock.now.getTime() + 1_000)
  }
  const follow = () => followOrders(database, deps, now)
  const sale: Sale = {
    ...{ world, order, supplier, deps, invoices, wait, follow },
    setVatId: async (vatId) => {
      await sql`update identity.companies set vat_id = ${vatId} where id = ${supplier.companyId}`.execute(
        database.pool,
      )
    },
    ship: async (quantity) => {
      wait()
      const lines = quantity === undefined ? {} : { lines: ofLine(quantity) }
      await fulfilment.ship(supplier, { ...step, ...lines })
      await follow()
    },
    cancel: async (quantity) => {
      wait()
      await fulfilment.cancel(buyer, { ...step, lines: ofLine(quantity) })
      await follow()
    },
    arriveAll: async () => {
      const { shipments } = await fulfilment.getSupplied(supplier, order.id)
      for (const { id: shipmentId, deliveredAt } of shipments) {
        if (!deliveredAt) await fulfilment.noteDelivery(buyer, { ...step, shipmentId })
      }
    },
    takeBack: async (quantity, lineNumber) => {
      wait()
      const reason = 'NOT_NEEDED' as const
      const lines = ofLine(quantity, lineNumber).map((line) => ({ ...line, reason }))
      const { returns } = await fulfilment.requestReturn(buyer, { ...step, lines })
      const returnId = returns.find(({ state }) => state === 'REQUESTED')?.id ?? ''
      await fulfilment.acceptReturn(supplier, { ...step, returnId, restock: true })
      await follow()
    },
    received: () => receivedBy(database.pool, buyer.companyId),
    credited: async () => {
      const { rows } = await sql<{ sum: string }>`
        select coalesce(sum(amount_minor), 0)::text as sum from orders.credits
        where company_id = ${buyer.companyId} and order_id = ${order.id}
      `.execute(database.pool)
      return BigInt(rows[0]?.sum ?? 0)
    },
  }
  await sale.setVatId('DE123456789')
  return sale
}

/** The documents that the company received, newest first. */
export async function receivedBy(conn: Conn, companyId: string): Promise<Invoice[]> {
  const { rows } = await sql<DocumentRow>`
    select * from invoices.documents where company_id = ${companyId} order by id desc
  `.execute(conn)
  return rows.map(toInvoice)
}

/** The dependencies that write the documents of a world's orders. */
export function issueDepsOf(
  database: Database,
  { clock, payments }: FulfilmentWorld,
): InvoicingDeps {
  const identity = anIdentity({ database, now: () => clock.now })
  return {
    findOrder: createOrders({ database }).find,
    companyOf: identity.company,
    adminsOf: identity.admins,
    rates: anFx(database, { now: () => clock.now }),
    debts: payments,
    findPayment: (conn, companyId, paymentId) =>
      payments.find(conn, companyId as Id<'co'>, paymentId),
  }
}

/**
 * Writes the documents for everything that has happened so far. With a type, only for events of that type, as if the log had no
 * others: goods may have left before the oldest event.
 */
export async function followOrders(
  database: Database,
  deps: InvoicingDeps,
  now: () => Date,
  onlyType?: string,
): Promise<void> {
  const wake = createWake(createMemoryCache(now))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const all = invoicesSubscribers(deps)
  const subscriptions =
    onlyType === undefined
      ? all
      : all.flatMap((one) =>
          one.types.includes(onlyType)
            ? [{ ...one, name: `test.${onlyType}`, types: [onlyType] }]
            : [],
        )
  const dispatcher = createDispatcher({ database, subscriptions, wake, now, log })
  await dispatcher.drain()
  wake.close()
}
