import type { Actor } from '#kernel/actor'
import { utcDay } from '#kernel/time'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit, emitAll } from '#platform/outbox'
import { settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import { cancellationOf } from '../fulfilment/cancel-lines.ts'
import { awaitAutomations } from '../fulfilment/confirm-order.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import {
  creditData,
  lineData,
  OrderConfirmed,
  orderEvent,
} from '../fulfilment/fulfilment-events.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import { type Picked, pickLines, replaceLines } from '../fulfilment/pick-lines.ts'
import { type OrderInStep, type StepRequest, takeStep } from '../fulfilment/take-step.ts'
import { isOpen } from '../lifecycle.ts'
import { suppliedBy } from '../party.ts'
import { OrderPromisedDateChanged } from './promised-date-event.ts'
import { SupplierOrderConfirmed } from './supplier-events.ts'
import { piecesToSuppliers } from './to-suppliers.ts'

/** `ACCEPTED`: the supplier delivers what is open of the line. `REJECTED`: it does not, and the open pieces are cancelled. */
export type LineAnswer = { readonly lineNumber: number } & (
  | { readonly status: 'ACCEPTED'; readonly promisedDate?: string | undefined }
  | { readonly status: 'REJECTED' }
)

export type AnswerInput = StepRequest & {
  readonly lines: readonly LineAnswer[]
  /** Why lines are rejected. The buyer reads it. */
  readonly note?: string | undefined
}

type Answered = { readonly line: LineProgress; readonly answer: LineAnswer }

/**
 * A supplier answers lines of an order, and may promise the day of their arrival. Accepted lines become confirmed. A later answer
 * may promise another day. The open pieces of rejected lines are cancelled, and their money goes back as it does for any
 * cancellation.
 */
export async function answerOrder(
  deps: FulfilmentDeps,
  actor: Actor,
  input: AnswerInput,
): Promise<string> {
  const companyId = await takeStep(deps, actor, input, 'stp', async (tx, locked) => {
    const { order, now } = locked
    if (!isOpen(order.state)) throw fail('order_not_open', { state: order.state })
    if (order.held) throw fail('order_held', { since: order.held.at.toISOString() })
    const answered = answeredOf(locked, input.lines)
    const confirmed = answered.filter(isNewlyAccepted).map(toPicked)
    const promised = answered.filter(isNewPromise)
    const rejected = answered.filter(({ answer }) => answer.status === 'REJECTED').map(toPicked)
    if (confirmed.length + promised.length + rejected.length === 0) throw fail('nothing_answered')
    await awaitAutomations(deps, tx, order, now)
    const accepted = answered.flatMap(({ line, answer }) =>
      answer.status === 'ACCEPTED' ? [acceptedLine(line, answer.promisedDate, now)] : [],
    )
    const after = { ...locked, lines: replaceLines(locked.lines, accepted) }
    const { changed, ...cancelled } = cancellationFor(deps, tx, after, rejected, actor, input)
    return {
      ...cancelled.change,
      kind: 'ANSWERED',
      changed: [...accepted, ...changed],
      details: {
        confirmed: confirmed.length,
        ...(promised.length === 0 ? {} : { promised: textOfPromises(promised) }),
        ...cancelled.details,
      },
      comment: input.note,
      record: async (answeredOrder) => {
        await announceConfirmed(tx, answeredOrder, confirmed, now)
        await announcePromised(tx, answeredOrder, promised, now)
        await cancelled.record?.(answeredOrder)
      },
    }
  })
  crashPoint('orders.answer.committed')
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

/** Nothing, if no line is rejected. */
function cancellationFor(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: OrderInStep,
  rejected: readonly Picked[],
  by: Actor,
  { note }: AnswerInput,
) {
  if (rejected.length === 0) return { changed: [], change: {}, details: {} }
  const cancellation = cancellationOf(deps, tx, locked, rejected, { by, reason: note })
  const { changed, amount, record, details: _, ...change } = cancellation
  return { changed, change, record, details: { rejected: rejected.length, ...creditData(amount) } }
}

function answeredOf({ party, lines, now }: OrderInStep, answers: readonly LineAnswer[]) {
  // An operator confirms and cancels for a supplier, and answers nothing in its name.
  const own = suppliedBy({ ...party, isOperator: false }, lines)
  const named = answers.map(({ lineNumber }) => ({ lineNumber, quantity: 1 }))
  const picked = pickLines(own, named, openOf, 'quantity_exceeds_open')
  const today = utcDay(now)
  return picked.map(({ line }, at): Answered => {
    const answer = answers[at] as LineAnswer
    if (promiseOf(answer) !== undefined && String(promiseOf(answer)) < today) {
      throw fail('promised_date_past', { lineNumber: line.lineNumber, today })
    }
    return { line, answer }
  })
}

const promiseOf = (answer: LineAnswer): string | undefined =>
  answer.status === 'ACCEPTED' ? answer.promisedDate : undefined

const toPicked = ({ line }: Answered): Picked => ({ line, quantity: openOf(line) })

const isNewlyAccepted = ({ line, answer }: Answered): boolean =>
  answer.status === 'ACCEPTED' && line.confirmedAt === undefined

const isNewPromise = ({ line, answer }: Answered): boolean => {
  const promised = promiseOf(answer)
  return promised !== undefined && promised !== line.promisedDate
}

function acceptedLine(line: LineProgress, promised: string | undefined, now: Date): LineProgress {
  return {
    ...line,
    confirmedAt: line.confirmedAt ?? now,
    promisedDate: promised ?? line.promisedDate,
  }
}

/** For the timeline and the audit log: `1: 2026-02-01, 3: 2026-02-08`. */
function textOfPromises(promised: readonly Answered[]): string {
  return promised.map(({ line, answer }) => `${line.lineNumber}: ${promiseOf(answer)}`).join(', ')
}

type AfterStep = OrderInStep['order']

async function announceConfirmed(
  tx: Tx,
  order: AfterStep,
  confirmed: readonly Picked[],
  now: Date,
): Promise<void> {
  if (confirmed.length === 0) return
  await emit(tx, OrderConfirmed, orderEvent(order, now, { lines: confirmed.map(lineData) }))
  await emitAll(tx, SupplierOrderConfirmed, piecesToSuppliers(order, confirmed, now, {}))
}

async function announcePromised(
  tx: Tx,
  order: AfterStep,
  promised: readonly Answered[],
  now: Date,
): Promise<void> {
  if (promised.length === 0) return
  const lines = promised.map(({ line, answer }) => ({
    ...lineData({ line, quantity: openOf(line) }),
    promisedDate: String(promiseOf(answer)),
    ...(line.promisedDate === undefined ? {} : { promisedBefore: line.promisedDate }),
    ...requestedOf(order, line),
  }))
  await emit(tx, OrderPromisedDateChanged, orderEvent(order, now, { lines }))
}

function requestedOf({ deliveries }: AfterStep, { delivery = 1 }: LineProgress) {
  const requestedDate = deliveries?.find(({ number }) => number === delivery)?.requestedDate
  return requestedDate === undefined ? {} : { requestedDate }
}
