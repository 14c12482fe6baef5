import { countOf, type Probe, type Problem, secondsBefore } from '#platform/health'
import type { Webhooks } from './service.ts'

/** Seconds that a delivery may be due before somebody should look: a worker sends within two. */
const dueSecondsMax = 60
/** What is held for a receiver's bad night goes out in the morning. */
const heldSecondsMax = 86_400
/** A receiver that restarts is back by then. */
const breakerSecondsMax = 900

const list =
  'The webhook receivers on /admin/operations (GET /admin/webhooks?state=TROUBLED) name them, and what the oldest delivery of each has met'

/** What waits for receivers, what is kept for them, and which of them take nothing. */
export function webhooksProbe(webhooks: Webhooks, now: () => Date): Probe {
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'webhooks',
    surfaces: ['ops', 'detailed'],
    read: async () => {
      const metrics = await webhooks.metrics()
      const { pending, retrying, held, oldestDueAgeSeconds, oldestHeldAgeSeconds } = metrics
      const { breakersOpen, oldestBreakerAgeSeconds, endpointsDisabled, exhausted24h } = metrics
      const problems: Problem[] = []
      if (oldestDueAgeSeconds > dueSecondsMax) {
        problems.push({
          code: 'webhooks.deliveries-behind',
          message: `${countOf(pending + retrying, 'delivery waits', 'deliveries wait')}; the oldest has been due for ${oldestDueAgeSeconds} s.`,
          since: since(oldestDueAgeSeconds),
          action: 'Look whether a worker runs. What is due is sent by itself once one does.',
        })
      }
      if (oldestHeldAgeSeconds > heldSecondsMax) {
        problems.push({
          code: 'webhooks.held',
          message: `${countOf(held, 'delivery is', 'deliveries are')} held, the oldest for over a day.`,
          since: since(oldestHeldAgeSeconds),
          action: `${list}; state=PAUSED those that wait by wish. Ask their companies before it expires.`,
        })
      }
      if (oldestBreakerAgeSeconds > breakerSecondsMax) {
        problems.push({
          code: 'webhooks.breakers-open',
          message: `${countOf(breakersOpen, 'receiver is', 'receivers are')} left alone because most attempts failed.`,
          since: since(oldestBreakerAgeSeconds),
          action: `${list}. One company: tell it. Many at once: look at our own way out.`,
        })
      }
      if (endpointsDisabled > 0) {
        problems.push({
          code: 'webhooks.endpoint-disabled',
          message: `${countOf(endpointsDisabled, 'subscription was', 'subscriptions were')} disabled because the receiver failed.`,
          since: since(metrics.oldestDisabledAgeSeconds),
          action: `${list}. Their companies mend their receivers and enable them, or delete them.`,
        })
      }
      if (exhausted24h > 0) {
        problems.push({
          code: 'webhooks.exhausted',
          message: `${countOf(exhausted24h, 'delivery was', 'deliveries were')} given up in the last 24 hours.`,
          since: since(metrics.oldestExhaustedAgeSeconds),
          action:
            'Their companies replay them: POST /api/v1/webhooks/{id}/replay. Tell those whose receivers are well again.',
        })
      }
      return { metrics: { ...metrics }, problems }
    },
  }
}
