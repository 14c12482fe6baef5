import assert from 'node:assert/strict'
import { type Actor, ownerIdOf } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import {
  assertListedCodes,
  assertState,
  type ChangeDeps,
  lockBought,
  lockOwn,
} from './change-requisitions.ts'
import { eventOfState, RequisitionPartlyOrdered, requisitionEvent } from './events.ts'
import { fail } from './failures.ts'
import { listLines, updateLineOrders } from './line-store.ts'
import { trim } from './read-input.ts'
import {
  isEditable,
  isLegal,
  isWithBuyers,
  newestOrder,
  type Requisition,
  type RequisitionLine,
  type RequisitionState,
  stateByLines,
} from './requisition.ts'
import { insertHistory, updateRequisition } from './requisition-store.ts'

export type Move = {
  readonly to: RequisitionState
  /** Undefined: the service, because of what happened to the order. */
  readonly actor: Actor | undefined
  readonly comment?: string | undefined
  /** The order because of which it moves. */
  readonly orderId?: string | undefined
  /** The request has another entry in the audit log, which says this, too. */
  readonly isAudited?: boolean
  readonly now: Date
}

/** Participant: moves a locked requisition to another state, with its history, its event, and its audit entry if the request writes no other one. */
export async function moveRequisition(
  tx: Tx,
  before: Requisition,
  { to, actor, comment, orderId, isAudited = false, now }: Move,
): Promise<Requisition> {
  assert(isLegal(before.state, to), `a requisition cannot become ${to} after ${before.state}`)
  const version = before.version + 1
  const moved: Requisition = {
    ...before,
    state: to,
    submittedAt: to === 'SUBMITTED' ? now : before.submittedAt,
    version,
    changedAt: now,
  }
  await updateRequisition(tx, moved)
  const actorId = actor && ownerIdOf(actor)
  await insertHistory(tx, moved, { version, state: to, actorId, comment, orderId, at: now })
  if (!isAudited) auditMove(tx, actor, before.state, moved, orderId)
  const event = eventOfState[to]
  if (event) await emit(tx, event, requisitionEvent(moved))
  return moved
}

/** Participant: moves a locked requisition to where its lines stand, or to `ifAllCancelled`. */
export async function followLines(
  tx: Tx,
  before: Requisition,
  { ifAllCancelled, ...how }: Omit<Move, 'to'> & { readonly ifAllCancelled: RequisitionState },
): Promise<Requisition> {
  const lines = await listLines(tx, before)
  const current = { ...before, order: newestOrder(lines) }
  const to = stateByLines(lines) ?? ifAllCancelled
  if (to !== 'ORDERED') {
    const moved = await moveRequisition(tx, current, { ...how, to })
    await tellPartlyOrdered(tx, moved, lines, how.orderId)
    return moved
  }
  const { comment, ...rest } = how
  const approved = await moveRequisition(tx, current, { ...rest, to: 'APPROVED' })
  return moveRequisition(tx, approved, { ...how, to: 'ORDERED' })
}

/** Participant: notifies that the order is placed, if it has lines of the requisition and others are left. */
export async function tellPartlyOrdered(
  tx: Tx,
  requisition: Requisition,
  lines: readonly RequisitionLine[],
  orderId: string | undefined,
): Promise<void> {
  const isPlaced = lines.some(({ state, order }) => state === 'ORDERED' && order?.id === orderId)
  const linesLeft = lines.filter(({ state }) => state === 'OPEN' || state === 'IN_APPROVAL').length
  if (orderId === undefined || !isPlaced || linesLeft === 0) return
  const event = requisitionEvent(requisition)
  const data = { ...event.data, orderId, linesLeft }
  await emit(tx, RequisitionPartlyOrdered, { ...event, data })
}

export function submitRequisition(
  deps: ChangeDeps,
  actor: Actor,
  requisitionId: string,
  comment: string | undefined,
): Promise<Requisition> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const own = await lockOwn(tx, actor, requisitionId)
    assertState(own, isEditable)
    const open = (await listLines(tx, own)).filter(({ state }) => state === 'OPEN')
    if (open.length === 0) throw fail('no_lines')
    // A code may have ended since its line was written.
    await assertListedCodes(deps, tx, actor, open)
    return moveRequisition(tx, own, { to: 'SUBMITTED', actor, comment: trim(comment), now })
  })
}

/** Ends the open lines. A requisition without lines in orders is then withdrawn. */
export function withdrawRequisition(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  requisitionId: string,
  comment: string | undefined,
): Promise<Requisition> {
  const now = clock()
  return database.transaction(async (tx) => {
    const own = await lockOwn(tx, actor, requisitionId)
    assertState(own, (state) => isLegal(state, 'WITHDRAWN'))
    await cancelOpenLines(tx, own)
    return followLines(tx, own, { ifAllCancelled: 'WITHDRAWN', actor, comment: trim(comment), now })
  })
}

/** A buyer sends a requisition back, or ends its open lines. */
export function refuseRequisition(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  requisitionId: string,
  { to, comment }: { readonly to: 'RETURNED' | 'REJECTED'; readonly comment: string },
): Promise<Requisition> {
  const now = clock()
  return database.transaction(async (tx) => {
    const locked = await lockBought(tx, actor, requisitionId)
    assertState(locked, isWithBuyers)
    const how = { actor, comment: trim(comment), now }
    if (to === 'RETURNED') return moveRequisition(tx, locked, { ...how, to })
    await cancelOpenLines(tx, locked)
    return followLines(tx, locked, { ...how, ifAllCancelled: to })
  })
}

async function cancelOpenLines(tx: Tx, requisition: Requisition): Promise<void> {
  const open = (await listLines(tx, requisition)).filter(({ state }) => state === 'OPEN')
  const lineIds = open.map(({ id }) => id)
  if (lineIds.length === 0) return
  await updateLineOrders(tx, requisition, lineIds, { state: 'CANCELLED', order: undefined })
}

function auditMove(
  tx: Tx,
  actor: Actor | undefined,
  from: RequisitionState,
  { companyId, id, state, changedAt }: Requisition,
  orderId: string | undefined,
): void {
  recordAudit(tx, {
    companyId,
    ...(actor && { actor }),
    action: 'requisitions.requisition_moved',
    target: { type: 'requisition', id },
    outcome: 'done',
    details: { from, state, ...(orderId !== undefined && { orderId }) },
    now: changedAt,
  })
}
