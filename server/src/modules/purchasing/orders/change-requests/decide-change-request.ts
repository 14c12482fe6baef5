import type { Actor } from '#kernel/actor'
import { lesser } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { moveLines } from '../addresses/move-lines.ts'
import { settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import { cancellationIfAny } from '../fulfilment/cancel-lines.ts'
import { announceConfirmed, awaitAutomations } from '../fulfilment/confirm-order.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { mergeLines, replaceLines } from '../fulfilment/pick-lines.ts'
import type { OrderChange, OrderInStep, StepRequest } from '../fulfilment/take-step.ts'
import { assertBuyerSide, type Party } from '../party.ts'
import { fewerPieces, termsOf } from '../proposals/terms.ts'
import { acceptOrAsk } from '../raises/ask-for-approval.ts'
import type { RaiseTerms } from '../raises/cover-raise.ts'
import { coverForSupplier, raiseIfAny } from '../raises/raise-order.ts'
import { SupplementNeeded } from '../supplements/supplement.ts'
import { agreeOnRequest } from './agree-on-request.ts'
import {
  additionsIn,
  agreedIn,
  assertOpen,
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
  /** The time of the buyer to pay is over. Default: that of the supplier to decide is. */
  readonly isUnpaid?: boolean
}

/**
 * The supplier accepts a request of the buyer: its lines are confirmed with their new day and address, and the pieces that they lose
 * are cancelled as by any cancellation. If an order by card costs more then, the buyer pays first. Or the supplier refuses the request, the buyer
 * withdraws it, or nobody decided or paid in time: the lines stay as they were.
 */
export async function decideChangeRequest(
  deps: FulfilmentDeps,
  actor: Actor,
  input: DecideRequestInput,
  outcome: ChangeRequestOutcome,
): Promise<string> {
  const { note } = input
  const getRequest = (tx: Tx, locked: OrderInStep) => getOpenRequest(tx, locked, input, outcome)
  const end = async (tx: Tx, locked: OrderInStep) => {
    const request = await getRequest(tx, locked)
    const decidedBy = outcome === 'LAPSED' ? undefined : actor.id
    const decided = { decidedBy, decidedAt: locked.now, decisionNote: note }
    const ended = { ...request, state: outcome, ...decided }
    return outcome === 'ACCEPTED'
      ? acceptRequest(deps, tx, actor, locked, ended, { approval: 'ask', supplement: {} })
      : leaveRequested(tx, locked, ended, outcome)
  }
  const companyId = await acceptOrAsk(deps, actor, input, end, async (tx, locked) => {
    return { ...agreedIn(await getRequest(tx, locked)), note }
  }).catch((reason: unknown) => {
    if (!(reason instanceof SupplementNeeded)) throw reason
    return agreeOnRequest(deps, actor, input, reason.amount, getRequest)
  })
  crashPoint('orders.change_request.committed')
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

/** Throws unless this side of the order may decide on the request, and nobody has. */
async function getOpenRequest(
  tx: Tx,
  { order, party }: OrderInStep,
  { changeRequestId, isUnpaid = false }: DecideRequestInput,
  outcome: ChangeRequestOutcome,
): Promise<ChangeRequest> {
  const request = await findChangeRequest(tx, order.companyId, order.id, changeRequestId)
  if (!request || !isSeenBy(party, request)) {
    throw fail('change_request_not_found', { changeRequestId })
  }
  assertMayDecide(party, request, outcome)
  assertOpen(request)
  const mustWait = outcome === 'ACCEPTED' || (outcome === 'LAPSED' && !isUnpaid)
  if (request.agreement && mustWait)
    throw fail('change_request_awaits_payment', { changeRequestId })
  return request
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

/** Participant, in a step: the lines become what the buyer has requested. */
export async function acceptRequest(
  deps: FulfilmentDeps,
  tx: Tx,
  by: Actor,
  locked: OrderInStep,
  request: ChangeRequest,
  terms: RaiseTerms,
): Promise<OrderChange> {
  const { order, lines, now } = locked
  if (order.held) throw fail('order_held', { since: order.held.at.toISOString() })
  const move = moveLines(locked, linesIn(lines, request))
  const requests = linesIn(replaceLines(lines, move?.moved ?? []), request)
  const accepted = requests.map(({ line, requested }) => ({
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
  const additions = additionsIn(requests)
  const raise = await raiseIfAny(deps, tx, locked, additions, terms, now)
  const after = { ...locked, ...raise?.locked }
  const left = {
    ...after,
    order: { ...after.order, ...move?.order },
    lines: replaceLines(after.lines, changed),
  }
  const fewer = accepted.flatMap((one) => one.fewer)
  const cause = { by, reason: request.reason }
  const cancelled = cancellationIfAny(deps, tx, left, fewer, cause)
  return {
    ...cancelled.change,
    kind: 'CHANGE_REQUEST_ACCEPTED',
    changed: mergeLines(changed, cancelled.changed),
    added: raise?.added,
    addressed: move?.order,
    details: {
      ...detailsOf(request),
      ...(move && { moved: move.moved.length }),
      ...raise?.details,
      ...cancelled.details,
    },
    comment: request.decisionNote,
    record: async (next, afterStep) => {
      await saveOutcome(tx, request)
      await announceConfirmed(tx, next, newly, now)
      await cancelled.record?.(next)
      if (raise) {
        await (terms.approval === 'ask' ? coverForSupplier(raise.cover) : raise.cover())
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

/** Participant, in a step: the lines stay as they were. */
export function leaveRequested(
  tx: Tx,
  { lines, now }: Pick<OrderInStep, 'lines' | 'now'>,
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
