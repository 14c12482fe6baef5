import { money } from '#kernel/money'
import { type Conn, sql, type Tx } from '#platform/db'
import type { ProviderDispute } from '../cards/provider.ts'
import type { Dispute, DisputeState, Payment } from '../payment.ts'
import { minorOf } from '../payment-store.ts'
import { type DisputeRow, tables } from '../tables.ts'

/** The dispute of a payment that the caller holds. */
export async function findDispute(
  conn: Conn,
  { companyId, id }: Payment,
  reference: string,
): Promise<Dispute | undefined> {
  const row = await tables(conn)
    .selectFrom('payments.disputes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('payment_id', '=', id)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && toDispute(row)
}

/** The caller holds the payment and has read the dispute. The amount is that of the last answer. */
export async function saveDispute(
  tx: Tx,
  payment: Payment,
  reported: ProviderDispute,
  now: Date,
): Promise<void> {
  const closedAt = reported.state === 'OPEN' ? null : now
  await tables(tx)
    .insertInto('payments.disputes')
    .values({
      company_id: payment.companyId,
      payment_id: payment.id,
      reference: reported.reference,
      provider: payment.provider,
      state: reported.state,
      amount_minor: minorOf(reported.amount),
      currency: reported.amount.currency,
      reason: reported.reason.slice(0, 100),
      answer_by: reported.answerBy ?? null,
      opened_at: reported.openedAt,
      closed_at: closedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'payment_id', 'reference']).doUpdateSet({
        state: reported.state,
        amount_minor: minorOf(reported.amount),
        closed_at: closedAt,
      }),
    )
    .execute()
}

/** The disputes of one payment, oldest first. */
export async function listDisputes(
  conn: Conn,
  companyId: string,
  paymentId: string,
  limit: number,
): Promise<Dispute[]> {
  const rows = await tables(conn)
    .selectFrom('payments.disputes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .orderBy('opened_at')
    .orderBy('reference')
    .limit(limit)
    .execute()
  return rows.map(toDispute)
}

export type OpenDispute = Pick<DisputeRow, 'provider' | 'reference' | 'opened_at'>

/** Oldest first. `disputes_open` answers. */
export async function listOpenDisputes(
  conn: Conn,
  after: OpenDispute | undefined,
  limit: number,
): Promise<OpenDispute[]> {
  const further = after
    ? sql`and (opened_at, reference) > (${after.opened_at}, ${after.reference})`
    : sql``
  const { rows } = await sql<OpenDispute>`
    /* across companies: the daily comparison with a provider is about all of its payments */
    select provider, reference, opened_at from payments.disputes
    where state = 'OPEN' ${further}
    order by opened_at, reference
    limit ${limit}
  `.execute(conn)
  return rows
}

function toDispute(row: DisputeRow): Dispute {
  return {
    reference: row.reference,
    state: row.state as DisputeState,
    amount: money(BigInt(row.amount_minor), row.currency),
    reason: row.reason,
    answerBy: row.answer_by ?? undefined,
    openedAt: row.opened_at,
    closedAt: row.closed_at ?? undefined,
  }
}
