import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import { type EventKind, type LoggedEvent, onPublic, type Subscription } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import { insertRuns, type Listening, listListening, type NewRun } from './record-store.ts'
import { depthMax, runTopic } from './run.ts'

/** The subscription that records runs. */
export const recorderName = 'automations.record_runs'

/**
 * Records a run for each rule that listens, in the transaction that moves the position in the event log: an accepted
 * event has a row, and a repeated event finds it. Conditions are judged later, so that none of them delays the event
 * log.
 */
export function recordRuns(kinds: readonly EventKind[], now: Clock): Subscription {
  return onPublic(kinds, {
    name: recorderName,
    recordAll: async (tx, events) => {
      const at = now()
      const listening = await listListening(tx, events)
      const runs = events.flatMap((event) =>
        listening
          .filter((rule) => rule.companyId === event.companyId && rule.eventType === event.type)
          .filter((rule) => rule.activeSince <= event.occurredAt)
          .map((rule) => runFor(event, rule, at)),
      )
      if (runs.length === 0) return
      await insertRuns(tx, runs, at)
      ringAfterCommit(tx, runTopic)
    },
  })
}

/**
 * A rule that led to the event does not run for it, and neither does a rule at the end of a long chain. Both refusals
 * are recorded.
 */
function runFor(
  event: LoggedEvent,
  rule: Pick<Listening, 'automationId' | 'version' | 'pauses'>,
  at: Date,
): NewRun {
  const { depth = 0, path = [] } = event.cause ?? {}
  const isLoop = path.includes(rule.automationId)
  const isTooDeep = depth + 1 > depthMax
  return {
    companyId: event.companyId,
    id: newId('run', at),
    automationId: rule.automationId,
    version: rule.version,
    eventId: event.id,
    eventType: event.type,
    depth: depth + 1,
    path: [...path.slice(-depthMax), rule.automationId],
    pauses: rule.pauses,
    refusal: isLoop ? 'triggers_itself' : isTooDeep ? 'too_deep' : undefined,
  }
}
