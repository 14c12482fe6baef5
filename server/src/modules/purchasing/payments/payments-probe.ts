import type { Incidents } from '#modules/incidents'
import { countOf, type Probe, secondsBefore } from '#platform/health'
import type { Payments } from './service.ts'

/** A provider has recovered from an outage by then. */
const refundWaitsSecondsMax = 900
/** Payments are checked every few seconds: a worker that is minutes late has stopped. */
const checkWaitsSecondsMax = 300

type Deps = {
  readonly payments: Payments
  readonly incidents: Incidents
  readonly now: () => Date
}

/** Reports money that is stuck on its way, and provider events that could not be booked. */
export function paymentsProbe({ payments, incidents, now }: Deps): Probe {
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'payments',
    surfaces: ['detailed', 'ops'],
    headline: 'refundsPending',
    read: async () => {
      const measured = await payments.measure()
      const { refundsPending, oldestRefundSeconds, checksLate, oldestCheckSeconds } = measured
      const { eventsUnbooked24h } = measured
      const refunds = {
        code: 'payments.refunds-behind',
        message: `${countOf(refundsPending, 'refund waits for its provider', 'refunds wait for their provider')}.`,
        since: since(oldestRefundSeconds),
        action:
          'Check that the payment provider answers. They are retried automatically, with the same key.',
      }
      const checks = {
        code: 'payments.checks-behind',
        message: `The check of ${countOf(checksLate, 'payment', 'payments')} at the provider is late.`,
        since: since(oldestCheckSeconds),
        action: 'Check that a worker runs and that the payment provider answers.',
      }
      const events = {
        code: 'payments.events-unbooked',
        message: `${countOf(eventsUnbooked24h, 'provider event of the last day names an unknown payment, or contradicts', 'provider events of the last day name unknown payments, or contradict')} our ledger.`,
        since: measured.oldestUnbooked ?? since(0),
        action:
          'Open the incidents payments.reconciliation-mismatch: each names the payment and what to compare. The problem ends with the last of them.',
      }
      const disputes = {
        code: 'payments.disputed',
        message: `${countOf(measured.disputesOpen, 'payment is disputed by the holder of its card', 'payments are disputed by the holders of their cards')}.`,
        since: since(measured.oldestDisputeSeconds),
        action:
          'Answer each at its provider before its deadline: the incidents payments.disputed name them.',
      }
      const { oldestUnbooked: _, ...numbers } = measured
      return {
        metrics: numbers,
        problems: [
          ...(oldestRefundSeconds > refundWaitsSecondsMax ? [refunds] : []),
          ...(oldestCheckSeconds > checkWaitsSecondsMax ? [checks] : []),
          ...(eventsUnbooked24h > 0 && (await isUndecided(incidents)) ? [events] : []),
          ...(measured.disputesOpen > 0 ? [disputes] : []),
        ],
      }
    },
  }
}

/** Each such event has an incident. An incident that an operator resolved needs nobody any more. */
async function isUndecided(incidents: Incidents): Promise<boolean> {
  const firing = { key: 'payments.reconciliation-mismatch', status: 'firing' } as const
  const open = await incidents.list(firing, { limit: 1 })
  return open.length > 0
}
