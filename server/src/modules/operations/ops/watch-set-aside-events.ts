import type { Incidents } from '#modules/incidents'
import { afterCommit } from '#platform/db'
import { processDied } from '#platform/leases'
import type { SetAsideWatch } from '#platform/outbox'
import type { Metrics } from '#platform/telemetry'

type Deps = { readonly incidents: Incidents; readonly metrics: Metrics }

const key = 'outbox.event-set-aside'

/** Reports events that a subscription cannot record: one incident for each subscription. */
export function watchSetAsideEvents({ incidents, metrics }: Deps): SetAsideWatch {
  const stopped = metrics.counter(
    'events_set_aside_total',
    'Events that a subscription could not record, and has set aside.',
    ['subscription'],
  )
  return {
    stopped: async (tx, event, now) => {
      const { subscription, companyId, line, eventId, type, failures, lastError } = event
      const isPoison = lastError === processDied
      afterCommit(tx, () => stopped.add({ subscription }))
      await incidents.notify(tx, {
        key,
        severity: 'warning',
        summary: isPoison
          ? `An event of ${line} has killed the processes in which ${subscription} recorded it. It is set aside.`
          : `${subscription} could not record an event of ${line}, and has set it aside.`,
        // The error may contain confidential data, so only the list of these events shows it.
        details: {
          subscription,
          eventId,
          type,
          line,
          failures,
          ...(isPoison && { reason: processDied }),
          refersTo: { companyId },
        },
        dedupeKey: subscription,
        companyId,
        now,
      })
    },
    well: async (tx, subscription, now) => {
      await incidents.resolve(tx, { key, dedupeKey: subscription, now })
    },
  }
}
