import { type Actor, may } from '#kernel/actor'
import type { Conn, Database, Tx } from '#platform/db'
import { listNewSuppliers, listRaisedPrices } from './bought-before-store.ts'
import { fail } from './failures.ts'
import { notePaymentState, type PaymentStateChange } from './note-payment-state.ts'
import type { OrderDocument, PlacedLine } from './order.ts'
import { addToTimeline, findOrder, findOwner } from './order-store.ts'
import { type OrderDraft, recordOrder } from './placing/record-order.ts'
import { findOrderOfReturn } from './returns/return-store.ts'
import { partAtRevision, type RevisedPart } from './supplier/part-at-revision.ts'
import { findBuyerOf } from './supplier/supplier-store.ts'
import { reaches, reachOf } from './whose-orders.ts'

export type Orders = {
  /**
   * Throws `orders.order_not_found` for an unknown order and for another company's alike. Operators reach the orders of
   * every company, as they may confirm, ship and cancel them.
   */
  get(actor: Actor, orderId: string): Promise<OrderDocument>
  /**
   * What a supplier sees of an order at a revision of its purchase order (default: the newest that has lines), for those who may read it: the buyer, the supplier itself and operators. Throws
   * `orders.order_not_found` for everybody else, and for a company that supplies nothing of the order.
   */
  getPart(
    actor: Actor,
    orderId: string,
    supplierId: string,
    revision?: number,
  ): Promise<RevisedPart>
  /** Finds orders of the actor's own company only, for operators too. */
  getOwn(actor: Actor, orderId: string): Promise<OrderDocument>
  /** Participant: records the order of a checkout, in the checkout's transaction. */
  record(tx: Tx, draft: OrderDraft, now: Date): Promise<OrderDocument>
  /** Participant: records the new state of the payment. A repeat changes nothing. */
  notePaymentState(
    tx: Tx,
    companyId: string,
    orderId: string,
    change: PaymentStateChange,
    now: Date,
  ): Promise<void>
  /** Participant: records an event of the payment that leaves both states as they are. */
  noteOnTimeline(
    tx: Tx,
    companyId: string,
    orderId: string,
    entry: { kind: string; details: Record<string, unknown> },
    now: Date,
  ): Promise<void>
  /** Undefined also for an order of the actor's company that the actor may not read. */
  findReadable(conn: Conn, actor: Actor, orderId: string): Promise<OrderDocument | undefined>
  /** For work of the service: whoever acts for a person uses `findReadable`. */
  find(conn: Conn, companyId: string, orderId: string): Promise<OrderDocument | undefined>
  /** Those of the suppliers of the lines from whom the company has bought nothing yet. */
  newSuppliers: typeof listNewSuppliers
  /** The lines above the last price that the company paid for their products. */
  raisedPrices: typeof listRaisedPrices
  /** The id of the order to which a return of this company belongs. */
  findOrderOfReturn(conn: Conn, companyId: string, returnId: string): Promise<string | undefined>
}

export function createOrders({ database }: { readonly database: Database }): Orders {
  return {
    get: async (actor, orderId) => {
      const { pool } = database
      const isOperator = may(actor, 'act_for_every_company')
      const owner = isOperator ? await findOwner(pool, orderId) : actor.companyId
      const document = owner && (await findOrder(pool, owner, orderId))
      if (!document || !reaches(await reachOf(pool, actor, 'orders:read'), document.order))
        throw fail('order_not_found', { orderId })
      return document
    },
    getPart: async (actor, orderId, supplierId, revision) => {
      const { pool } = database
      const owner = await ownerOfPart(pool, actor, orderId, supplierId)
      const document = owner && (await findOrder(pool, owner, orderId))
      const reach = await reachOf(pool, actor, 'orders:read')
      const isReadable = document && reaches(reach, document.order)
      const isPart = (line: PlacedLine) => line.supplierCompanyId === supplierId
      if (!isReadable || !document.lines.some(isPart)) throw fail('order_not_found', { orderId })
      return partAtRevision(pool, document, supplierId, revision)
    },
    getOwn: async (actor, orderId) => {
      const document = await findReadable(database.pool, actor, orderId)
      if (!document) throw fail('order_not_found', { orderId })
      return document
    },
    record: recordOrder,
    notePaymentState,
    noteOnTimeline: addToTimeline,
    find: findOrder,
    findReadable,
    newSuppliers: listNewSuppliers,
    raisedPrices: listRaisedPrices,
    findOrderOfReturn,
  }
}

async function findReadable(
  conn: Conn,
  actor: Actor,
  orderId: string,
): Promise<OrderDocument | undefined> {
  const document = await findOrder(conn, actor.companyId, orderId)
  const reach = await reachOf(conn, actor, 'orders:read')
  return document && reaches(reach, document.order) ? document : undefined
}

/** The buyer of the order, if the actor may read this part of it. */
function ownerOfPart(conn: Conn, actor: Actor, orderId: string, supplierId: string) {
  if (may(actor, 'act_for_every_company')) return findOwner(conn, orderId)
  if (actor.companyId === supplierId) return findBuyerOf(conn, supplierId, orderId)
  return actor.companyId
}
