import type { Principal } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { findEvents } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import type { Deps } from '../deps.ts'
import { lockAutomation } from '../editing/automation-store.ts'
import { fail } from '../failures.ts'
import { type Outcome, type Run, runTopic } from '../running/run.ts'
import { findAnyRun, hasDeadLetters, recordOutcome } from './dead-letter-store.ts'

export type Review = { readonly outcome: Outcome; readonly note: string | undefined }

/**
 * Records an operator's decision about a dead letter. A repeat of the same decision changes nothing. A deferred dead
 * letter may still get another decision. Any other change of a decision is refused, and so is a replay that could do
 * nothing.
 */
export async function reviewDeadLetter(
  deps: Deps,
  operator: Principal,
  runId: string,
  { outcome, note }: Review,
): Promise<Run> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const run = await findAnyRun(tx, runId)
    if (!run || (run.state !== 'DEAD_LETTERED' && !run.outcome))
      throw fail('run_not_found', { runId })
    const { companyId, automationId } = run
    const obstacle = outcome === 'replayed' ? await obstacleTo(tx, run) : undefined
    if (obstacle || !(await recordOutcome(tx, run, { outcome, by: operator.id, note, now }))) {
      // Another operator may have decided since the run was read.
      const current = (await findAnyRun(tx, runId)) ?? run
      if (current.outcome?.outcome === outcome) return current
      if (obstacle && isOpen(current)) throw obstacle
      throw fail('outcome_recorded', { outcome: current.outcome?.outcome })
    }
    recordAudit(tx, {
      companyId,
      actor: operator,
      action: 'automations.dead_letter_reviewed',
      target: { type: 'automation_run', id: runId },
      outcome: 'done',
      details: { outcome, ...(note !== undefined && { note }) },
      now,
    })
    if (!(await hasDeadLetters(tx, companyId, automationId))) {
      await deps.incidents.resolve(tx, {
        key: 'automation.dead-letter',
        dedupeKey: automationId,
        now,
      })
    }
    if (outcome === 'replayed') ringAfterCommit(tx, runTopic)
    return (await findAnyRun(tx, runId)) ?? run
  })
}

/**
 * The rule is locked, so that nobody pauses it, and the event's day is read, so that it is not dropped before this
 * ends.
 */
async function obstacleTo(
  tx: Tx,
  { companyId, automationId, eventId }: Run,
): Promise<Failure | undefined> {
  const rule = await lockAutomation(tx, companyId, automationId)
  if (rule?.state !== 'ACTIVE') return fail('rule_not_active', { automationId })
  const [event] = await findEvents(tx, companyId, [eventId])
  return event ? undefined : fail('event_gone', { eventId })
}

const isOpen = ({ state, outcome }: Run) =>
  state === 'DEAD_LETTERED' && outcome?.outcome !== 'handled_manually'
