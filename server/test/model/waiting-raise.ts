import assert from 'node:assert/strict'
import type { Books, OrderLineRow } from './books.ts'
import type { ModelOrder } from './trade.ts'

/** A change on which both sides agree, and about which an approver decides. */
export type ModelRaise = {
  readonly line: OrderLineRow
  readonly by: 'request' | 'proposal'
  /** The lines as they were: what changes them ends it. */
  readonly seen: string
  /** Makes the change. */
  readonly bind: () => void
}

export function waitFor(
  order: ModelOrder,
  line: OrderLineRow,
  by: ModelRaise['by'],
  bind: ModelRaise['bind'],
): void {
  order.raise = { line, by, seen: contentOf(order, line, by), bind }
}

const contentOf = ({ lines }: ModelOrder, line: OrderLineRow, by: ModelRaise['by']) =>
  JSON.stringify([lines.map(({ cancelled, street }) => [cancelled, street]), line[by]])

/** It waits until somebody decides, or until the order is no longer the one that approvers have seen. */
export function followRaise(order: ModelOrder, { raises }: Books): void {
  const { id, raise } = order
  const isWaiting = raises.some(({ orderId }) => orderId === id)
  const isWanted = raise !== undefined && contentOf(order, raise.line, raise.by) === raise.seen
  assert.equal(isWaiting, isWanted, `a raise of ${id} waits`)
  if (!raise || isWanted) return
  if (raise.by === 'request') raise.line.request = null
  order.raise = undefined
}
