import { after } from '#kernel/time'
import { ComputeStopped } from '#platform/compute'
import { crashPoint } from '#platform/faults'
import { release } from '#platform/leases'
import { causedBy, findEvents, type LoggedEvent } from '#platform/outbox'
import { perform } from '../actions/act.ts'
import { ActionFailed } from '../actions/action-failed.ts'
import type { Evaluation } from '../cel/evaluate.ts'
import type { Deps } from '../deps.ts'
import { beginRun, type Claimed, type Verdict, writeTrace } from './queue-store.ts'
import { retryDelayMs } from './retry.ts'
import { runQueue } from './run.ts'
import { listSteps } from './run-store.ts'
import { settle } from './settle.ts'

/** Takes one run from its claim to its end, and records the result. */
export async function runOnce(deps: Deps, claimed: Claimed, signal: AbortSignal): Promise<void> {
  try {
    await settle(deps, claimed, await verdictOn(deps, claimed, signal))
  } catch (error) {
    if (signal.aborted) return giveBack(deps, claimed)
    // The lease expires and the attempt is repeated. Steps that are done are recorded and skipped.
    deps.log.error({ err: error, runId: claimed.run.id }, 'A run could not be recorded.')
  }
}

/** Our own shutdown aborted the run, which is no failure: it is due again, and the attempt does not count. */
async function giveBack(
  { database, now }: Deps,
  { run: { companyId, id }, leaseToken }: Claimed,
): Promise<void> {
  const lease = { token: leaseToken, until: now() }
  await release(database.pool, runQueue, lease, [{ company_id: companyId, id }], now())
}

async function verdictOn(deps: Deps, claimed: Claimed, signal: AbortSignal): Promise<Verdict> {
  const { run, stopped } = claimed
  if (stopped === 'switched_off' || stopped === 'rule_failing') {
    return { state: 'HELD', reason: stopped }
  }
  if (stopped) return { state: 'CANCELLED', reason: stopped }
  const [event] = await findEvents(deps.database.pool, run.companyId, [run.eventId])
  if (!event) return { state: 'FAILED', reason: 'event_gone' }
  try {
    if (!run.startedAt) {
      const refusal = await judge(deps, claimed, event)
      if (refusal) return refusal
    }
    crashPoint('automations.run_begun')
    await act(deps, claimed, event, signal)
    return { state: 'SUCCEEDED' }
  } catch (error) {
    if (signal.aborted) throw error
    return verdictAfter(deps, claimed, error)
  }
}

/** Undefined if the condition holds and the rule may start. */
async function judge(
  deps: Deps,
  claimed: Claimed,
  event: LoggedEvent,
): Promise<Verdict | undefined> {
  const evaluation = await deps.conditions.evaluate(
    claimed.run.companyId,
    event.type,
    claimed.condition,
    event,
  )
  const mayBegin = await deps.database.transaction(async (tx) => {
    await writeTrace(tx, claimed, evaluation.trace)
    return evaluation.outcome === 'held' && (await beginRun(tx, claimed, deps.now()))
  })
  if (mayBegin) return undefined
  return evaluation.outcome === 'held'
    ? { state: 'HELD', reason: 'too_many_runs' }
    : refusalOf(evaluation)
}

function refusalOf({ outcome, error }: Evaluation): Verdict {
  return outcome === 'failed'
    ? { state: 'FAILED', reason: 'condition_failed', error }
    : { state: 'SKIPPED', reason: 'condition_not_held', error }
}

/** Performs the actions in order. Skips steps that an earlier attempt has done. */
async function act(
  deps: Deps,
  claimed: Claimed,
  event: LoggedEvent,
  signal: AbortSignal,
): Promise<void> {
  const { run, actions } = claimed
  const done = new Set(
    (await listSteps(deps.database.pool, run.companyId, run.id)).map(({ stepId }) => stepId),
  )
  // Every event of an action names this rule as its cause, so that loops are found across all kinds of actions.
  const cause = { depth: run.depth, path: run.path }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(actionsMs)])
  for (const [index, action] of actions.entries()) {
    const stepId = index + 1
    if (done.has(stepId)) continue
    const step = { run, rule: claimed, event, stepId }
    await causedBy(cause, () => perform(deps, step, action, deadline))
    crashPoint('automations.step_done')
  }
}

/** All actions of an attempt together end before its lease does. */
const actionsMs = 45_000

function verdictAfter(deps: Deps, { run }: Claimed, error: unknown): Verdict {
  const { reason, message, isFinal } = kindOf(error)
  if (isFinal) return { state: 'FAILED', reason, error: message }
  const delayMs = retryDelayMs(run.attempts, deps.random ?? Math.random)
  if (delayMs === undefined) return { state: 'DEAD_LETTERED', reason, error: message }
  const availableAt = after(deps.now(), delayMs)
  return { state: 'RETRYING', reason, error: message, availableAt }
}

function kindOf(error: unknown): { reason: string; message: string; isFinal: boolean } {
  if (error instanceof ActionFailed) {
    const { reason, isFinal } = error
    return { reason, message: error.message.slice(0, 500), isFinal }
  }
  if (error instanceof ComputeStopped) {
    return { reason: `condition_${error.why}`, message: error.message, isFinal: false }
  }
  // A database error, or a bug of ours: its text may contain confidential data.
  return { reason: 'internal', message: 'The service failed. It tries again.', isFinal: false }
}
