import type { Quantity } from '#kernel/quantity'
import { utcDay } from '#kernel/time'
import { assertNoChangeRequested } from '../change-requests/end-touched-requests.ts'
import { fail } from '../failures.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { pickOpenLines } from '../fulfilment/pick-lines.ts'
import type { OrderInStep } from '../fulfilment/take-step.ts'
import { suppliedBy } from '../party.ts'
import type { Terms } from '../proposals/proposal.ts'
import { agreedDateOf, assertNotMore, assertQuantityPossible, termsOf } from '../proposals/terms.ts'
import { isTolerated, type Tolerances } from '../proposals/tolerances.ts'

/**
 * `ACCEPTED`: the supplier delivers what is open of the line. `CHANGED`: it delivers fewer pieces, or on another day.
 * `BACKORDERED`: it waits for stock until a day. `REJECTED`: it delivers nothing, and the open pieces are cancelled.
 */
export type LineAnswer = { readonly lineNumber: number } & (
  | { readonly status: 'ACCEPTED'; readonly promisedDate?: string | undefined }
  | {
      readonly status: 'CHANGED'
      readonly promisedDate?: string | undefined
      readonly quantity?: Quantity | undefined
      /** Nobody can change it: see `price_not_changeable`. */
      readonly unitPrice?: unknown
      readonly note?: string | undefined
    }
  | {
      readonly status: 'BACKORDERED'
      readonly promisedDate: string
      readonly note?: string | undefined
    }
  | { readonly status: 'REJECTED' }
)

export type Answered = {
  readonly line: LineProgress
  readonly status: LineAnswer['status']
  readonly note: string | undefined
  readonly before: Terms
  /** What the supplier delivers by this answer, unless it rejects the line. */
  readonly after: Terms
  /** The day that the answer names. */
  readonly promisedDate: string | undefined
  readonly agreedDate: string | undefined
  /** Whether the buyer takes the change without a decision. */
  readonly isTolerated: boolean
}

/** Throws if an answer is impossible. The answers stay in their order. */
export function readAnswers(
  locked: OrderInStep,
  answers: readonly LineAnswer[],
  tolerances: Tolerances,
): Answered[] {
  const { party, lines, now, order } = locked
  // An operator confirms and cancels for a supplier, and answers nothing in its name.
  const own = suppliedBy({ ...party, isOperator: false }, lines)
  const picked = pickOpenLines(
    own,
    answers.map(({ lineNumber }) => lineNumber),
  )
  assertNoChangeRequested(picked)
  return picked.map((line, at) => {
    const answer = answers[at] as LineAnswer
    assertPossible(line, answer, utcDay(now))
    const promisedDate = promisedIn(answer)
    const before = termsOf(line)
    const quantity = quantityIn(answer) ?? before.quantity
    const agreedDate = agreedDateOf(order, line)
    const isLess = quantity < before.quantity
    return {
      line,
      status: answer.status,
      note: 'note' in answer ? answer.note : undefined,
      before,
      after: { ...before, quantity, ...(promisedDate !== undefined && { promisedDate }) },
      promisedDate,
      agreedDate,
      isTolerated: isTolerated(tolerances, {
        agreedDate,
        promisedDate,
        isBackordered: answer.status === 'BACKORDERED',
        fewer: isLess ? line.quantity - quantity : undefined,
      }),
    }
  })
}

function assertPossible(line: LineProgress, answer: LineAnswer, today: string): void {
  const { lineNumber } = line
  const promised = promisedIn(answer)
  if (promised !== undefined && promised < today) {
    throw fail('promised_date_past', { lineNumber, today })
  }
  if (answer.status !== 'CHANGED') return
  if (answer.unitPrice !== undefined) throw fail('price_not_changeable', { lineNumber })
  const { quantity = termsOf(line).quantity } = answer
  assertQuantityPossible(line, quantity)
  assertNotMore(line, quantity)
}

const promisedIn = (answer: LineAnswer): string | undefined =>
  'promisedDate' in answer ? answer.promisedDate : undefined

const quantityIn = (answer: LineAnswer): Quantity | undefined =>
  answer.status === 'CHANGED' ? answer.quantity : undefined
