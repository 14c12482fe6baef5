import { after, secondsMs } from '#kernel/time'
import type { Severity } from '#modules/incidents'
import type { PaymentStanding } from '#modules/payments'
import type { Conn } from '#platform/db'
import type { CheckoutDeps } from '../deps.ts'
import { fateOf } from '../finishing/reconcile.ts'
import { listStuckPayments, type StuckPayment } from './stuck-store.ts'

/** Why a checkout waits for its payment, the worst first. */
type Cause = 'paid' | 'failing' | 'pageEnded' | 'pageOpen'

export type WeighedStuck = {
  readonly severity: Severity
  readonly counts: Readonly<Record<Cause, number>>
}

/** The sweeper looks at each attempt every 30 seconds, so a minute has two looks that could have ended the attempt. */
const twoLooksSeconds = 60

/** This many payment pages may end at about the same time while the provider is slow. */
const endedPagesMax = 3

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
  const isCritical = counts.paid > 0 || counts.failing > 0 || counts.pageEnded > endedPagesMax
  return { severity: isCritical ? 'critical' : 'info', counts }
}

function causeOf(
  { failingSince }: StuckPayment,
  standing: PaymentStanding | undefined,
  now: Date,
): Cause {
  const before = after(now, -secondsMs(twoLooksSeconds))
  if (standing && fateOf(standing) === 'complete' && standing.changedAt <= before) return 'paid'
  // The handoff of an INITIATED payment did not reach the provider in five minutes.
  if (!standing || standing.state === 'INITIATED') return 'failing'
  if (failingSince && failingSince <= before) return 'failing'
  if (standing.state === 'PENDING' && standing.expiresAt && standing.expiresAt <= before)
    return 'pageEnded'
  // Or the payment has just ended, and the attempt ends next.
  return 'pageOpen'
}
