import type { Automations } from '#modules/automations'
import type { Probe } from '#modules/ops'
import type { Dispatcher } from '#platform/outbox'
import { secondsBefore } from './seconds-before.ts'

/** Seconds for which what is written may wait for somebody to begin it. */
const pendingSecondsMax = 60

/** The three surfaces of the fallback in their order, and what was given up. */
export function automationsProbe(
  automations: Automations,
  dispatcher: Dispatcher,
  now: () => Date,
): Probe {
  const names = new Set(automations.subscriptions.map(({ name }) => name))
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'automationFallback',
    surfaces: ['ops', 'detailed'],
    read: async () => {
      const [metrics, lags] = await Promise.all([automations.metrics(), dispatcher.lag()])
      const own = lags.filter(({ subscription }) => names.has(subscription))
      const streamBacklog = own.reduce((sum, { behind }) => sum + behind, 0)
      const { pendingOutboxCount, oldestPendingOutboxAgeSeconds } = metrics
      const { deadLetterCount, oldestDeadLetterAgeSeconds } = metrics
      const problems = []
      if (oldestPendingOutboxAgeSeconds > pendingSecondsMax) {
        problems.push({
          code: 'automations.engine-behind',
          message: `${pendingOutboxCount} automation runs wait; nobody has begun the oldest for ${oldestPendingOutboxAgeSeconds} s.`,
          since: since(oldestPendingOutboxAgeSeconds),
          action: 'Look whether a worker runs. What waits is begun by itself once one does.',
        })
      }
      if (deadLetterCount > 0) {
        problems.push({
          code: 'automation.dead-letter',
          message: `${deadLetterCount} automation runs were given up and wait for a word.`,
          since: since(oldestDeadLetterAgeSeconds),
          action: 'Open /admin/automations and record for each what becomes of it.',
        })
      }
      return { metrics: { ...metrics, streamBacklog }, problems }
    },
  }
}
