import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import type { Conn, Tx } from '#platform/db'
import type { Queue } from '#platform/leases'
import type { Payment, Refund, RefundPurpose, RefundState, RefundWay } from '../payment.ts'
import { minorOf } from '../payment-store.ts'
import { type RefundRow, tables } from '../tables.ts'

/** Never given up, because the money is promised. The lease is longer than the slowest answer of a provider. */
export const refundQueue: Queue = {
  table: 'payments.refunds',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['PENDING'],
  leaseSeconds: 60,
  poison: { is: 'retried_slowly' },
}

/** `availableAt`: when a worker takes the refund over, if its request has not finished it by then. */
export async function insertRefund(tx: Tx, refund: Refund, availableAt: Date): Promise<void> {
  await tables(tx)
    .insertInto('payments.refunds')
    .values({
      company_id: refund.companyId,
      id: refund.id,
      payment_id: refund.paymentId,
      state: refund.state,
      way: refund.way,
      amount_minor: minorOf(refund.amount),
      currency: refund.amount.currency,
      reason: refund.reason ?? null,
      ...purposeColumns(refund.purpose),
      requested_by: refund.requestedBy,
      provider_reference: refund.providerReference ?? null,
      failure_reason: refund.failureReason ?? null,
      created_at: refund.createdAt,
      settled_at: refund.settledAt ?? null,
      available_at: availableAt,
      attempts: 0,
      lease_token: null,
      lease_until: null,
    })
    .execute()
}

export async function findRefund(
  conn: Conn,
  companyId: string,
  refundId: string,
): Promise<Refund | undefined> {
  const row = await tables(conn)
    .selectFrom('payments.refunds')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', refundId)
    .executeTakeFirst()
  return row && toRefund(row)
}

export async function isRefundKnown(
  conn: Conn,
  companyId: string,
  paymentId: string,
  providerReference: string,
): Promise<boolean> {
  const row = await tables(conn)
    .selectFrom('payments.refunds')
    .select('id')
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .where('provider_reference', '=', providerReference)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The refunds of one payment, oldest first. A payment has few: each takes at least one minor unit, and a person asked
 * for it.
 */
export async function listRefunds(
  conn: Conn,
  companyId: string,
  paymentId: string,
  limit: number,
): Promise<Refund[]> {
  const rows = await tables(conn)
    .selectFrom('payments.refunds')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toRefund)
}

/** All of them: each takes at least one minor unit, and a person asked for most of them. */
export async function listSucceeded(
  conn: Conn,
  { companyId, id, amount: { currency } }: Payment,
): Promise<Pick<Refund, 'id' | 'amount' | 'purpose'>[]> {
  const rows = await tables(conn)
    .selectFrom('payments.refunds')
    .select(['id', 'amount_minor', 'line_number', 'supplier_company_id'])
    .where('company_id', '=', companyId)
    .where('payment_id', '=', id)
    .where('state', '=', 'SUCCEEDED')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id as Id<'rfd'>,
    amount: money(BigInt(row.amount_minor), currency),
    ...readPurpose(row),
  }))
}

function purposeColumns(purpose: RefundPurpose | undefined) {
  const isLine = purpose !== undefined && 'lineNumber' in purpose
  return {
    line_number: isLine ? purpose.lineNumber : null,
    supplier_company_id: purpose && !isLine ? purpose.supplierId : null,
  }
}

function readPurpose({
  line_number: lineNumber,
  supplier_company_id: supplierId,
}: Pick<RefundRow, 'line_number' | 'supplier_company_id'>): Pick<Refund, 'purpose'> {
  if (lineNumber !== null) return { purpose: { lineNumber } }
  return supplierId === null ? {} : { purpose: { supplierId } }
}

export type RefundEnd =
  | { readonly state: 'SUCCEEDED'; readonly providerReference: string | null }
  | { readonly state: 'FAILED'; readonly failureReason: string }

/** Returns false if the refund was not in the state `from` any more: somebody else ended it, and that result counts. */
export async function endRefund(
  tx: Tx,
  refund: Pick<Refund, 'companyId' | 'id'>,
  from: RefundState,
  end: RefundEnd,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('payments.refunds')
    .set({
      state: end.state,
      provider_reference: end.state === 'SUCCEEDED' ? end.providerReference : null,
      failure_reason: end.state === 'FAILED' ? end.failureReason : null,
      settled_at: now,
      lease_token: null,
      lease_until: null,
    })
    .where('company_id', '=', refund.companyId)
    .where('id', '=', refund.id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function toRefund(row: RefundRow): Refund {
  return {
    id: row.id as Id<'rfd'>,
    companyId: row.company_id as Id<'co'>,
    paymentId: row.payment_id as Id<'pay'>,
    state: row.state as RefundState,
    way: row.way as RefundWay,
    amount: money(BigInt(row.amount_minor), row.currency),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...readPurpose(row),
    requestedBy: row.requested_by,
    ...(row.provider_reference === null ? {} : { providerReference: row.provider_reference }),
    ...(row.failure_reason === null ? {} : { failureReason: row.failure_reason }),
    createdAt: row.created_at,
    ...(row.settled_at === null ? {} : { settledAt: row.settled_at }),
    attempts: row.attempts,
  }
}
