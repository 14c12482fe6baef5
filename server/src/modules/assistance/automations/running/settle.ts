import { after, daysMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit } from '#platform/outbox'
import { writeLetter } from '#platform/texts'
import { notifyAdmins } from '../actions/notify-admins.ts'
import type { Deps } from '../deps.ts'
import { RunDeadLettered, RunFailed, RunSucceeded } from '../events.ts'
import { markNotified } from '../holding/held-store.ts'
import { writeMail } from '../mails.ts'
import { judgeFailing } from './failing.ts'
import { type Claimed, settleRun, type Verdict } from './queue-store.ts'
import { heldDays, type Run } from './run.ts'

/** The result of a run and the event about it are one transaction. */
export async function settle(deps: Deps, claimed: Claimed, verdict: Verdict): Promise<boolean> {
  const now = deps.now()
  const isSettled = await deps.database.transaction(async (tx) => {
    if (!(await settleRun(tx, claimed, verdict, now))) return false
    const ended = { ...claimed, reason: verdict.reason ?? 'unknown', now }
    if (verdict.state === 'SUCCEEDED') await emit(tx, RunSucceeded, emissionOf(ended))
    if (verdict.state === 'FAILED') {
      await emit(tx, RunFailed, failedEmissionOf(ended))
      await judgeFailing(deps, tx, ended)
    }
    if (verdict.reason === 'too_many_runs') await reportFlood(deps, tx, claimed, now)
    if (verdict.state === 'DEAD_LETTERED') await reportDeadLetter(deps, tx, ended)
    return true
  })
  crashPoint('automations.run_settled')
  return isSettled
}

export type EndedRun = {
  readonly run: Run
  readonly automationName: string
  readonly reason: string
  readonly now: Date
}

/** A participant. Called when a run is given up, by a failed attempt or by the sweep of lost leases. */
export async function reportDeadLetter(
  deps: Pick<Deps, 'incidents' | 'adminsOf'>,
  tx: Tx,
  ended: EndedRun,
): Promise<void> {
  const { run, automationName, now } = ended
  await emit(tx, RunDeadLettered, failedEmissionOf(ended))
  await judgeFailing(deps, tx, ended)
  await deps.incidents.notify(tx, {
    key: 'automation.dead-letter',
    severity: 'warning',
    summary: `Runs of the automation "${automationName}" were given up.`,
    details: { companyId: run.companyId, automationId: run.automationId, runId: run.id },
    dedupeKey: run.automationId,
    companyId: run.companyId,
    now,
  })
  await mailDeadLetter(deps, tx, ended)
}

/** A participant. Notifies the administrators at most once a day that runs of a rule are given up. */
async function mailDeadLetter(
  deps: Pick<Deps, 'adminsOf'>,
  tx: Tx,
  { run, automationName, reason, now }: EndedRun,
): Promise<void> {
  const since = after(now, -daysMs(1))
  if (!(await markNotified(tx, run, 'dead_letter_notified_at', { now, since }))) return
  await notifyAdmins(deps, tx, {
    run,
    automationName,
    letterIn: (locale) =>
      writeLetter(writeMail, locale, 'given_up', {
        name: automationName,
        id: run.automationId,
        run: run.id,
        attempts: run.attempts,
        reason,
      }),
    key: `given_up/${run.automationId}/${now.getTime()}`,
    now,
  })
}

/** The path is part of the event, so that a rule which listens to runs of rules cannot lead to itself. */
function emissionOf({ run, automationName, now }: EndedRun) {
  return {
    companyId: run.companyId,
    entityId: run.id,
    entityVersion: Math.max(1, run.attempts),
    occurredAt: now,
    cause: { depth: run.depth, path: run.path },
    data: {
      runId: run.id,
      automationId: run.automationId,
      automationName,
      version: run.version,
      eventId: run.eventId,
      eventType: run.eventType,
    },
  }
}

function failedEmissionOf(ended: EndedRun) {
  const emission = emissionOf(ended)
  const { reason, run } = ended
  return { ...emission, data: { ...emission.data, reason, attempts: run.attempts } }
}

/** A participant. Notifies the administrators once that runs are held, until somebody has released them. */
async function reportFlood(
  deps: Pick<Deps, 'adminsOf'>,
  tx: Tx,
  { run, automationName, runsPerMinute }: Claimed,
  now: Date,
): Promise<void> {
  const since = after(now, -daysMs(heldDays))
  // No second notice while runs of the first one may still be held.
  if (!(await markNotified(tx, run, 'flood_notified_at', { now, since }))) return
  await notifyAdmins(deps, tx, {
    run,
    automationName,
    letterIn: (locale) =>
      writeLetter(writeMail, locale, 'held', {
        name: automationName,
        id: run.automationId,
        runs: runsPerMinute,
        days: heldDays,
      }),
    key: `held/${run.automationId}/${now.getTime()}`,
    now,
  })
}
