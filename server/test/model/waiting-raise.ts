import assert from 'node:assert/strict'
import type { Books, OrderLineRow } from './books.ts'
import type { ModelOrder } from './trade.ts'

/** A change on which both sides agree. It waits for an approver, and of an order by card then for its buyer, who pays. */
export type ModelRaise = {
  readonly line: OrderLineRow
  readonly by: 'request' | 'proposal'
  /** The lines as they were: what changes them ends it. */
  readonly seen: string
  /** What follows the approval. */
  readonly bind: () => void
  readonly isApproved: boolean
}

export function waitFor(
  order: ModelOrder,
  line: OrderLineRow,
  by: ModelRaise['by'],
  bind: ModelRaise['bind'],
): void {
  order.raise = { line, by, seen: contentOf(order, line, by), bind, isApproved: false }
}

/** The same for a change that the buyer pays by card once it is approved. A worker makes it then. */
export function waitForPayment(order: ModelOrder, line: OrderLineRow, by: ModelRaise['by']): void {
  waitFor(order, line, by, () => {
    const seen = contentOf(order, line, by)
    order.raise = { line, by, seen, bind: () => undefined, isApproved: true }
  })
}

const contentOf = ({ lines }: ModelOrder, line: OrderLineRow, by: ModelRaise['by']) =>
  JSON.stringify([lines.map(({ cancelled, street }) => [cancelled, street]), line[by]])

/** It waits until somebody decides or pays, or until the order is no longer the one that approvers have seen. */
export function followRaise(order: ModelOrder, { raises }: Books): void {
  const { id, raise } = order
  const isWaiting = raises.some(({ orderId }) => orderId === id)
  const isWanted = raise !== undefined && contentOf(order, raise.line, raise.by) === raise.seen
  assert.equal(isWaiting, isWanted, `a raise of ${id} waits`)
  if (!raise || isWanted) return
  if (raise.by === 'request') raise.line.request = null
  order.raise = undefined
}
