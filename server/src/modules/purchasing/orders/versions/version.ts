import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Revisions } from '../order.ts'
import type { Terms } from '../proposals/proposal.ts'
import { termsOf } from '../proposals/terms.ts'

export type ChangedTerms = {
  readonly lineNumber: number
  readonly supplierCompanyId: string
  readonly before: Terms
  readonly after: Terms
}

/** What a step changed of the terms of lines. `revisions` has the parts that changed. */
export type VersionChanges = {
  readonly lines: readonly ChangedTerms[]
  readonly revisions: Revisions
}

/** A version of an order that a step made by changing terms. */
export type OrderVersion = {
  readonly version: number
  readonly kind: string
  readonly changedAt: Date
  readonly changes: VersionChanges
}

/**
 * Undefined: the terms of all lines are the same. Each part that changes gets its next revision, unless its supplier has
 * not seen the order: then `revisions` is undefined.
 */
export function changesBetween(
  before: readonly LineProgress[],
  after: readonly LineProgress[],
  revisions: Revisions | undefined,
): VersionChanges | undefined {
  const earlier = new Map(before.map((line) => [line.lineNumber, line]))
  const lines = after.flatMap((line): ChangedTerms[] => {
    const { lineNumber, supplierCompanyId } = line
    const terms = termsBetween(earlier.get(lineNumber), line)
    return areSame(terms) ? [] : [{ lineNumber, supplierCompanyId, ...terms }]
  })
  if (lines.length === 0) return undefined
  if (!revisions) return { lines, revisions: {} }
  const suppliers = new Set(lines.map(({ supplierCompanyId }) => supplierCompanyId))
  const next = [...suppliers].map((id) => [id, (revisions[id] ?? 0) + 1] as const)
  return { lines, revisions: Object.fromEntries(next) }
}

/** With the deliveries of the line if they differ. */
function termsBetween(was: LineProgress | undefined, line: LineProgress) {
  const after = termsOf(line)
  if (!was) return { before: notOrdered, after }
  const before = termsOf(was)
  const { delivery: left = 1 } = was
  const { delivery = 1 } = line
  if (left === delivery) return { before, after }
  return { before: { ...before, delivery: left }, after: { ...after, delivery } }
}

/** The terms of a line before it was added. */
const notOrdered: Terms = { quantity: 0n }

function areSame({ before, after }: Pick<ChangedTerms, 'before' | 'after'>): boolean {
  return (
    before.quantity === after.quantity &&
    before.promisedDate === after.promisedDate &&
    before.delivery === after.delivery
  )
}

/** The terms and the deliveries of these lines before all later changes, the newest of which comes first. */
export function termsBefore(
  lines: readonly LineProgress[],
  later: readonly OrderVersion[],
): ReadonlyMap<number, Terms> {
  const terms = new Map<number, Terms>(
    lines.map((line) => [line.lineNumber, { ...termsOf(line), delivery: line.delivery ?? 1 }]),
  )
  for (const { changes } of later) {
    for (const { lineNumber, before } of changes.lines) {
      const after = terms.get(lineNumber)
      if (after) terms.set(lineNumber, { ...before, delivery: before.delivery ?? after.delivery })
    }
  }
  return terms
}
