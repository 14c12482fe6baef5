import type { Id } from '#kernel/id'
import type { Address } from '#modules/orders'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import {
  endedStates,
  type HistoryEntry,
  type Requisition,
  type RequisitionState,
} from './requisition.ts'
import { type HistoryRow, type RequisitionRow, tables } from './tables.ts'

type OfRequisition = Pick<Requisition, 'companyId' | 'id'>

/** Counts the open requisitions of a person. Two new ones of one person wait for each other. */
export async function lockRequisitionsOf(
  tx: Tx,
  companyId: string,
  requesterId: string,
): Promise<number> {
  await oneAfterTheOther(tx, `requisitions ${companyId} ${requesterId}`)
  const { count } = await tables(tx)
    .selectFrom('requisitions.requisitions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('requester_id', '=', requesterId)
    .where('state', 'not in', endedStates)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findRequisition(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<Requisition | undefined> {
  const row = await tables(conn)
    .selectFrom('requisitions.requisitions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toRequisition(row)
}

/** Every change of a requisition and of its lines locks the requisition first. */
export async function lockRequisition(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<Requisition | undefined> {
  const row = await tables(tx)
    .selectFrom('requisitions.requisitions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toRequisition(row)
}

/** Locks the requisition of which lines are in the order. */
export async function lockRequisitionOfOrder(
  tx: Tx,
  companyId: string,
  orderId: string,
): Promise<Requisition | undefined> {
  const id = await findRequisitionIdOfOrder(tx, companyId, orderId)
  return id === undefined ? undefined : lockRequisition(tx, companyId, id)
}

/** The lines of an order are of one requisition, or of none. */
export async function findRequisitionIdOfOrder(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<string | undefined> {
  const line = await tables(conn)
    .selectFrom('requisitions.lines')
    .select('requisition_id')
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst()
  return line?.requisition_id
}

export async function insertRequisition(tx: Tx, requisition: Requisition): Promise<void> {
  await tables(tx)
    .insertInto('requisitions.requisitions')
    .values({
      company_id: requisition.companyId,
      id: requisition.id,
      number: requisition.number,
      requester_id: requisition.requesterId,
      created_at: requisition.createdAt,
      ...changeable(requisition),
    })
    .execute()
}

export async function updateRequisition(tx: Tx, requisition: Requisition): Promise<void> {
  await tables(tx)
    .updateTable('requisitions.requisitions')
    .set(changeable(requisition))
    .where('company_id', '=', requisition.companyId)
    .where('id', '=', requisition.id)
    .execute()
}

/** Its lines and its history go with it. */
export async function deleteRequisition(tx: Tx, { companyId, id }: OfRequisition): Promise<void> {
  await tables(tx)
    .deleteFrom('requisitions.requisitions')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function insertHistory(
  tx: Tx,
  { companyId, id }: OfRequisition,
  entry: HistoryEntry,
): Promise<void> {
  await tables(tx)
    .insertInto('requisitions.history')
    .values({
      company_id: companyId,
      requisition_id: id,
      version: entry.version,
      state: entry.state,
      actor_id: entry.actorId ?? null,
      comment: entry.comment ?? null,
      order_id: entry.orderId ?? null,
      at: entry.at,
    })
    .execute()
}

/** Oldest first. */
export async function listHistory(
  conn: Conn,
  { companyId, id }: OfRequisition,
): Promise<HistoryEntry[]> {
  const rows = await tables(conn)
    .selectFrom('requisitions.history')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('requisition_id', '=', id)
    .orderBy('version')
    .execute()
  return rows.map(toEntry)
}

export async function countSubmittedSince(
  conn: Conn,
  companyId: string,
  since: Date,
): Promise<number> {
  const { count } = await tables(conn)
    .selectFrom('requisitions.history')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('state', '=', 'SUBMITTED')
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function changeable(requisition: Requisition) {
  return {
    unit_id: requisition.unitId ?? null,
    title: requisition.title,
    state: requisition.state,
    needed_by: sql<string>`${requisition.neededBy ?? null}::date`,
    ship_to: sql<object>`${requisition.shipTo ? JSON.stringify(requisition.shipTo) : null}::jsonb`,
    note: requisition.note ?? null,
    order_id: requisition.order?.id ?? null,
    order_number: requisition.order?.number ?? null,
    submitted_at: requisition.submittedAt ?? null,
    version: requisition.version,
    changed_at: requisition.changedAt,
  }
}

export function toRequisition(row: RequisitionRow): Requisition {
  const { order_id: orderId, order_number: orderNumber } = row
  return {
    id: row.id as Id<'rqn'>,
    companyId: row.company_id as Id<'co'>,
    number: row.number,
    requesterId: row.requester_id,
    unitId: row.unit_id ?? undefined,
    title: row.title,
    state: row.state as RequisitionState,
    neededBy: row.needed_by ?? undefined,
    shipTo: (row.ship_to as Address | null) ?? undefined,
    note: row.note ?? undefined,
    order: orderId === null ? undefined : { id: orderId, number: orderNumber ?? orderId },
    submittedAt: row.submitted_at ?? undefined,
    version: row.version,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}

function toEntry(row: HistoryRow): HistoryEntry {
  return {
    version: row.version,
    state: row.state as RequisitionState,
    actorId: row.actor_id ?? undefined,
    comment: row.comment ?? undefined,
    orderId: row.order_id ?? undefined,
    at: row.at,
  }
}
