import { countOf, type Probe, type Problem, secondsBefore } from '#platform/health'
import type { Dispatcher } from '#platform/outbox'
import type { Automations } from '../service.ts'
import type { FallbackMetrics } from './metrics-store.ts'

/** How many seconds a recorded run may wait for a worker. */
const pendingSecondsMax = 60

/**
 * Reports retries, backlog and dead letters, in the order in which they follow one another, and what somebody has
 * stopped.
 */
export function automationsProbe(
  automations: Automations,
  dispatcher: Dispatcher,
  now: () => Date,
): Probe {
  const names = new Set(automations.subscriptions.map(({ name }) => name))
  return {
    name: 'automationFallback',
    surfaces: ['ops', 'detailed'],
    headline: 'pendingOutboxCount',
    read: async () => {
      const [metrics, lags] = await Promise.all([automations.metrics(), dispatcher.lag()])
      const own = lags.filter(({ subscription }) => names.has(subscription))
      const streamBacklog = own.reduce((sum, { behind }) => sum + behind, 0)
      const since = (seconds: number) => secondsBefore(now(), seconds)
      const problems = [...problemsOfRuns(metrics, since), ...problemsOfHeld(metrics, since)]
      const isDegraded = metrics.failingRules > 0
      return { metrics: { ...metrics, streamBacklog }, problems, isDegraded }
    },
  }
}

type Since = (seconds: number) => string

function problemsOfRuns(metrics: FallbackMetrics, since: Since): Problem[] {
  const { pendingOutboxCount, oldestPendingOutboxAgeSeconds } = metrics
  const { deadLetterCount, oldestDeadLetterAgeSeconds } = metrics
  const problems: Problem[] = []
  if (oldestPendingOutboxAgeSeconds > pendingSecondsMax) {
    problems.push({
      code: 'automations.engine-behind',
      message: `${countOf(pendingOutboxCount, 'automation run waits', 'automation runs wait')}; the oldest has been due for ${oldestPendingOutboxAgeSeconds} s.`,
      since: since(oldestPendingOutboxAgeSeconds),
      action: 'Check that a worker runs. It begins the oldest run first.',
    })
  }
  if (deadLetterCount > 0) {
    problems.push({
      code: 'automation.dead-letter',
      message: `${countOf(deadLetterCount, 'automation run was given up and waits', 'automation runs were given up and wait')} for a decision.`,
      since: since(oldestDeadLetterAgeSeconds),
      action: 'Open /admin/automations and decide about each.',
    })
  }
  return problems
}

/** Runs that do not start because a person or a limit stopped them: nothing else would report these. */
function problemsOfHeld(metrics: FallbackMetrics, since: Since): Problem[] {
  const { switchedOff, isEverybodySwitchedOff, oldestSwitchAgeSeconds, held } = metrics
  const { heldByRules, oldestHeldByRulesAgeSeconds } = metrics
  const problems: Problem[] = []
  if (switchedOff > 0) {
    const whose = isEverybodySwitchedOff
      ? 'all companies'
      : countOf(switchedOff, 'company', 'companies')
    problems.push({
      code: 'automations.switched-off',
      message: `The automations of ${whose} are switched off; ${countOf(held - heldByRules, 'run is', 'runs are')} held.`,
      since: since(oldestSwitchAgeSeconds),
      action:
        'Open /admin/automations: the kill switch shows who stopped them and why. When that is over, resume them.',
    })
  }
  if (heldByRules > 0) {
    problems.push({
      code: 'automations.held',
      message: `${countOf(heldByRules, 'automation run is', 'automation runs are')} held because an automation ran too often or only failed.`,
      since: since(oldestHeldByRulesAgeSeconds),
      action:
        'Open /admin/automations, automations with held runs. Their companies were notified and can release the runs; you can too. A held run expires after 30 days.',
    })
  }
  return problems
}
