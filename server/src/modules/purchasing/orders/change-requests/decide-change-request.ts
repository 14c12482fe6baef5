import type { Actor } from '#kernel/actor'
import { lesser } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import { cancellationIfAny } from '../fulfilment/cancel-lines.ts'
import { announceConfirmed, awaitAutomations } from '../fulfilment/confirm-order.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { mergeLines, replaceLines } from '../fulfilment/pick-lines.ts'
import {
  type OrderChange,
  type OrderInStep,
  type StepRequest,
  takeStep,
} from '../fulfilment/take-step.ts'
import { assertBuyerSide, type Party } from '../party.ts'
import { fewerPieces, termsOf } from '../proposals/terms.ts'
import { coverForSupplier, raiseIfAny } from '../raises/raise-order.ts'
import {
  additionsIn,
  type ChangeRequest,
  type ChangeRequestOutcome,
  linesIn,
  type RequestedLine,
} from './change-request.ts'
import { announceEnd } from './change-request-events.ts'
import { findChangeRequest, saveOutcome } from './change-request-store.ts'

export type DecideRequestInput = StepRequest & {
  readonly changeRequestId: string
  /** The other side reads it. */
  readonly note?: string | undefined
}

/**
 * The supplier accepts a request of the buyer: its lines are confirmed with their new day, and the pieces that they lose are cancelled
 * as by any cancellation. Or the supplier refuses it, the buyer withdraws it, or nobody decided in time: the lines stay as they were.
 */
export async function decideChangeRequest(
  deps: FulfilmentDeps,
  actor: Actor,
  input: DecideRequestInput,
  outcome: ChangeRequestOutcome,
): Promise<string> {
  const { changeRequestId, note } = input
  const companyId = await takeStep(deps, actor, input, 'stp', async (tx, locked) => {
    const { order, party, now } = locked
    const request = await findChangeRequest(tx, order.companyId, order.id, changeRequestId)
    if (!request || !isSeenBy(party, request)) {
      throw fail('change_request_not_found', { changeRequestId })
    }
    assertMayDecide(party, request, outcome)
    const { state } = request
    if (state !== 'OPEN') throw fail('change_request_already_decided', { changeRequestId, state })
    const decidedBy = outcome === 'LAPSED' ? undefined : actor.id
    const ended = { ...request, state: outcome, decidedBy, decidedAt: now, decisionNote: note }
    if (outcome !== 'ACCEPTED') return leaveLines(tx, locked, ended, outcome)
    if (order.held) throw fail('order_held', { since: order.held.at.toISOString() })
    return acceptRequest(deps, tx, actor, locked, ended)
  })
  crashPoint('orders.change_request.committed')
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

/** For a supplier, a request to another supplier does not exist. */
function isSeenBy({ isBuyer, isOperator, supplierId }: Party, request: ChangeRequest): boolean {
  return isBuyer || isOperator || supplierId === request.supplierCompanyId
}

function assertMayDecide(party: Party, request: ChangeRequest, outcome: ChangeRequestOutcome) {
  if (outcome === 'LAPSED') return
  if (outcome === 'WITHDRAWN') assertBuyerSide(party)
  // An operator agrees to nothing in the name of a supplier.
  else if (party.supplierId !== request.supplierCompanyId) throw fail('not_the_supplier')
}

async function acceptRequest(
  deps: FulfilmentDeps,
  tx: Tx,
  by: Actor,
  locked: OrderInStep,
  request: ChangeRequest,
): Promise<OrderChange> {
  const { order, lines, now } = locked
  const accepted = linesIn(lines, request).map(({ line, requested }) => ({
    line,
    left: lesser(requested.quantity, termsOf(line).quantity) - line.shipped,
    changed: acceptLine(line, requested, now),
    fewer: fewerPieces(line, requested),
  }))
  const newly = accepted.flatMap(({ line, left }) =>
    line.confirmedAt === undefined && left > 0n ? [{ line, quantity: left }] : [],
  )
  if (newly.length > 0) await awaitAutomations(deps, tx, order, now)
  const changed = accepted.map((one) => one.changed)
  const additions = additionsIn(linesIn(lines, request))
  const raise = await raiseIfAny(deps, tx, locked, additions, now)
  const after = { ...locked, ...raise?.locked }
  const left = { ...after, lines: replaceLines(after.lines, changed) }
  const fewer = accepted.flatMap((one) => one.fewer)
  const cause = { by, reason: request.reason }
  const cancelled = cancellationIfAny(deps, tx, left, fewer, cause)
  return {
    ...cancelled.change,
    kind: 'CHANGE_REQUEST_ACCEPTED',
    changed: mergeLines(changed, cancelled.changed),
    added: raise?.added,
    details: { ...detailsOf(request), ...raise?.details, ...cancelled.details },
    comment: request.decisionNote,
    record: async (next, afterStep) => {
      await saveOutcome(tx, request)
      await announceConfirmed(tx, next, newly, now)
      await cancelled.record?.(next)
      if (raise) {
        await coverForSupplier(raise.cover)
        crashPoint('orders.raise.covered')
      }
      await announceEnd(tx, next, afterStep, request, 'ACCEPTED', now)
    },
  }
}

/** A line of which nothing is left to deliver is not confirmed. The day that both sides agree on is the promise. */
function acceptLine(line: LineProgress, requested: RequestedLine, now: Date): LineProgress {
  const { quantity, requestedDate } = requested
  const isConfirmed = quantity > line.shipped
  return {
    ...line,
    changeRequestId: undefined,
    confirmedAt: isConfirmed ? (line.confirmedAt ?? now) : line.confirmedAt,
    promisedDate: requestedDate ?? line.promisedDate,
    agreedDate: requestedDate ?? line.agreedDate,
  }
}

function leaveLines(
  tx: Tx,
  { lines, now }: OrderInStep,
  request: ChangeRequest,
  outcome: Exclude<ChangeRequestOutcome, 'ACCEPTED'>,
): OrderChange {
  return {
    kind: `CHANGE_REQUEST_${outcome}`,
    changed: linesIn(lines, request).map(({ line }) => ({ ...line, changeRequestId: undefined })),
    details: detailsOf(request),
    comment: request.decisionNote,
    record: async (order, after) => {
      await saveOutcome(tx, request)
      await announceEnd(tx, order, after, request, outcome, now)
    },
  }
}

function detailsOf({ id, lines }: ChangeRequest) {
  return { changeRequestId: id, lines: lines.length }
}
