import { isPrice, unitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { Substitute } from '#modules/products'
import { assertNoChangeRequested } from '../change-requests/end-touched-requests.ts'
import { fail } from '../failures.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { pickOpenLines } from '../fulfilment/pick-lines.ts'
import type { OrderInStep } from '../fulfilment/take-step.ts'
import { suppliedBy } from '../party.ts'
import { higherPriceIn, type LinePrice } from '../proposals/price-limits.ts'
import type { Terms } from '../proposals/proposal.ts'
import {
  agreedDateOf,
  assertNotMore,
  assertPriceChangeable,
  assertQuantityPossible,
  termsOf,
} from '../proposals/terms.ts'
import { isTolerated, type Tolerances } from '../proposals/tolerances.ts'

/**
 * `ACCEPTED`: the supplier delivers what is open of the line. `CHANGED`: it delivers fewer pieces, on another day, for another price, or
 * another product.
 * `BACKORDERED`: it waits for stock until a day. `REJECTED`: it delivers nothing, and the open pieces are cancelled.
 */
export type LineAnswer = { readonly lineNumber: number } & (
  | { readonly status: 'ACCEPTED'; readonly promisedDate?: string | undefined }
  | {
      readonly status: 'CHANGED'
      readonly promisedDate?: string | undefined
      readonly quantity?: Quantity | undefined
      /** The price of one unit. */
      readonly unitPrice?: { readonly amount: string; readonly currency: string } | undefined
      /** The product that replaces that of the line. */
      readonly substituteProductId?: string | undefined
      readonly note?: string | undefined
    }
  | {
      readonly status: 'BACKORDERED'
      readonly promisedDate: string
      readonly note?: string | undefined
    }
  | { readonly status: 'REJECTED' }
)

/** By the numbers of the lines. */
export type LinePrices = ReadonlyMap<number, LinePrice>

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

export type ReadContext = {
  readonly tolerances: Tolerances
  readonly prices: LinePrices
  /** By the numbers of the lines that shall have another product. */
  readonly substitutes: ReadonlyMap<number, Substitute>
  /** By the time zone of the buyer, to whom the supplier promises a day. */
  readonly today: string
}

/** Throws if an answer is impossible. The answers stay in their order. */
export function readAnswers(
  locked: OrderInStep,
  answers: readonly LineAnswer[],
  { tolerances, prices, substitutes, today }: ReadContext,
): Answered[] {
  const { party, lines, order } = locked
  // An operator confirms and cancels for a supplier, and answers nothing in its name.
  const own = suppliedBy({ ...party, isOperator: false }, lines)
  const picked = pickOpenLines(
    own,
    answers.map(({ lineNumber }) => lineNumber),
  )
  assertNoChangeRequested(picked)
  return picked.map((line, at) => {
    const answer = answers[at] as LineAnswer
    assertPossible(line, answer, today)
    const promisedDate = promisedIn(answer)
    const before = termsOf(line)
    const quantity = quantityIn(answer) ?? before.quantity
    const agreedDate = agreedDateOf(order, line)
    const isLess = quantity < before.quantity
    // Without pieces that it could hold for, a price says nothing.
    const price = quantity > line.shipped ? priceIn(line, answer, prices) : undefined
    const substitute = price && substitutes.get(line.lineNumber)
    const after: Terms = {
      ...before,
      quantity,
      ...(promisedDate !== undefined && { promisedDate }),
      ...(price && { unitPrice: price.after }),
      ...(substitute && { substitute }),
    }
    return {
      line,
      status: answer.status,
      note: 'note' in answer ? answer.note : undefined,
      before: { ...before, ...(price && { unitPrice: price.before }) },
      after,
      promisedDate,
      agreedDate,
      isTolerated:
        !substitute &&
        isTolerated(tolerances, {
          agreedDate,
          promisedDate,
          isBackordered: answer.status === 'BACKORDERED',
          fewer: isLess ? line.quantity - quantity : undefined,
          higherPrice: higherPriceIn(after, prices.get(line.lineNumber)),
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
  const { quantity = termsOf(line).quantity } = answer
  assertQuantityPossible(line, quantity)
  assertNotMore(line, quantity)
}

/** The price before and after, if the price or the product changes. */
function priceIn(line: LineProgress, answer: LineAnswer, prices: LinePrices) {
  const before = prices.get(line.lineNumber)?.current
  if (answer.status !== 'CHANGED' || !before) return undefined
  const isOther = answer.substituteProductId !== undefined
  if (!answer.unitPrice && !isOther) return undefined
  const { lineNumber } = line
  const after = answer.unitPrice
    ? unitPrice(answer.unitPrice.amount, answer.unitPrice.currency)
    : before
  if (after.currency !== before.currency || !isPrice(after)) {
    throw fail('price_invalid', { lineNumber, currency: before.currency })
  }
  if (after.amount.eq(before.amount) && !isOther) return undefined
  assertPriceChangeable(line)
  return { before, after }
}

const promisedIn = (answer: LineAnswer): string | undefined =>
  'promisedDate' in answer ? answer.promisedDate : undefined

const quantityIn = (answer: LineAnswer): Quantity | undefined =>
  answer.status === 'CHANGED' ? answer.quantity : undefined
