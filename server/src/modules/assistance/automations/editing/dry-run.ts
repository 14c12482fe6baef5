import type { Actor } from '#kernel/actor'
import { after, daysMs } from '#kernel/time'
import { ComputeStopped } from '#platform/compute'
import { type LoggedEvent, readLatestCompanyEvents } from '#platform/outbox'
import type { Evaluation } from '../cel/evaluate.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { getAutomation } from './change-automation.ts'
import { type WouldDo, wouldDo } from './would-do.ts'

export type Tried = {
  readonly eventId: string
  readonly occurredAt: Date
  readonly entity: { readonly type: string; readonly id: string }
  readonly evaluation: Omit<Evaluation, 'outcome'> & {
    readonly outcome: Evaluation['outcome'] | 'timeout'
  }
  /** The actions for the newest events for which the condition holds. */
  readonly actions: readonly WouldDo[] | undefined
}

export type DryRun = { readonly version: number; readonly tried: readonly Tried[] }

const lookBackMs = daysMs(30)
/** Actions are tried for this many events: each takes the same locks as a real run. */
const actedMax = 5

/**
 * What the draft, or else the published version, would do for the latest events of its kind. All effects are rolled
 * back.
 */
export async function dryRun(deps: Deps, actor: Actor, id: string, last: number): Promise<DryRun> {
  const { companyId } = actor
  const { pool } = deps.database
  const automation = await getAutomation(deps, companyId, id)
  const { draft, published } = automation
  const version = draft ?? published
  if (!version) throw new Error('an automation without a version')
  const { eventType: type, condition } = version
  const since = after(deps.now(), -lookBackMs)
  const events = await readLatestCompanyEvents(pool, companyId, { type, since, limit: last })
  const tried: Tried[] = []
  let acted = 0
  // One after the other, so that one person's dry run leaves room for running rules.
  for (const event of events) {
    const { evaluation, isStopped } = await tryCondition(deps, companyId, condition, event)
    const isActed = evaluation.outcome === 'held' && acted < actedMax
    if (isActed) acted += 1
    tried.push({
      eventId: event.id,
      occurredAt: event.occurredAt,
      entity: event.entity,
      evaluation,
      actions: isActed ? await wouldDo(deps, actor, automation, version, event) : undefined,
    })
    // Every further event would take as long.
    if (isStopped) break
  }
  return { version: version.version, tried }
}

async function tryCondition(
  { conditions }: Deps,
  companyId: string,
  condition: string,
  event: LoggedEvent,
): Promise<{ readonly evaluation: Tried['evaluation']; readonly isStopped: boolean }> {
  try {
    const evaluation = await conditions.evaluate(companyId, event.type, condition, event)
    return { evaluation, isStopped: false }
  } catch (error) {
    if (!(error instanceof ComputeStopped)) throw error
    if (error.why === 'busy' || error.why === 'closed') throw fail('evaluation_busy')
    const outcome = error.why === 'timeout' ? 'timeout' : 'failed'
    return { evaluation: { outcome, error: error.message, trace: [] }, isStopped: true }
  }
}
