import type { Severity } from '#modules/incidents'
import type { Conn } from '#platform/db'
import type { CheckoutDeps } from '../deps.ts'
import { type Cause, causeOf, severityOf } from './stuck-cause.ts'
import { listStuckPayments } from './stuck-store.ts'

export type WeighedStuck = {
  readonly severity: Severity
  readonly counts: Readonly<Record<Cause, number>>
}

/** The oldest are enough to decide: the severity depends on whether a cause exists, or on a few. */
const weighedMax = 1_000

/**
 * A buyer who left an open payment page needs nobody: the page ends by itself. Money without an order, a provider that
 * does not answer, and several pages that ended without an outcome do.
 */
export async function weighStuck(
  { payments }: Pick<CheckoutDeps, 'payments'>,
  conn: Conn,
  initiatedBefore: Date,
  now: Date,
): Promise<WeighedStuck> {
  const stuck = await listStuckPayments(conn, initiatedBefore, weighedMax)
  const standings = await payments.standings(
    conn,
    stuck.map(({ paymentId }) => paymentId),
  )
  const found = Map.groupBy(stuck, (one) => causeOf(one, standings.get(one.paymentId), now))
  const countOf = (cause: Cause) => found.get(cause)?.length ?? 0
  const counts = {
    paid: countOf('paid'),
    failing: countOf('failing'),
    pageEnded: countOf('pageEnded'),
    pageOpen: countOf('pageOpen'),
  }
  return { severity: severityOf(counts), counts }
}
