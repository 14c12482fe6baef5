import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import { type SupplementRow, tables } from '../tables.ts'
import type { Supplement, SupplementState } from './supplement.ts'

/** The caller holds the order. */
export async function insertSupplement(tx: Tx, supplement: Supplement): Promise<void> {
  await tables(tx)
    .insertInto('orders.supplements')
    .values({
      company_id: supplement.companyId,
      payment_id: supplement.paymentId,
      order_id: supplement.orderId,
      proposal_id: supplement.proposalId ?? null,
      change_request_id: supplement.changeRequestId ?? null,
      line_numbers: [...supplement.lineNumbers],
      note: supplement.note ?? null,
      state: supplement.state,
      created_at: supplement.createdAt,
    })
    .execute()
}

export async function findSupplement(
  conn: Conn,
  companyId: string,
  paymentId: string,
): Promise<Supplement | undefined> {
  const row = await tables(conn)
    .selectFrom('orders.supplements')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row && toSupplement(row)
}

/** Those of an order that wait for their payment, oldest first. `supplements_awaited` answers. */
export async function listAwaited(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<Supplement[]> {
  const rows = await tables(conn)
    .selectFrom('orders.supplements')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'AWAITING_PAYMENT')
    .orderBy('payment_id')
    .execute()
  return rows.map(toSupplement)
}

/** The caller holds the order. Fails if it has ended. */
export async function markBound(
  tx: Tx,
  supplement: Pick<Supplement, 'companyId' | 'paymentId'>,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await change(tx, supplement)
    .set({ state: 'BOUND', ended_at: now })
    .executeTakeFirst()
  assert.equal(numUpdatedRows, 1n, `supplement ${supplement.paymentId} was bound after its end`)
}

/** False if it has ended before. */
export async function markEnded(
  tx: Tx,
  supplement: Supplement,
  because: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await change(tx, supplement)
    .set({ state: 'ENDED', ended_because: because, ended_at: now })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function change(tx: Tx, { companyId, paymentId }: Pick<Supplement, 'companyId' | 'paymentId'>) {
  return tables(tx)
    .updateTable('orders.supplements')
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'AWAITING_PAYMENT')
}

function toSupplement(row: SupplementRow): Supplement {
  return {
    companyId: row.company_id as Id<'co'>,
    paymentId: row.payment_id,
    orderId: row.order_id,
    proposalId: row.proposal_id ?? undefined,
    changeRequestId: row.change_request_id ?? undefined,
    lineNumbers: row.line_numbers,
    note: row.note ?? undefined,
    state: row.state as SupplementState,
    createdAt: row.created_at,
  }
}
