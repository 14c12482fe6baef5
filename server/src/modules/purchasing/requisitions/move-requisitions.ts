import assert from 'node:assert/strict'
import { type Actor, ownerIdOf } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { assertState, type ChangeDeps, lockOwn, lockReadable } from './change-requisitions.ts'
import { eventOfState, requisitionEvent } from './events.ts'
import { fail } from './failures.ts'
import { listLines } from './line-store.ts'
import { trim } from './read-input.ts'
import {
  isEditable,
  isLegal,
  isWithBuyers,
  type Requisition,
  type RequisitionState,
} from './requisition.ts'
import { insertHistory, updateRequisition } from './requisition-store.ts'

export type Move = {
  readonly to: RequisitionState
  /** Undefined: the service, because of what happened to the order. */
  readonly actor: Actor | undefined
  readonly comment?: string | undefined
  /** The request has another entry in the audit log, which says this, too. */
  readonly isAudited?: boolean
  readonly now: Date
}

/** Participant: moves a locked requisition to another state, with its history, its event, and its audit entry if the request writes no other one. */
export async function moveRequisition(
  tx: Tx,
  before: Requisition,
  { to, actor, comment, isAudited = false, now }: Move,
): Promise<Requisition> {
  assert(isLegal(before.state, to), `a requisition cannot become ${to} after ${before.state}`)
  const orderId = before.order?.id
  const version = before.version + 1
  const moved: Requisition = {
    ...before,
    state: to,
    // Its order has ended: it may become another one.
    order: to === 'RETURNED' ? undefined : before.order,
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

/** Participant: its order has all approvals, so the suppliers have it. */
export async function moveToOrdered(
  tx: Tx,
  before: Requisition,
  how: Omit<Move, 'to' | 'comment'>,
): Promise<Requisition> {
  const approved = await moveRequisition(tx, before, { ...how, to: 'APPROVED' })
  return moveRequisition(tx, approved, { ...how, to: 'ORDERED' })
}

export function submitRequisition(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  requisitionId: string,
  comment: string | undefined,
): Promise<Requisition> {
  const now = clock()
  return database.transaction(async (tx) => {
    const own = await lockOwn(tx, actor, requisitionId)
    assertState(own, isEditable)
    if ((await listLines(tx, own)).length === 0) throw fail('no_lines')
    return moveRequisition(tx, own, { to: 'SUBMITTED', actor, comment: trim(comment), now })
  })
}

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
    return moveRequisition(tx, own, { to: 'WITHDRAWN', actor, comment: trim(comment), now })
  })
}

/** A buyer sends a requisition back, or ends it. */
export function refuseRequisition(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  requisitionId: string,
  { to, comment }: { readonly to: 'RETURNED' | 'REJECTED'; readonly comment: string },
): Promise<Requisition> {
  const now = clock()
  return database.transaction(async (tx) => {
    const locked = await lockReadable(tx, actor, requisitionId)
    assertState(locked, isWithBuyers)
    return moveRequisition(tx, locked, { to, actor, comment: trim(comment), now })
  })
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
