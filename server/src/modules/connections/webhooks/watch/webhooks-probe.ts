import { countOf, type Probe, type Problem, secondsBefore } from '#platform/health'
import type { Webhooks } from '../service.ts'

/** How many seconds a delivery may be due before an operator should look: a worker sends within two. */
const dueSecondsMax = 60
/** A delivery that is held while a receiver is down overnight goes out in the morning. */
const heldSecondsMax = 86_400
/** A receiver that restarts is back within this time. */
const breakerSecondsMax = 900

const list = 'Open the list of webhook receivers: it names them, and the page of each shows why'

/** Reports the backlog, the held deliveries, and the receivers that accept nothing. */
export function webhooksProbe(webhooks: Webhooks, now: () => Date): Probe {
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'webhooks',
    surfaces: ['ops', 'detailed'],
    headline: 'pending',
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
          action: 'Check that a worker runs. It sends the oldest delivery first.',
        })
      }
      if (oldestHeldAgeSeconds > heldSecondsMax) {
        problems.push({
          code: 'webhooks.held',
          message: `${countOf(held, 'delivery is', 'deliveries are')} held, the oldest for over a day.`,
          since: since(oldestHeldAgeSeconds),
          action: `${list}. Only its company can resume a paused webhook. Ask the company before the deliveries expire.`,
        })
      }
      if (oldestBreakerAgeSeconds > breakerSecondsMax) {
        problems.push({
          code: 'webhooks.breakers-open',
          message: `${countOf(breakersOpen, 'receiver is', 'receivers are')} failing: most attempts failed, and their deliveries are held.`,
          since: since(oldestBreakerAgeSeconds),
          action: `${list}. If one company is affected, notify it. If many are, check our own outbound network.`,
        })
      }
      if (endpointsDisabled > 0) {
        problems.push({
          code: 'webhooks.endpoint-disabled',
          message: `${countOf(endpointsDisabled, 'webhook was', 'webhooks were')} disabled because the receiver failed.`,
          since: since(metrics.oldestDisabledAgeSeconds),
          action: `${list}. When its company has fixed the receiver, press Enable there: the held deliveries are sent.`,
        })
      }
      if (exhausted24h > 0) {
        problems.push({
          code: 'webhooks.exhausted',
          message: `${countOf(exhausted24h, 'delivery was', 'deliveries were')} given up in the last 24 hours.`,
          since: since(metrics.oldestExhaustedAgeSeconds),
          action:
            'Open the list of webhook receivers. Where a receiver works again, press Replay a period on the page of the webhook.',
        })
      }
      return { metrics: { ...metrics }, problems, isDegraded: breakersOpen > 0 }
    },
  }
}
