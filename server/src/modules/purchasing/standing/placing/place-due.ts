import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { after, type Clock, daysMs } from '#kernel/time'
import { type Calendar, getCalendar } from '#modules/calendar'
import type { Checkout } from '#modules/checkout'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { dayIn } from '#platform/working-time'
import { end, pause, placeRun, refuseRun, skipRun } from '../change-runs.ts'
import { orderOf } from '../order-of-date.ts'
import { findRun, insertRun, listOpenRuns } from '../run-store.ts'
import { addDays, dateAfter } from '../schedule.ts'
import {
  isOpenRun,
  mayOrder,
  newRun,
  type Run,
  retryDays,
  type StandingOrder,
  type StateReason,
} from '../standing-order.ts'
import {
  findStandingOrder,
  lockStandingOrder,
  noteProgress,
  updateStandingOrder,
} from '../standing-order-store.ts'
import { placingDayOf, startOf, workingDayAfter } from '../working-dates.ts'

export type PlaceDeps = {
  readonly database: Database
  readonly checkout: Pick<Checkout, 'placeOrder'>
  /** An active member with present roles. */
  readonly memberOf: (conn: Conn, companyId: string, userId: string) => Promise<Actor | undefined>
  readonly isCompanyOpen: (conn: Conn, companyId: string) => Promise<boolean>
  readonly now: Clock
}

/**
 * Places the orders of the dates that have come. It may run any number of times, and in several places at once: the transaction of an
 * order also ends the run of its date, whose standing order it has locked. Returns when to look again; undefined if a change of the
 * standing order decides that.
 */
export async function placeDue(deps: PlaceDeps, claimed: StandingOrder): Promise<Date | undefined> {
  const { companyId } = claimed
  const { pool } = deps.database
  // A closed company orders nothing. Dates that pass meanwhile are missed.
  if (!(await deps.isCompanyOpen(pool, companyId))) return after(deps.now(), daysMs(1))
  const calendar = await getCalendar(pool, companyId)
  const open = await deps.database.transaction((tx) => planDates(deps, tx, claimed, calendar))
  if (!open) return undefined
  const due = open.filter(({ tryOn }) => startOf(calendar, tryOn) <= deps.now())
  if (due.length > 0) {
    crashPoint('standing.dates_planned')
    const owner = await deps.memberOf(pool, companyId, claimed.ownerId)
    if (!owner || !mayOrder(owner)) {
      await pauseWithoutOwner(deps, claimed, owner ? 'OWNER_MAY_NOT_ORDER' : 'OWNER_LEFT')
      return undefined
    }
    for (const run of due) await tryDate(deps, owner, run, calendar)
  }
  return deps.database.transaction((tx) => nextLook(deps, tx, claimed, calendar))
}

/**
 * Participant: gives each date that has come a run, and skips the runs that nobody could try in time. Returns the runs to try;
 * undefined if the standing order is not active any more.
 */
async function planDates(
  { now: clock }: PlaceDeps,
  tx: Tx,
  { companyId, id }: StandingOrder,
  calendar: Calendar,
): Promise<readonly Run[] | undefined> {
  const locked = await lockStandingOrder(tx, companyId, id)
  if (locked?.state !== 'ACTIVE') return undefined
  const now = clock()
  const today = dayIn(calendar.timeZone, now)
  let current = locked
  for (let date = current.nextDate; date !== undefined; ) {
    const placedOn = placingDayOf(calendar, date)
    if (startOf(calendar, placedOn) > now) break
    const lastTryOn = workingDayAfter(calendar, placedOn, retryDays)
    const run = { date, state: 'DUE', tryOn: placedOn, lastTryOn, changedAt: now } as const
    await insertRun(tx, newRun(current, run))
    date = dateAfter(current.schedule, date)
    current = { ...current, nextDate: date }
  }
  const open: Run[] = []
  for (const run of await listOpenRuns(tx, current)) {
    if (run.lastTryOn >= today) open.push(run)
    else current = await skipRun(tx, current, run, run.failure ? 'REFUSED' : 'MISSED', now)
  }
  if (current !== locked) await noteProgress(tx, current)
  return open
}

/** Ends a transaction that would order what somebody has changed, or what is ordered already. */
class NotDue extends Error {}

