import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { bigintOf, type Conn, sql, type Tx } from '#platform/db'
import { noLease, type Queue } from '#platform/leases'
import { tables, type UnorderedPaymentRow } from '../tables.ts'
import type { UnorderedPayment, UnorderedState } from './unordered-payment.ts'

export const unorderedQueue: Queue = {
  table: 'checkout.unordered_payments',
  key: ['company_id', 'payment_id'],
  id: 'payment_id',
  waiting: ['WAITING'],
  // Longer than the slowest answer of a provider.
  leaseSeconds: 60,
  poison: { is: 'retried_slowly' },
}

type New = Pick<UnorderedPayment, 'companyId' | 'paymentId' | 'checkoutId' | 'orderId' | 'amount'>

/** Once for each payment: a repeat changes nothing. */
export async function insertUnordered(tx: Tx, unordered: New, now: Date): Promise<void> {
  await tables(tx)
    .insertInto('checkout.unordered_payments')
    .values({
      company_id: unordered.companyId,
      payment_id: unordered.paymentId,
      checkout_id: unordered.checkoutId ?? null,
      order_id: unordered.orderId ?? null,
      state: 'WAITING',
      amount_minor: bigintOf(unordered.amount.amountMinor),
      currency: unordered.amount.currency,
      created_at: now,
      available_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks it until the transaction ends, so that only one caller settles it. */
export async function holdUnordered(
  tx: Tx,
  companyId: string,
  paymentId: string,
): Promise<UnorderedPayment | undefined> {
  const row = await tables(tx)
    .selectFrom('checkout.unordered_payments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()
  return row && toUnordered(row)
}

/** The caller holds it. */
export async function setUnorderedRefund(
  tx: Tx,
  unordered: UnorderedPayment,
  refundId: string,
): Promise<void> {
  await changeFrom('WAITING', tx, unordered).set({ refund_id: refundId }).execute()
}

/** The provider refused the refund again, and another one may be tried. The caller holds it. */
export async function countUnorderedRefusal(tx: Tx, unordered: UnorderedPayment): Promise<void> {
  await changeFrom('WAITING', tx, unordered)
    .set({ refund_id: null, refusals: unordered.refusals + 1 })
    .execute()
}

/** Nobody retries it until an operator decides. The caller holds it. */
export async function markUnorderedRefused(
  tx: Tx,
  unordered: UnorderedPayment,
  problem: string,
): Promise<void> {
  await changeFrom('WAITING', tx, unordered)
    .set({
      state: 'REFUSED',
      refund_id: null,
      refusals: unordered.refusals + 1,
      last_error: problem.slice(0, 500),
      ...noLease,
    })
    .execute()
}

/** Starts it afresh, without its refusals. The caller holds it. */
export async function markUnorderedWaiting(
  tx: Tx,
  unordered: UnorderedPayment,
  now: Date,
): Promise<void> {
  await changeFrom('REFUSED', tx, unordered)
    .set({ state: 'WAITING', refusals: 0, attempts: 0, available_at: now })
    .execute()
}

/** Records the amount that went back. It is settled once: a second call changes nothing. */
export async function markUnorderedSettled(
  conn: Conn,
  unordered: UnorderedPayment,
  from: 'WAITING' | 'REFUSED',
  { amount, refundId }: { readonly amount: Money; readonly refundId?: string | undefined },
  now: Date,
): Promise<void> {
  await changeFrom(from, conn, unordered)
    .set({
      state: 'SETTLED',
      settled_minor: bigintOf(amount.amountMinor),
      settled_at: now,
      last_error: null,
      ...(refundId === undefined ? {} : { refund_id: refundId }),
      ...noLease,
    })
    .execute()
}

export type UnorderedPage = {
  readonly state?: 'WAITING' | 'REFUSED' | undefined
  readonly after?: { readonly createdAt: Date; readonly paymentId: string } | undefined
  readonly limit: number
}

/** What has not gone back, oldest first. `unordered_payments_open` answers. */
export async function listUnordered(
  conn: Conn,
  { state, after, limit }: UnorderedPage,
): Promise<UnorderedPayment[]> {
  const { rows } = await sql<UnorderedPaymentRow>`
    /* across companies: operators see the whole platform */
    select * from checkout.unordered_payments
    where state in ('WAITING', 'REFUSED')
      ${state ? sql`and state = ${state}` : sql``}
      ${after ? sql`and (created_at, payment_id) > (${after.createdAt}, ${after.paymentId})` : sql``}
    order by created_at, payment_id
    limit ${limit}
  `.execute(conn)
  return rows.map(toUnordered)
}

/** What the health surfaces show about money that bought nothing. Ages are in seconds. */
export type UnorderedMetrics = {
  readonly refundsWaiting: number
  readonly oldestRefundWaitingSeconds: number
  readonly refundsRefused: number
  readonly oldestRefundRefusedSeconds: number
}

/** Reads a small index of what is open. */
export async function measureUnordered(conn: Conn, now: Date): Promise<UnorderedMetrics> {
  const { rows } = await sql<UnorderedMetrics>`
    /* across companies: operators see the whole platform */
    with owed as materialized (
      select state, extract(epoch from ${now}::timestamptz - created_at)::float8 as age
      from checkout.unordered_payments where state in ('WAITING', 'REFUSED')
    )
    select count(*) filter (where state = 'WAITING') as "refundsWaiting",
           coalesce(max(age) filter (where state = 'WAITING'), 0) as "oldestRefundWaitingSeconds",
           count(*) filter (where state = 'REFUSED') as "refundsRefused",
           coalesce(max(age) filter (where state = 'REFUSED'), 0) as "oldestRefundRefusedSeconds"
    from owed
  `.execute(conn)
  const [measured] = rows
  if (!measured) throw new Error('an aggregate gave no row')
  return measured
}

/** Changes nothing if it is in another state by now. */
function changeFrom(state: UnorderedState, conn: Conn, { companyId, paymentId }: UnorderedPayment) {
  return tables(conn)
    .updateTable('checkout.unordered_payments')
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .where('state', '=', state)
}

/** The schema's checks make the casts true. */
export function toUnordered(row: UnorderedPaymentRow): UnorderedPayment {
  const amountOf = (minor: number) => money(BigInt(minor), row.currency)
  return {
    companyId: row.company_id as Id<'co'>,
    paymentId: row.payment_id,
    checkoutId: row.checkout_id ?? undefined,
    orderId: row.order_id ?? undefined,
    state: row.state as UnorderedState,
    amount: amountOf(row.amount_minor),
    settled: row.settled_minor === null ? undefined : amountOf(row.settled_minor),
    refundId: (row.refund_id as Id<'rfd'> | null) ?? undefined,
    refusals: row.refusals,
    createdAt: row.created_at,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
  }
}
