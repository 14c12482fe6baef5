import assert from 'node:assert/strict'
import type { Conn, Tx } from '#platform/db'
import type { ShownDifference } from '../approval/difference-view.ts'
import { type RaiseRow, tables } from '../tables.ts'

/** A change on which both sides agree. It waits for the people of the buyer who have to approve it, or then for its payment. */
export type WaitingRaise = AgreedChange & {
  /** The buyer. */
  readonly companyId: string
  readonly orderId: string
  readonly approvalId: string
  readonly acceptedBy: string
  /** Everybody has approved it, and the buyer has to pay. */
  readonly isApproved: boolean
  /** What the order has then, against the order as it is. */
  readonly differences: readonly ShownDifference[]
}

/** What one side has accepted: lines of a proposal, or a change request. */
export type AgreedChange = {
  readonly proposalId?: string | undefined
  readonly changeRequestId?: string | undefined
  readonly lineNumbers: readonly number[]
  /** The other side reads it. */
  readonly note?: string | undefined
}

/** Whether both are about the same proposal or the same request, whichever of its lines. */
export function isOfOne(
  one: Omit<AgreedChange, 'lineNumbers'>,
  other: Omit<AgreedChange, 'lineNumbers'>,
): boolean {
  return one.proposalId === other.proposalId && one.changeRequestId === other.changeRequestId
}

/** Whether both are about the same lines of it, too. */
export function isSameChange(one: AgreedChange, other: AgreedChange): boolean {
  return isOfOne(one, other) && one.lineNumbers.join() === other.lineNumbers.join()
}

/** The caller holds the order. */
export async function insertRaise(tx: Tx, raise: Omit<WaitingRaise, 'isApproved'>): Promise<void> {
  await tables(tx)
    .insertInto('orders.raises')
    .values({
      company_id: raise.companyId,
      order_id: raise.orderId,
      approval_id: raise.approvalId,
      proposal_id: raise.proposalId ?? null,
      change_request_id: raise.changeRequestId ?? null,
      line_numbers: [...raise.lineNumbers],
      accepted_by: raise.acceptedBy,
      note: raise.note ?? null,
      differences: JSON.stringify(raise.differences),
      state: 'WAITING',
    })
    .execute()
}

const waiting = ['WAITING', 'APPROVED']

type OfOrder = { readonly companyId: string; readonly orderId: string }

/** The raise of the order that waits: at most one does. */
export async function findWaitingRaise(
  conn: Conn,
  { companyId, orderId }: OfOrder,
): Promise<WaitingRaise | undefined> {
  const row = await tables(conn)
    .selectFrom('orders.raises')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('state', 'in', waiting)
    .executeTakeFirst()
  return row && toRaise(row)
}

/** In any state. */
export async function findRaise(
  conn: Conn,
  companyId: string,
  approvalId: string,
): Promise<WaitingRaise | undefined> {
  const row = await tables(conn)
    .selectFrom('orders.raises')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('approval_id', '=', approvalId)
    .executeTakeFirst()
  return row && toRaise(row)
}

/** The caller holds the order. APPROVED: its buyer has to pay. BOUND: the order has what was agreed. ENDED: it stays as it was. */
export async function markRaise(
  tx: Tx,
  { companyId, approvalId }: WaitingRaise,
  state: 'APPROVED' | 'BOUND' | 'ENDED',
): Promise<void> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.raises')
    .set(state === 'APPROVED' ? { state } : { state, note: null })
    .where('company_id', '=', companyId)
    .where('approval_id', '=', approvalId)
    .where('state', 'in', waiting)
    .executeTakeFirst()
  assert.equal(numUpdatedRows, 1n, `the raise of ${approvalId} ended without the lock of its order`)
}

function toRaise(row: RaiseRow): WaitingRaise {
  return {
    companyId: row.company_id,
    orderId: row.order_id,
    approvalId: row.approval_id,
    proposalId: row.proposal_id ?? undefined,
    changeRequestId: row.change_request_id ?? undefined,
    lineNumbers: row.line_numbers,
    acceptedBy: row.accepted_by,
    isApproved: row.state === 'APPROVED',
    note: row.note ?? undefined,
    differences: row.differences as ShownDifference[],
  }
}
