import { countOf, type Probe, type Problem, secondsBefore } from '#platform/health'
import type { Dispatcher } from './dispatcher.ts'
import type { Lag } from './lag.ts'
import type { SetAsideReading } from './set-aside/set-aside-store.ts'

/** A subscription may be behind by so many seconds before the section reports a problem. */
const behindSecondsMax = 60

/** The event log: which subscriptions are behind, and which events were set aside because they could not be recorded. */
export function eventLogProbe(dispatcher: Dispatcher, now: () => Date): Probe {
  return {
    name: 'eventLog',
    surfaces: ['ops', 'detailed'],
    headline: 'behind',
    read: async () => {
      const at = now()
      const [lags, setAside] = await Promise.all([dispatcher.lag(), dispatcher.setAside()])
      const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
      const ages = setAside.map(({ since }) => (at.getTime() - since.getTime()) / 1_000)
      return {
        metrics: {
          subscriptions: lags.length,
          behind: sum(lags.map(({ behind }) => behind)),
          oldestAgeSeconds: Math.max(0, ...lags.map((lag) => lag.oldestAgeSeconds)),
          setAside: sum(setAside.map(({ events }) => events)),
          setAsideLines: sum(setAside.map(({ lines }) => lines)),
          oldestSetAsideAgeSeconds: Math.max(0, ...ages),
        },
        problems: [
          ...lags
            .filter((lag) => lag.oldestAgeSeconds > behindSecondsMax)
            .map((lag) => behindProblem(lag, at)),
          ...setAside.map(setAsideProblem),
        ],
      }
    },
  }
}

function behindProblem(
  { subscription, behind, lastError, oldestAgeSeconds }: Lag,
  now: Date,
): Problem {
  return {
    code: 'outbox.subscription-behind',
    message: `${subscription} is ${behind} events behind. ${lastError ?? ''}`.trim(),
    since: secondsBefore(now, oldestAgeSeconds),
    action: 'Fix the cause that the last error names. The subscription then continues by itself.',
  }
}

function setAsideProblem({ subscription, events, since, oldest }: SetAsideReading): Problem {
  const count = countOf(events, 'event', 'events')
  const first = oldest
    ? ` The oldest is of ${oldest.line} of ${oldest.companyId}: ${oldest.lastError ?? ''}`
    : ''
  return {
    code: 'outbox.event-set-aside',
    message: `${subscription} has set ${count} aside and continues without them.${first}`.trim(),
    since: since.toISOString(),
    action:
      'GET /admin/events/set-aside has the error of each. Fix the cause: they are retried every ten minutes, or at once on request. Discard those that need not be recorded.',
  }
}
