import { type Actor, ownerIdOf } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import type { Checkout } from '#modules/checkout'
import { todayOf } from '#modules/identity'
import { buyingUnitOf } from '#modules/structure'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { nextVersion } from './change-runs.ts'
import { assertOrderable, type MoneyText, readMaxTotal, readSchedule } from './check-input.ts'
import { fail } from './failures.ts'
import { standingOrdersTopic } from './placing/claim-due.ts'
import { findLastTried } from './run-store.ts'
import { addDays, firstDateFrom, type Schedule } from './schedule.ts'
import {
  isOwner,
  maySteer,
  openMax,
  type StandingOrder,
  type StandingOrderState,
  type StandingOrderTerms,
  standingOrderStates,
} from './standing-order.ts'
import {
  findStandingOrder,
  insertStandingOrder,
  lockStandingOrder,
  lockStandingOrdersOf,
  updateStandingOrder,
} from './standing-order-store.ts'
import { mayRead } from './who-reads.ts'

export type ChangeDeps = {
  readonly database: Database
  readonly checkout: Pick<Checkout, 'validateOrder' | 'paymentMethods'>
  readonly now: Clock
}

export type StandingOrderInput = Pick<StandingOrderTerms, 'lines' | 'shipTo'> & {
  readonly name: string
  readonly schedule: Omit<Schedule, 'until'> & { readonly until?: string | undefined }
  readonly payment: { readonly method: 'invoice' | 'card' }
  readonly poNumber?: string | undefined
  readonly costCenter?: string | undefined
  /** Absent: the unit for which the actor buys. */
  readonly unitId?: string | undefined
  readonly deliveryDays?: number | undefined
  readonly maxTotal: MoneyText
}

/** Absent fields do not change. */
export type StandingOrderChange = Partial<Omit<StandingOrderInput, 'payment'>> & {
  readonly expectedVersion?: number | undefined
}

/** Throws `standing.order_not_found` for that of another company, and for one that the actor may not read. */
export async function readStandingOrder(
  conn: Conn,
  actor: Actor,
  standingOrderId: string,
): Promise<StandingOrder> {
  const found = await findStandingOrder(conn, actor.companyId, standingOrderId)
  if (!found || !(await mayRead(conn, actor, found)))
    throw fail('order_not_found', { standingOrderId })
  return found
}

/** Locks a standing order whose dates the actor is going to decide about, until the transaction ends. */
export async function lockToSteer(tx: Tx, actor: Actor, standingOrderId: string) {
  const locked = await lockStandingOrder(tx, actor.companyId, standingOrderId)
  if (!locked || !(await mayRead(tx, actor, locked)))
    throw fail('order_not_found', { standingOrderId })
  if (!maySteer(actor, locked)) throw fail('order_of_another', { standingOrderId })
  return locked
}

export function assertState(
  { state }: Pick<StandingOrder, 'state'>,
  isAllowed: (state: StandingOrderState) => boolean,
): void {
  if (isAllowed(state)) return
  throw fail('not_in_state', { state, allowed: standingOrderStates.filter(isAllowed) })
}

export async function createStandingOrder(
  deps: ChangeDeps,
  actor: Actor,
  input: StandingOrderInput,
): Promise<StandingOrder> {
  const { companyId } = actor
  const now = deps.now()
  if (actor.kind === 'api_key') throw fail('person_required')
  if (input.payment.method === 'card') throw fail('card_not_possible')
  const today = await todayOf(deps.database.pool, companyId, now)
  const schedule = readSchedule(input.schedule, today)
  const { unitId } = await buyingUnitOf(deps.database.pool, actor, input.unitId)
  const terms = termsOf({ ...input, unitId }, readMaxTotal(input.maxTotal))
  await assertOrderable(deps.checkout, actor, terms, today)
  return deps.database.transaction(async (tx) => {
    if ((await lockStandingOrdersOf(tx, companyId)) >= openMax) {
      throw fail('limit_reached', { limit: openMax })
    }
    const created: StandingOrder = {
      ...terms,
      id: newId('sto', now),
      companyId,
      ownerId: ownerIdOf(actor),
      shipToBy: undefined,
      name: input.name.trim(),
      state: 'ACTIVE',
      reason: undefined,
      schedule,
      nextDate: firstDateFrom(schedule, today),
      version: 1,
      createdAt: now,
      changedAt: now,
    }
    await insertStandingOrder(tx, created)
    ringAfterCommit(tx, standingOrdersTopic)
    auditStandingOrder(tx, actor, 'created', created, { lines: created.lines.length })
    return created
  })
}

