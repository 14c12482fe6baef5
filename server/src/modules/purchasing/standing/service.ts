import type { Actor } from '#kernel/actor'
import { getCalendar } from '#modules/calendar'
import {
  changeStandingOrder,
  createStandingOrder,
  readStandingOrder,
  type StandingOrderChange,
  type StandingOrderInput,
} from './change-standing-orders.ts'
import { type Metrics, measure } from './metrics-store.ts'
import { listSkippedFrom } from './run-store.ts'
import type { StandingOrder } from './standing-order.ts'
import {
  endStandingOrder,
  pauseStandingOrder,
  resumeStandingOrder,
  retryDate,
  type SteerDeps,
  skipDate,
} from './steer-standing-orders.ts'
import { type NextDate, nextDatesOf } from './working-dates.ts'

export type FullStandingOrder = {
  readonly standingOrder: StandingOrder
  readonly nextDates: readonly NextDate[]
}

export type StandingOrders = {
  /** Throws `standing.order_not_found`, as all others do. */
  read(actor: Actor, standingOrderId: string): Promise<FullStandingOrder>
  create(actor: Actor, input: StandingOrderInput): Promise<StandingOrder>
  /** For its owner. */
  change(actor: Actor, standingOrderId: string, change: StandingOrderChange): Promise<StandingOrder>
  /** For its owner and administrators, as all that follow. */
  pause(actor: Actor, standingOrderId: string): Promise<StandingOrder>
  resume(actor: Actor, standingOrderId: string): Promise<StandingOrder>
  end(actor: Actor, standingOrderId: string): Promise<StandingOrder>
  skip(actor: Actor, standingOrderId: string, date: string): Promise<StandingOrder>
  /** Operators may do this, too. */
  retry(actor: Actor, standingOrderId: string, date: string): Promise<StandingOrder>
  measure(): Promise<Metrics>
}

export function createStandingOrders(deps: SteerDeps): StandingOrders {
  return {
    read: (actor, id) => readFull(deps, actor, id),
    create: (actor, input) => createStandingOrder(deps, actor, input),
    change: (actor, id, change) => changeStandingOrder(deps, actor, id, change),
    pause: (actor, id) => pauseStandingOrder(deps, actor, id),
    resume: (actor, id) => resumeStandingOrder(deps, actor, id),
    end: (actor, id) => endStandingOrder(deps, actor, id),
    skip: (actor, id, date) => skipDate(deps, actor, id, date),
    retry: (actor, id, date) => retryDate(deps, actor, id, date),
    measure: () => measure(deps.database.pool, deps.now()),
  }
}

async function readFull(
  { database: { pool } }: SteerDeps,
  actor: Actor,
  standingOrderId: string,
): Promise<FullStandingOrder> {
  const standingOrder = await readStandingOrder(pool, actor, standingOrderId)
  const { state, nextDate, companyId } = standingOrder
  if (state !== 'ACTIVE' || nextDate === undefined) return { standingOrder, nextDates: [] }
  const skipped = await listSkippedFrom(pool, standingOrder, nextDate)
  const calendar = await getCalendar(pool, companyId)
  return { standingOrder, nextDates: nextDatesOf(standingOrder, skipped, calendar) }
}
