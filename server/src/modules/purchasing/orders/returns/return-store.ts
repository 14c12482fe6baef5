import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import { bigintOf, type Conn, type Tx } from '#platform/db'
import type { Order, Return, ReturnLine, ReturnReason, ReturnState } from '../order.ts'
import { type ReturnLineRow, type ReturnRow, tables } from '../tables.ts'

export async function insertReturn(tx: Tx, order: Order, request: Return): Promise<void> {
  const key = { company_id: order.companyId, order_id: order.id }
  await tables(tx)
    .insertInto('orders.returns')
    .values({
      ...key,
      id: request.id,
      number: request.number,
      supplier_company_id: request.supplierCompanyId,
      state: request.state,
      note: request.note ?? null,
      requested_by: request.requestedBy,
      requested_at: request.requestedAt,
      received_at: null,
      decided_at: null,
      decision_note: null,
      restocked: null,
      credit_id: null,
    })
    .execute()
  await tables(tx)
    .insertInto('orders.return_lines')
    .values(
      request.lines.map(({ lineNumber, quantity, reason }) => ({
        ...key,
        return_id: request.id,
        line_number: lineNumber,
        reason,
        quantity: bigintOf(quantity),
        accepted_quantity: null,
      })),
    )
    .execute()
}

/** Oldest first. An order has few, because the number of its steps is limited. */
export async function listReturns(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<Return[]> {
  const returns = await tables(conn)
    .selectFrom('orders.returns')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  if (returns.length === 0) return []
  const lines = await tables(conn)
    .selectFrom('orders.return_lines')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('return_id')
    .orderBy('line_number')
    .execute()
  const linesOf = Map.groupBy(lines, (line) => line.return_id)
  return returns.map((row) => toReturn(row, linesOf.get(row.id) ?? []))
}

export async function findOrderOfReturn(
  conn: Conn,
  companyId: string,
  returnId: string,
): Promise<string | undefined> {
  const row = await tables(conn)
    .selectFrom('orders.returns')
    .select('order_id')
    .where('company_id', '=', companyId)
    .where('id', '=', returnId)
    .executeTakeFirst()
  return row?.order_id
}

/**
 * Saves the decision, or that the goods came back. Returns false if the return was not in the state `from` any more.
 */
export async function saveReturn(
  tx: Tx,
  { companyId, id: orderId }: Order,
  from: ReturnState,
  next: Return,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.returns')
    .set({
      state: next.state,
      received_at: next.receivedAt ?? null,
      decided_at: next.decidedAt ?? null,
      decision_note: next.decisionNote ?? null,
      restocked: next.restocked ?? null,
      credit_id: next.creditId ?? null,
    })
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('id', '=', next.id)
    .where('state', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const decided = next.lines.flatMap(({ lineNumber, accepted }) =>
    accepted === undefined ? [] : [{ line_number: lineNumber, accepted: accepted.toString() }],
  )
  if (decided.length === 0) return true
  const { numAffectedRows } = await sql`
    update orders.return_lines l set accepted_quantity = d.accepted
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as d (line_number integer, accepted bigint)
    where l.company_id = ${companyId} and l.order_id = ${orderId} and l.return_id = ${next.id}
      and l.line_number = d.line_number
  `.execute(tx)
  assert.equal(numAffectedRows, BigInt(decided.length), `lines of return ${next.id} are gone`)
  return true
}

export function toReturn(row: ReturnRow, lines: readonly ReturnLineRow[]): Return {
  return {
    id: row.id as Id<'rtn'>,
    number: row.number,
    supplierCompanyId: row.supplier_company_id,
    state: row.state as ReturnState,
    note: row.note ?? undefined,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    receivedAt: row.received_at ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    decisionNote: row.decision_note ?? undefined,
    restocked: row.restocked ?? undefined,
    creditId: row.credit_id ?? undefined,
    lines: lines.map(toReturnLine),
  }
}

function toReturnLine(row: ReturnLineRow): ReturnLine {
  return {
    lineNumber: row.line_number,
    quantity: BigInt(row.quantity),
    reason: row.reason as ReturnReason,
    accepted: row.accepted_quantity === null ? undefined : BigInt(row.accepted_quantity),
  }
}
