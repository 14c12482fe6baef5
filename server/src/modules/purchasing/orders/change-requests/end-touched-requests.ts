import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import type { Order } from '../order.ts'
import { announceEnd } from './change-request-events.ts'
import { findChangeRequest, saveOutcome } from './change-request-store.ts'

/** The supplier accepts or refuses an open request before it confirms, answers or ships its lines. */
export function assertNoChangeRequested(lines: readonly LineProgress[]): void {
  const [first] = lines.filter(({ changeRequestId }) => changeRequestId !== undefined)
  if (first?.changeRequestId === undefined) return
  const { changeRequestId } = first
  const lineNumbers = lines.flatMap((line) =>
    line.changeRequestId === changeRequestId ? [line.lineNumber] : [],
  )
  throw fail('change_requested', { changeRequestId, lineNumbers })
}

/**
 * A cancellation of pieces ends an open request about their line, also one after a refund of the whole payment. The request ends as a
 * whole: its other lines no longer name it. `alsoEnded` is a request that ends for another reason. Returns the changed lines, and the requests that the step touches.
 */
export function releaseRequested(
  before: readonly LineProgress[],
  changed: readonly LineProgress[],
  alsoEnded?: string,
): { readonly changed: readonly LineProgress[]; readonly touched: ReadonlySet<string> } {
  const touched = new Set(alsoEnded === undefined ? [] : [alsoEnded])
  const earlier = new Map(before.map((line) => [line.lineNumber, line]))
  for (const line of changed) {
    const was = earlier.get(line.lineNumber)
    if (was?.changeRequestId !== undefined && openOf(was) !== openOf(line)) {
      touched.add(was.changeRequestId)
    }
  }
  if (touched.size === 0) return { changed, touched }
  const numbers = new Set(changed.map(({ lineNumber }) => lineNumber))
  const all = replaceLines(before, changed)
  return {
    changed: all.flatMap((line) => {
      const isReleased = touched.has(line.changeRequestId ?? '')
      if (!isReleased) return numbers.has(line.lineNumber) ? [line] : []
      return [{ ...line, changeRequestId: undefined }]
    }),
    touched,
  }
}

/** Participant, in a transaction that holds the order. A request that somebody has decided on keeps its outcome. */
export async function lapseRequests(
  tx: Tx,
  order: Order,
  lines: readonly LineProgress[],
  touched: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  for (const id of touched) {
    const request = await findChangeRequest(tx, order.companyId, order.id, id)
    if (request?.state !== 'OPEN') continue
    const lapsed = { ...request, state: 'LAPSED', decidedAt: now } as const
    await saveOutcome(tx, lapsed)
    await announceEnd(tx, order, lines, lapsed, 'LAPSED', now)
  }
}
