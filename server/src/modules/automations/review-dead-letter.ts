import type { Principal } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import { ringAfterCommit } from '#platform/wake'
import { lockAutomation } from './automation-store.ts'
import { findAnyRun, hasDeadLetters, recordOutcome } from './dead-letter-store.ts'
import type { Deps } from './deps.ts'
import { fail } from './failures.ts'
import { type Outcome, type Run, runTopic } from './run.ts'

export type Review = { readonly outcome: Outcome; readonly note: string | undefined }

/**
 * An operator says what becomes of a dead letter. Saying the same again changes nothing. What is deferred may still become
 * another thing; any other word than the one that holds is refused. Nothing of a rule that does not run is replayed: its
 * claim would end the run instead of doing it.
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
    // Locked, so that nobody pauses it between this look and the replay.
    const isReplay = outcome === 'replayed'
    const rule = isReplay ? await lockAutomation(tx, companyId, automationId) : undefined
    const mayRun = !isReplay || rule?.state === 'ACTIVE'
    if (!mayRun || !(await recordOutcome(tx, run, { outcome, by: operator.id, note, now }))) {
      // Somebody may have been faster since it was read.
      const current = (await findAnyRun(tx, runId)) ?? run
      if (current.outcome?.outcome === outcome) return current
      if (!mayRun && isOpen(current)) throw fail('rule_not_active', { automationId })
      throw fail('outcome_recorded', { outcome: current.outcome?.outcome })
    }
    await recordAudit(tx, {
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
    if (isReplay) ringAfterCommit(tx, runTopic)
    return (await findAnyRun(tx, runId)) ?? run
  })
}

const isOpen = ({ state, outcome }: Run) =>
  state === 'DEAD_LETTERED' && outcome?.outcome !== 'handled_manually'
