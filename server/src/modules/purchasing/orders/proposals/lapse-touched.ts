import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'
import { decideLines, waitingIn } from './proposal.ts'
import { OrderChangeRefused, proposalEvent } from './proposal-events.ts'
import { findProposal, saveDecision } from './proposal-store.ts'

type Touched = { readonly proposalId: string; readonly lineNumber: number }

/**
 * A proposal about a line ends when the line moves on without a decision: its pieces are confirmed, shipped or cancelled, or the
 * supplier proposes something else. Returns the changed lines without such proposals, and the ends.
 */
export function releaseTouched(
  before: readonly LineProgress[],
  changed: readonly LineProgress[],
): { readonly changed: readonly LineProgress[]; readonly touched: readonly Touched[] } {
  const earlier = new Map(before.map((line) => [line.lineNumber, line]))
  const touched: Touched[] = []
  const released = changed.map((line): LineProgress => {
    const was = earlier.get(line.lineNumber)
    if (was?.proposalId === undefined) return line
    const isReplaced = line.proposalId !== was.proposalId
    if (!isReplaced && !hasMoved(was, line)) return line
    touched.push({ proposalId: was.proposalId, lineNumber: line.lineNumber })
    return isReplaced ? line : { ...line, proposalId: undefined }
  })
  return { changed: released, touched }
}

function hasMoved(before: LineProgress, after: LineProgress): boolean {
  const isConfirmed = before.confirmedAt === undefined && after.confirmedAt !== undefined
  return isConfirmed || openOf(after) !== openOf(before)
}

/** Participant, in a transaction that holds the order. Lines that somebody has decided on keep their decision. */
export async function lapseTouched(
  tx: Tx,
  order: Order,
  lines: readonly LineProgress[],
  touched: readonly Touched[],
  now: Date,
): Promise<void> {
  for (const [proposalId, ones] of Map.groupBy(touched, (one) => one.proposalId)) {
    const proposal = await findProposal(tx, order.companyId, order.id, proposalId)
    if (!proposal) continue
    const waiting = new Set(waitingIn(proposal))
    const numbers = ones.flatMap(({ lineNumber }) => (waiting.has(lineNumber) ? [lineNumber] : []))
    if (numbers.length === 0) continue
    const decision = { decision: 'LAPSED', by: undefined, now } as const
    await saveDecision(tx, decideLines(proposal, new Set(numbers), decision))
    const own = { outcome: 'LAPSED' as const }
    const event = proposalEvent(order, lines, { proposal, numbers }, now, own)
    await emit(tx, OrderChangeRefused, event)
  }
}
