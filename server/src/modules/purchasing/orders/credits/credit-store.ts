import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { bigintOf, type Conn, type Tx } from '#platform/db'
import { noLease, type Queue } from '#platform/leases'
import type { Credit } from '../order.ts'
import { type CreditRow, tables } from '../tables.ts'

/**
 * The goods are given up, so the money has to go back: a credit that a provider keeps refusing waits for an operator.
 */
export const creditQueue: Queue = {
  table: 'orders.credits',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['WAITING'],
  // Longer than the slowest answer of a provider.
  leaseSeconds: 60,
  poison: { is: 'retried_slowly' },
}

/** `availableAt`: when a worker takes the credit over, if the request that made it has not settled it by then. */
export async function insertCredit(tx: Tx, credit: Credit, availableAt: Date): Promise<void> {
  await tables(tx)
    .insertInto('orders.credits')
    .values({
      company_id: credit.companyId,
      order_id: credit.orderId,
      id: credit.id,
      payment_id: credit.paymentId,
      kind: credit.kind,
      state: credit.state,
      amount_minor: bigintOf(credit.amount.amountMinor),
      currency: credit.amount.currency,
      requested_by: credit.requestedBy,
      created_at: credit.createdAt,
      available_at: availableAt,
      attempts: 0,
    })
    .execute()
}

/** The credits of one order, oldest first. */
export async function listCredits(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<Credit[]> {
  const rows = await tables(conn)
    .selectFrom('orders.credits')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(toCredit)
}

/** Locks the credit until the transaction ends, so that only one caller settles it. */
export async function holdCredit(
  tx: Tx,
  companyId: string,
  creditId: string,
): Promise<Credit | undefined> {
  const row = await tables(tx)
    .selectFrom('orders.credits')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', creditId)
    .forUpdate()
    .executeTakeFirst()
  return row && toCredit(row)
}

/** The caller holds the credit. */
export async function setRefund(tx: Tx, credit: Credit, refundId: string): Promise<void> {
  await change(tx, credit).set({ refund_id: refundId }).execute()
}

/** The provider refused the refund again, and the credit may try another one. The caller holds the credit. */
export async function countRefusal(tx: Tx, credit: Credit): Promise<void> {
  await changeFrom('WAITING', tx, credit)
    .set({ refund_id: null, refusals: credit.refusals + 1 })
    .execute()
}

/** Nobody retries it until an operator decides. The caller holds the credit. */
export async function markRefused(tx: Tx, credit: Credit, problem: string): Promise<void> {
  await changeFrom('WAITING', tx, credit)
    .set({
      state: 'REFUSED',
      refund_id: null,
      refusals: credit.refusals + 1,
      last_error: problem.slice(0, 500),
      ...noLease,
    })
    .execute()
}

/** Starts the credit afresh, without its refusals. The caller holds the credit. */
export async function markWaiting(tx: Tx, credit: Credit, now: Date): Promise<void> {
  await changeFrom('REFUSED', tx, credit)
    .set({ state: 'WAITING', refusals: 0, attempts: 0, available_at: now })
    .execute()
}

/** An operator paid it back outside of the provider. The caller holds the credit. */
export async function markPaidOtherwise(
  tx: Tx,
  credit: Credit,
  { amount, refundId }: { readonly amount: Money; readonly refundId: string | undefined },
  now: Date,
): Promise<void> {
  await changeFrom('REFUSED', tx, credit)
    .set({ ...settledAt(amount, now), refund_id: refundId ?? null })
    .execute()
}

/** Settles the credit once: a second call changes nothing. */
export async function markSettled(
  conn: Conn,
  credit: Credit,
  settled: Money,
  now: Date,
): Promise<void> {
  await changeFrom('WAITING', conn, credit)
    .set({ ...settledAt(settled, now), ...noLease })
    .execute()
}

function settledAt(amount: Money, now: Date) {
  return {
    state: 'SETTLED',
    settled_minor: bigintOf(amount.amountMinor),
    settled_at: now,
    last_error: null,
  }
}

function change(conn: Conn, { companyId, id }: Credit) {
  return tables(conn)
    .updateTable('orders.credits')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
}

/** Changes nothing if the credit is in another state by now. */
function changeFrom(state: Credit['state'], conn: Conn, credit: Credit) {
  return change(conn, credit).where('state', '=', state)
}

export function toCredit(row: CreditRow): Credit {
  const amountOf = (minor: number) => money(BigInt(minor), row.currency)
  return {
    id: row.id as Id<'crd'>,
    companyId: row.company_id as Id<'co'>,
    orderId: row.order_id,
    paymentId: row.payment_id,
    kind: row.kind as Credit['kind'],
    state: row.state as Credit['state'],
    refusals: row.refusals,
    amount: amountOf(row.amount_minor),
    settled: row.settled_minor === null ? undefined : amountOf(row.settled_minor),
    refundId: (row.refund_id as Id<'rfd'> | null) ?? undefined,
    requestedBy: row.requested_by,
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
    attempts: row.attempts,
  }
}
