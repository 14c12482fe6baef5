import { type Actor, ownerIdOf } from '#kernel/actor'
import { getCalendar } from '#modules/calendar'
import { todayOf } from '#modules/identity'
import { recordAudit } from '#platform/audit'
import type { Conn, Tx } from '#platform/db'
import { dayIn } from '#platform/working-time'
import { announceSkipped, end, nextVersion, pause, skipRun } from './change-runs.ts'
import {
  assertState,
  auditStandingOrder,
  type ChangeDeps,
  lockToSteer,
  nextDateOf,
  storeChange,
} from './change-standing-orders.ts'
import { fail } from './failures.ts'
import { findRun, insertRun, listOpenRuns, listSkippedFrom, updateRun } from './run-store.ts'
import { addDays, isDateOf } from './schedule.ts'
import {
  isOpenRun,
  mayOrder,
  newRun,
  type StandingOrder,
  type StandingOrderState,
} from './standing-order.ts'
import { nextDatesOf } from './working-dates.ts'

export type SteerDeps = ChangeDeps & {
  /** An active member with present roles. */
  readonly memberOf: (conn: Conn, companyId: string, userId: string) => Promise<Actor | undefined>
}

/** A date further behind the next one cannot be skipped yet. */
const skipDaysMax = 2 * 366

export function pauseStandingOrder(
  deps: SteerDeps,
  actor: Actor,
  standingOrderId: string,
): Promise<StandingOrder> {
  const isAllowed = (state: StandingOrderState) => state === 'ACTIVE'
  return steer(deps, actor, standingOrderId, isAllowed, async (tx, locked, now) => {
    const paused = await pause(tx, locked, 'BY_REQUEST', now)
    await storeChange(tx, paused)
    auditStandingOrder(tx, actor, 'paused', paused, { reason: 'BY_REQUEST' })
    return paused
  })
}

/** Dates that passed meanwhile are not ordered. If the owner cannot order any more, the standing order becomes the actor's. */
export function resumeStandingOrder(
  deps: SteerDeps,
  actor: Actor,
  standingOrderId: string,
): Promise<StandingOrder> {
  const isAllowed = (state: StandingOrderState) => state === 'PAUSED'
  return steer(deps, actor, standingOrderId, isAllowed, async (tx, locked, now) => {
    const { companyId } = locked
    const owner = await deps.memberOf(tx, companyId, locked.ownerId)
    const hasOwner = owner !== undefined && mayOrder(owner)
    if (!hasOwner && actor.kind === 'api_key') throw fail('person_required')
    const today = await todayOf(tx, companyId, now)
    const nextDate = await nextDateOf(tx, locked, today)
    if (nextDate === undefined) throw fail('no_date_left')
    const resumed: StandingOrder = {
      ...nextVersion(locked, now),
      ...(hasOwner ? {} : passTo(ownerIdOf(actor), locked)),
      state: 'ACTIVE',
      reason: undefined,
      nextDate,
    }
    await storeChange(tx, resumed)
    const { ownerId } = resumed
    auditStandingOrder(tx, actor, 'resumed', resumed, { ownerId })
    return resumed
  })
}

/** The address still names the person who gave it. */
function passTo(
  ownerId: string,
  { ownerId: former, shipToBy = former }: StandingOrder,
): Pick<StandingOrder, 'ownerId' | 'shipToBy'> {
  return { ownerId, shipToBy: shipToBy === ownerId ? undefined : shipToBy }
}

export function endStandingOrder(
  deps: SteerDeps,
  actor: Actor,
  standingOrderId: string,
): Promise<StandingOrder> {
  const isAllowed = (state: StandingOrderState) => state !== 'ENDED'
  return steer(deps, actor, standingOrderId, isAllowed, async (tx, locked, now) => {
    const ended = await end(tx, locked, await listOpenRuns(tx, locked), 'BY_REQUEST', now)
    await storeChange(tx, ended)
    auditStandingOrder(tx, actor, 'ended', ended, { reason: 'BY_REQUEST' })
    return ended
  })
}

/** A date that is skipped already stays so. */
export function skipDate(
  deps: SteerDeps,
  actor: Actor,
  standingOrderId: string,
  date: string,
): Promise<StandingOrder> {
  const isAllowed = (state: StandingOrderState) => state !== 'ENDED'
  return steer(deps, actor, standingOrderId, isAllowed, async (tx, locked, now) => {
    const run = await findRun(tx, locked, date)
    if (run?.state === 'SKIPPED') return locked
    if (run && !isOpenRun(run)) throw fail('run_over', { date, orderId: run.order?.id })
    const skipped = run
      ? await skipRun(tx, locked, run, 'BY_REQUEST', now)
      : await skipAhead(tx, locked, date, now)
    await storeChange(tx, skipped)
    auditDate(tx, actor, 'skipped', skipped, date)
    return skipped
  })
}

/** Locks the standing order, and changes it if its state allows that. */
function steer(
  { database, now: clock }: SteerDeps,
  actor: Actor,
  standingOrderId: string,
  isAllowed: (state: StandingOrderState) => boolean,
  change: (tx: Tx, locked: StandingOrder, now: Date) => Promise<StandingOrder>,
): Promise<StandingOrder> {
  const now = clock()
  return database.transaction(async (tx) => {
    const locked = await lockToSteer(tx, actor, standingOrderId)
    assertState(locked, isAllowed)
    return change(tx, locked, now)
  })
}

/** Participant: a date that has not come yet gets its run, which is over. */
async function skipAhead(
  tx: Tx,
  locked: StandingOrder,
  date: string,
  now: Date,
): Promise<StandingOrder> {
  const { companyId, schedule, nextDate } = locked
  const isAhead = nextDate !== undefined && date >= nextDate && isDateOf(schedule, date)
  if (!isAhead || date > addDays(nextDate, skipDaysMax)) {
    const calendar = await getCalendar(tx, companyId)
    const skipped = await listSkippedFrom(tx, locked, dayIn(calendar.timeZone, now))
    const nextDates = nextDatesOf(locked, skipped, calendar).map((next) => next.date)
    throw fail('date_not_scheduled', { date, nextDates })
  }
  const run = newRun(locked, {
    date,
    state: 'SKIPPED',
    tryOn: date,
    lastTryOn: date,
    reason: 'BY_REQUEST',
    changedAt: now,
  })
  await insertRun(tx, run)
  return announceSkipped(tx, locked, run, 'BY_REQUEST', now)
}

/** A worker tries the date at once. A refusal leaves the days of the other tries as they are. */
export function retryDate(
  deps: SteerDeps,
  actor: Actor,
  standingOrderId: string,
  date: string,
): Promise<StandingOrder> {
  const isAllowed = (state: StandingOrderState) => state === 'ACTIVE'
  return steer(deps, actor, standingOrderId, isAllowed, async (tx, locked, now) => {
    const run = await findRun(tx, locked, date)
    if (run?.state !== 'FAILED') throw fail('run_not_failed', { date, state: run?.state })
    // The date has come already, so it is due.
    await updateRun(tx, { ...run, tryOn: date, changedAt: now })
    const retried = nextVersion(locked, now)
    await storeChange(tx, retried)
    auditDate(tx, actor, 'retried', retried, date)
    return retried
  })
}

function auditDate(
  tx: Tx,
  actor: Actor,
  done: 'skipped' | 'retried',
  { companyId, id, changedAt }: StandingOrder,
  date: string,
): void {
  recordAudit(tx, {
    companyId,
    actor,
    action: `standing.date_${done}`,
    target: { type: 'standing_order', id },
    outcome: 'done',
    details: { date },
    now: changedAt,
  })
}