/** What is ordered on the next dates, and on which dates. Only the owner decides that: the orders are the owner's. */
export async function changeStandingOrder(
  deps: ChangeDeps,
  actor: Actor,
  standingOrderId: string,
  change: StandingOrderChange,
): Promise<StandingOrder> {
  const now = deps.now()
  const { pool } = deps.database
  const read = await readStandingOrder(pool, actor, standingOrderId)
  assertChangeable(actor, read, change)
  const today = await todayOf(pool, actor.companyId, now)
  const schedule = change.schedule && readSchedule(change.schedule, today)
  const terms = changeTerms(read, change)
  if (isAboutOrders(change)) await assertOrderable(deps.checkout, actor, terms, today)
  return deps.database.transaction(async (tx) => {
    const before = await lockToSteer(tx, actor, standingOrderId)
    // What was checked is what is stored.
    assertChangeable(actor, before, { expectedVersion: read.version, ...change })
    const changed: StandingOrder = {
      ...nextVersion(before, now),
      ...changeTerms(before, change),
      // Only the owner changes the address.
      shipToBy: change.shipTo ? undefined : before.shipToBy,
      name: change.name?.trim() ?? before.name,
      schedule: schedule ?? before.schedule,
      nextDate: schedule ? await nextDateOf(tx, { ...before, schedule }, today) : before.nextDate,
    }
    await storeChange(tx, changed)
    const { expectedVersion: _, ...fields } = change
    auditStandingOrder(tx, actor, 'changed', changed, { fields: Object.keys(fields) })
    return changed
  })
}

/** Participant: the first date of the schedule from today on, after the last one that was tried. */
export async function nextDateOf(
  tx: Tx,
  standingOrder: StandingOrder,
  today: string,
): Promise<string | undefined> {
  const tried = await findLastTried(tx, standingOrder)
  const last = tried && (tried.state === 'PLACED' ? tried.tryOn : tried.date)
  const from = last !== undefined && last >= today ? addDays(last, 1) : today
  return firstDateFrom(standingOrder.schedule, from)
}

/** Participant: stores what people have changed. A worker looks at it at once. */
export async function storeChange(tx: Tx, changed: StandingOrder): Promise<void> {
  await updateStandingOrder(tx, changed)
  ringAfterCommit(tx, standingOrdersTopic)
}

function assertChangeable(
  actor: Actor,
  standingOrder: StandingOrder,
  { expectedVersion }: Pick<StandingOrderChange, 'expectedVersion'>,
): void {
  if (!isOwner(actor, standingOrder)) {
    throw fail('order_of_another', { standingOrderId: standingOrder.id })
  }
  assertState(standingOrder, (state) => state !== 'ENDED')
  const { version } = standingOrder
  if (expectedVersion !== undefined && expectedVersion !== version) {
    throw fail('version_conflict', { expected: expectedVersion, current: version })
  }
}

/** Its name and its dates can change even while a product is not for sale. */
function isAboutOrders({
  name,
  schedule,
  expectedVersion,
  ...terms
}: StandingOrderChange): boolean {
  return Object.values(terms).some((term) => term !== undefined)
}

function termsOf(
  input: Omit<StandingOrderInput, 'maxTotal'>,
  maxTotal: StandingOrderTerms['maxTotal'],
): StandingOrderTerms {
  const { lines, shipTo, poNumber, costCenter, unitId, deliveryDays } = input
  return { lines, shipTo, poNumber, costCenter, unitId, deliveryDays, maxTotal }
}

function changeTerms(before: StandingOrderTerms, change: StandingOrderChange): StandingOrderTerms {
  return {
    lines: change.lines ?? before.lines,
    shipTo: change.shipTo ?? before.shipTo,
    poNumber: change.poNumber ?? before.poNumber,
    costCenter: change.costCenter ?? before.costCenter,
    unitId: change.unitId ?? before.unitId,
    deliveryDays: change.deliveryDays ?? before.deliveryDays,
    maxTotal: change.maxTotal ? readMaxTotal(change.maxTotal) : before.maxTotal,
  }
}

type Done = 'created' | 'changed' | 'paused' | 'resumed' | 'ended'

export function auditStandingOrder(
  tx: Tx,
  actor: Actor,
  done: Done,
  { companyId, id, changedAt }: StandingOrder,
  details: Readonly<Record<string, string | number | readonly string[]>>,
): void {
  recordAudit(tx, {
    companyId,
    actor,
    action: `standing.order_${done}`,
    target: { type: 'standing_order', id },
    outcome: 'done',
    details,
    now: changedAt,
  })
}