async function tryDate(deps: PlaceDeps, owner: Actor, due: Run, calendar: Calendar): Promise<void> {
  const { companyId, standingOrderId: id, date } = due
  const read = await findStandingOrder(deps.database.pool, companyId, id)
  if (!read) return
  const now = deps.now()
  const order = orderOf(read, dayIn(calendar.timeZone, now))
  try {
    await deps.checkout.placeOrder(owner, {
      ...order,
      idempotency: undefined,
      alongside: {
        audited: { standingOrderId: id, date },
        before: async (tx) => void (await lockForDate(tx, read, due)),
        after: async (tx, placed) => {
          const { run, standingOrder } = await lockForDate(tx, read, due)
          await noteProgress(tx, await placeRun(tx, standingOrder, run, placed, now))
        },
      },
    })
  } catch (error) {
    if (error instanceof NotDue) return
    // The service itself cannot place orders now: the date keeps its tries.
    if (!(error instanceof Failure) || error.status >= 500) throw error
    await noteRefused(deps, read, due, error, calendar)
  }
  crashPoint('standing.date_tried')
}

/** Throws `NotDue` if the standing order has changed since it was read, or another worker has tried the date. */
async function lockForDate(
  tx: Tx,
  { companyId, id, version, ownerId }: StandingOrder,
  { date, tries }: Run,
): Promise<{ readonly standingOrder: StandingOrder; readonly run: Run }> {
  const standingOrder = await lockStandingOrder(tx, companyId, id)
  if (standingOrder?.state !== 'ACTIVE' || standingOrder.version !== version) throw new NotDue()
  if (standingOrder.ownerId !== ownerId) throw new NotDue()
  const run = await findRun(tx, standingOrder, date)
  if (!run || !isOpenRun(run) || run.tries !== tries) throw new NotDue()
  return { standingOrder, run }
}

async function noteRefused(
  { database, now: clock }: PlaceDeps,
  read: StandingOrder,
  due: Run,
  refusal: Failure,
  calendar: Calendar,
): Promise<void> {
  const now = clock()
  const today = dayIn(calendar.timeZone, now)
  try {
    await database.transaction(async (tx) => {
      const { run, standingOrder } = await lockForDate(tx, read, due)
      const nextTryOn = today < run.lastTryOn ? workingDayAfter(calendar, today) : undefined
      const how = { nextTryOn, now }
      await noteProgress(tx, await refuseRun(tx, standingOrder, run, refusal, how))
    })
  } catch (error) {
    // What was refused is not what would be ordered now.
    if (!(error instanceof NotDue)) throw error
  }
}

async function pauseWithoutOwner(
  { database, now: clock }: PlaceDeps,
  { companyId, id }: StandingOrder,
  reason: StateReason,
): Promise<void> {
  const now = clock()
  await database.transaction(async (tx) => {
    const locked = await lockStandingOrder(tx, companyId, id)
    if (locked?.state !== 'ACTIVE') return
    await updateStandingOrder(tx, await pause(tx, locked, reason, now))
    recordAudit(tx, {
      companyId,
      action: 'standing.order_paused',
      target: { type: 'standing_order', id },
      outcome: 'done',
      details: { reason },
      now,
    })
  })
}

/** Participant: the next day on which there is something to do. Without one the standing order ends. */
async function nextLook(
  { now: clock }: PlaceDeps,
  tx: Tx,
  { companyId, id }: StandingOrder,
  calendar: Calendar,
): Promise<Date | undefined> {
  const locked = await lockStandingOrder(tx, companyId, id)
  if (locked?.state !== 'ACTIVE') return undefined
  const now = clock()
  const open = await listOpenRuns(tx, locked)
  const days = open.map(({ tryOn }) => tryOn)
  if (locked.nextDate !== undefined) days.push(locked.nextDate)
  if (days.length === 0) {
    await updateStandingOrder(tx, await end(tx, locked, [], 'SCHEDULE_OVER', now))
    return undefined
  }
  const ahead = days.map((day) => startOf(calendar, day)).filter((start) => start > now)
  // A date that moved to a working day: the calendar may change before that, so each day is looked at.
  if (ahead.length < days.length)
    ahead.push(startOf(calendar, addDays(dayIn(calendar.timeZone, now), 1)))
  return new Date(Math.min(...ahead.map((start) => start.getTime())))
}
