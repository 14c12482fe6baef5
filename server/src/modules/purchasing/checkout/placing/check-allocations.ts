import { type Money, money } from '#kernel/money'
import type { OrderLine } from '#modules/orders'
import {
  type Allocation,
  type AllocationProblem,
  problemOfAllocations,
  splitLine,
} from '#modules/orders/line-references'
import { fail } from '../failures.ts'
import { type Arrangement, placeInDelivery } from './arrange-deliveries.ts'
import type { OrderedTerms } from './order-terms.ts'

type Place = {
  /** The number of the line in the request or in its delivery, from 1. */
  readonly line: number
  readonly delivery?: number
}
type FoundProblem = Place & AllocationProblem

/** Refuses allocations that divide no line, as far as its price does not matter. */
export function assertDivisible({ deliveries = [], lines = [] }: OrderedTerms): void {
  const delivered = deliveries.flatMap((delivery, index) =>
    delivery.lines.map((line, at) => ({ ...place(at), delivery: index + 1, of: line })),
  )
  const listed = lines.map((line, at) => ({ ...place(at), of: line }))
  assertNone(
    [...delivered, ...listed].flatMap(({ of, ...at }) => {
      const problem = problemOfAllocations(of)
      return problem ? [{ ...at, ...problem }] : []
    }),
  )
}

/**
 * The lines with the amounts of their allocations. Refuses what does not add up to the price of today, or to the quantity: the line of a
 * cart may have changed since it was divided.
 */
export function dividedLines(
  { parts, deliveries }: Arrangement,
  lines: readonly OrderLine[],
): OrderLine[] {
  const problems: FoundProblem[] = []
  const divided = lines.map((line, at) => {
    const part = parts[at]
    if (!part?.allocations) return line
    const { allocations, delivery } = part
    const problem = problemOfAllocations(part)
    const split = problem
      ? { problem }
      : splitLine(allocations, { net: netOf(line), tax: line.tax?.amount })
    if ('parts' in split) return { ...line, allocations: split.parts as readonly Allocation[] }
    problems.push({
      ...(deliveries.length > 1
        ? { line: placeInDelivery(parts, at), delivery: delivery + 1 }
        : place(at)),
      ...split.problem,
    })
    return line
  })
  assertNone(problems)
  return divided as OrderLine[]
}

const place = (at: number): Place => ({ line: at + 1 })

function assertNone(lines: readonly FoundProblem[]): void {
  if (lines.length > 0) throw fail('allocations_invalid', { lines: [...lines] })
}

function netOf({ total, discount }: OrderLine): Money {
  return money(total.amountMinor - (discount?.amountMinor ?? 0n), total.currency)
}
