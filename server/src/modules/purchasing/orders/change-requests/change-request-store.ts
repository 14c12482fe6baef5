import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import { numberOf, quantityOf } from '#kernel/quantity'
import { type Conn, sql, type Tx } from '#platform/db'
import { type ChangeRequestRow, tables } from '../tables.ts'
import type {
  Agreement,
  ChangeRequest,
  ChangeRequestState,
  RequestedLine,
} from './change-request.ts'

/** The caller holds the order. */
export async function insertChangeRequest(tx: Tx, request: ChangeRequest): Promise<void> {
  await tables(tx)
    .insertInto('orders.change_requests')
    .values({
      company_id: request.companyId,
      order_id: request.orderId,
      id: request.id,
      supplier_company_id: request.supplierCompanyId,
      state: request.state,
      lines: JSON.stringify(request.lines.map(storeLine)),
      reason: request.reason,
      requested_by: request.requestedBy,
      requested_at: request.requestedAt,
      lapses_at: request.lapsesAt,
    })
    .execute()
}

export async function findChangeRequest(
  conn: Conn,
  companyId: string,
  orderId: string,
  id: string,
): Promise<ChangeRequest | undefined> {
  const row = await tables(conn)
    .selectFrom('orders.change_requests')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toChangeRequest(row)
}

/** The caller holds the order, so nobody else ends the request. */
export async function saveOutcome(tx: Tx, request: ChangeRequest): Promise<void> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.change_requests')
    .set({
      state: request.state,
      decided_by: request.decidedBy ?? null,
      decided_at: request.decidedAt ?? null,
      decision_note: request.decisionNote ?? null,
    })
    .where('company_id', '=', request.companyId)
    .where('order_id', '=', request.orderId)
    .where('id', '=', request.id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  assert.equal(numUpdatedRows, 1n, `request ${request.id} ended without the lock of its order`)
}

/** The caller holds the order: the supplier accepts the open request, and the buyer pays until it lapses. */
export async function saveAgreement(
  tx: Tx,
  { companyId, orderId, id, lapsesAt }: ChangeRequest,
  { by, at, note, due }: Agreement,
): Promise<void> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.change_requests')
    .set({
      agreed_by: by,
      agreed_at: at,
      agreement_note: note ?? null,
      due_minor: Number(due.amountMinor),
      due_currency: due.currency,
      lapses_at: lapsesAt,
    })
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .where('agreed_at', 'is', null)
    .executeTakeFirst()
  assert.equal(numUpdatedRows, 1n, `request ${id} was accepted without the lock of its order`)
}

/** False if the request has ended, if the supplier was reminded before, or if it has accepted. */
export async function markReminded(
  tx: Tx,
  { companyId, orderId, id }: ChangeRequest,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.change_requests')
    .set({ reminded_at: now })
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .where('reminded_at', 'is', null)
    .where('agreed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The requests about one order, newest first. `supplierId`: only those to this supplier. */
export async function listChangeRequests(
  conn: Conn,
  companyId: string,
  orderId: string,
  { supplierId, before, limit }: ChangeRequestPage & { readonly supplierId?: string | undefined },
): Promise<ChangeRequest[]> {
  const { rows } = await sql<ChangeRequestRow>`
    select * from orders.change_requests
    where company_id = ${companyId} and order_id = ${orderId}
      ${supplierId === undefined ? sql`` : sql`and supplier_company_id = ${supplierId}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}
  `.execute(conn)
  return rows.map(toChangeRequest)
}

export type ChangeRequestPage = { readonly before?: string | undefined; readonly limit: number }

export type OpenChangeRequest = ChangeRequest & { readonly orderNumber: string }

/** For operators: the open requests of all companies, oldest first. `change_requests_open` answers. */
export async function listOpenChangeRequests(
  conn: Conn,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<OpenChangeRequest[]> {
  const { rows } = await sql<ChangeRequestRow & { order_number: string }>`
    /* across companies: operators see the whole platform */
    select r.*, o.number as order_number
    from orders.change_requests r
    join orders.orders o on o.company_id = r.company_id and o.id = r.order_id
    where r.state = 'OPEN' ${after === undefined ? sql`` : sql`and r.id > ${after}`}
    order by r.id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({ ...toChangeRequest(row), orderNumber: row.order_number }))
}

type StoredLine = Omit<RequestedLine, 'quantityBefore' | 'quantity'> & {
  readonly quantityBefore: number
  readonly quantity: number
}

const storeLine = (line: RequestedLine): StoredLine => ({
  ...line,
  quantityBefore: numberOf(line.quantityBefore),
  quantity: numberOf(line.quantity),
})

const readLine = (line: StoredLine): RequestedLine => ({
  ...line,
  quantityBefore: quantityOf(line.quantityBefore),
  quantity: quantityOf(line.quantity),
})

function toChangeRequest(row: ChangeRequestRow): ChangeRequest {
  return {
    id: row.id as Id<'chr'>,
    companyId: row.company_id as Id<'co'>,
    orderId: row.order_id,
    supplierCompanyId: row.supplier_company_id,
    state: row.state as ChangeRequestState,
    lines: (row.lines as StoredLine[]).map(readLine),
    reason: row.reason,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    remindedAt: row.reminded_at ?? undefined,
    lapsesAt: row.lapses_at,
    agreement: toAgreement(row),
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    decisionNote: row.decision_note ?? undefined,
  }
}

function toAgreement({
  agreed_by: by,
  agreed_at: at,
  agreement_note: note,
  due_minor: dueMinor,
  due_currency: currency,
}: ChangeRequestRow): Agreement | undefined {
  if (by === null || at === null || dueMinor === null || currency === null) return undefined
  return { by, at, note: note ?? undefined, due: money(BigInt(dueMinor), currency) }
}
