import { after, secondsMs } from '#kernel/time'
import type { Severity } from '#modules/incidents'
import { type PaymentStanding, paymentOutcomeOf } from '#modules/payments'
import type { StuckPayment } from './stuck-store.ts'

/** Why a checkout waits for its payment, the worst first. */
export type Cause = 'paid' | 'failing' | 'pageEnded' | 'pageOpen'

/** The sweeper looks at each attempt every 30 seconds, so a minute has two looks that could have ended the attempt. */
const twoLooksSeconds = 60

/** This many payment pages may end at about the same time while the provider is slow. */
const endedPagesMax = 3

export function severityOf({
  paid,
  failing,
  pageEnded,
}: Readonly<Record<Cause, number>>): Severity {
  return paid > 0 || failing > 0 || pageEnded > endedPagesMax ? 'critical' : 'info'
}

/** The cause of one attempt. The next look of the sweeper ends one whose payment has just ended. */
export function causeOf(
  { failingSince }: Pick<StuckPayment, 'failingSince'>,
  standing: Omit<PaymentStanding, 'amount'> | undefined,
  now: Date,
): Cause {
  const before = after(now, -secondsMs(twoLooksSeconds))
  const isSecured = standing && paymentOutcomeOf(standing) === 'secured'
  if (isSecured && standing.changedAt <= before) return 'paid'
  // The handoff of an INITIATED payment did not reach the provider in five minutes.
  if (!standing || standing.state === 'INITIATED') return 'failing'
  if (failingSince && failingSince <= before) return 'failing'
  if (standing.state === 'PENDING' && standing.expiresAt && standing.expiresAt <= before)
    return 'pageEnded'
  // Or the payment has just ended, and the attempt ends next.
  return 'pageOpen'
}
