import type { Actor } from '#kernel/actor'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit, emitAll } from '#platform/outbox'
import { settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import { cancellationIfAny } from '../fulfilment/cancel-lines.ts'
import { announceConfirmed } from '../fulfilment/confirm-order.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { openOf } from '../fulfilment/line-progress.ts'
import { mergeLines, replaceLines } from '../fulfilment/pick-lines.ts'
import type { OrderChange, OrderInStep, StepRequest } from '../fulfilment/take-step.ts'
import type { Order } from '../order.ts'
import { assertBuyerSide } from '../party.ts'
import { acceptOrAsk } from '../raises/ask-for-approval.ts'
import { bindApproved } from '../raises/bind-approved.ts'
import type { OfferedSupplement, RaiseApproval } from '../raises/cover-raise.ts'
import { repricedBy, repriceLines } from '../raises/reprice-lines.ts'
import { getSubstitute } from './get-substitute.ts'
import { type Decision, decideLines, type Proposal, waitingIn } from './proposal.ts'
import {
  OrderChangeAccepted,
  OrderChangeRefused,
  proposalEvent,
  SupplierOrderChangeAccepted,
  SupplierOrderChangeRefused,
} from './proposal-events.ts'
import { findProposal, saveDecision } from './proposal-store.ts'
import { proposalToSupplier } from './proposal-to-supplier.ts'
import { assertPriceChangeable, confirmTerms, fewerPieces } from './terms.ts'

export type DecideInput = StepRequest & {
  readonly proposalId: string
  /** Default: all lines that wait. */
  readonly lineNumbers?: readonly number[] | undefined
  /** The supplier reads it. */
  readonly note?: string | undefined
  readonly supplement?: OfferedSupplement | undefined
  /** Default: what others have to approve is refused, unless they have. */
  readonly approval?: 'ask' | undefined
}

type Deciding = Pick<DecideInput, 'lineNumbers' | 'note' | 'supplement'> & {
  readonly proposal: Proposal
  /** Default: the actor. */
  readonly by?: string | undefined
  /** Default: what others have to approve is refused. */
  readonly approval?: RaiseApproval | undefined
}

/**
 * The buyer accepts lines of a proposal: they are confirmed with the new day, and the pieces that they lose are cancelled as by
 * any cancellation. Or it refuses them, or nobody decided in time: they stay as they were, and the supplier answers them again.
 */
export async function decideProposal(
  deps: FulfilmentDeps,
  actor: Actor,
  input: DecideInput,
  decision: Decision,
): Promise<string> {
  const { proposalId, lineNumbers, note, supplement, approval } = input
  const decide = async (tx: Tx, locked: OrderInStep) => {
    assertBuyerSide(locked.party)
    const proposal = await readProposal(tx, locked.order, proposalId)
    const raise =
      decision === 'ACCEPTED'
        ? await bindApproved(tx, locked.order, {
            proposalId,
            lineNumbers: numbersOf(proposal, lineNumbers),
          })
        : undefined
    const approved = raise && { approval: { id: raise.approvalId }, note: note ?? raise.note }
    const deciding = { proposal, lineNumbers, note, supplement, approval, ...approved }
    return decideOn(deps, tx, actor, locked, deciding, decision)
  }
  const companyId = await acceptOrAsk(deps, actor, input, decide, async (tx, { order }) => {
    const proposal = await readProposal(tx, order, proposalId)
    return { proposalId, lineNumbers: numbersOf(proposal, lineNumbers), note }
  })
  crashPoint('orders.decision.committed')
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

export async function readProposal(tx: Tx, order: Order, proposalId: string): Promise<Proposal> {
  const proposal = await findProposal(tx, order.companyId, order.id, proposalId)
  if (!proposal) throw fail('proposal_not_found', { proposalId })
  return proposal
}

/** Participant, in a step of the buyer's side. */
export async function decideOn(
  deps: FulfilmentDeps,
  tx: Tx,
  actor: Actor,
  locked: OrderInStep,
  { proposal, lineNumbers, note, supplement, by: decider = actor.id, approval }: Deciding,
  decision: Decision,
): Promise<OrderChange> {
  const { order, now } = locked
  const numbers = numbersOf(proposal, lineNumbers)
  if (decision === 'ACCEPTED' && order.held) {
    throw fail('order_held', { since: order.held.at.toISOString() })
  }
  const by = decision === 'LAPSED' ? undefined : decider
  await saveDecision(tx, decideLines(proposal, new Set(numbers), { decision, by, note, now }))
  const decided = { proposal, numbers, supplement, approval }
  return decision === 'ACCEPTED'
    ? acceptLines(deps, tx, actor, locked, decided, note)
    : leaveLines(tx, locked, decided, decision, note)
}

type Decided = Pick<Deciding, 'proposal' | 'supplement' | 'approval'> & {
  readonly numbers: readonly number[]
}

/** The numbers of the lines to decide on. Throws if one of them does not wait. */
export function numbersOf(
  proposal: Proposal,
  named: readonly number[] | undefined,
): readonly number[] {
  const { id: proposalId, state } = proposal
  if (state !== 'PROPOSED') throw fail('proposal_already_decided', { proposalId, state })
  const waiting = waitingIn(proposal)
  if (!named) return waiting
  const lineNumber = named.find((one) => !waiting.includes(one))
  if (lineNumber !== undefined) throw fail('line_not_proposed', { proposalId, lineNumber })
  return waiting.filter((one) => named.includes(one))
}

async function acceptLines(
  deps: FulfilmentDeps,
  tx: Tx,
  by: Actor,
  locked: OrderInStep,
  decided: Decided,
  note: string | undefined,
): Promise<OrderChange> {
  const { now } = locked
  const ofProposal = linesOf(locked, decided)
  await assertStillPossible(deps, tx, locked, ofProposal)
  const accepted = ofProposal.map(({ line, proposed }) => {
    const { status, after } = proposed
    const { promisedDate } = after
    const agreedDate = promisedDate ?? line.agreedDate
    const confirmed = confirmTerms(line, { status, promisedDate, agreedDate }, now)
    const fewer = after.unitPrice ? [] : fewerPieces(line, after)
    return { line, confirmed, fewer, repriced: repricedBy(confirmed, after) }
  })
  const confirmed = accepted.map((one) => one.confirmed)
  const after = { ...locked, lines: replaceLines(locked.lines, confirmed) }
  const repriced = accepted.flatMap((one) => one.repriced)
  const { supplement, approval } = decided
  const cause = { by: by.id, isTolerated: false, supplement, approval }
  const repricing = await repriceLines(deps, tx, after, repriced, cause, now)
  const fewer = accepted.flatMap((one) => one.fewer)
  const left = { ...after, ...repricing?.locked }
  const cancelled = cancellationIfAny(deps, tx, left, fewer, { by, reason: note })
  const newly = accepted.flatMap(({ line, fewer: [less], repriced: [other] }) =>
    line.confirmedAt === undefined && !other
      ? [{ line, quantity: openOf(line) - (less?.quantity ?? 0n) }]
      : [],
  )
  return {
    ...repricing?.change,
    ...cancelled.change,
    kind: 'CHANGE_ACCEPTED',
    changed: mergeLines(mergeLines(confirmed, repricing?.changed ?? []), cancelled.changed),
    added: repricing?.added,
    details: detailsOf(decided, { ...repricing?.details, ...cancelled.details }),
    comment: note,
    record: async (order, afterStep) => {
      await announceConfirmed(tx, order, [...newly, ...(repricing?.confirmed ?? [])], now)
      await repricing?.record()
      await cancelled.record?.(order)
      await emit(tx, OrderChangeAccepted, proposalEvent(order, afterStep, decided, now, {}))
      const theirs = proposalToSupplier(order, afterStep, decided, now, {})
      await emitAll(tx, SupplierOrderChangeAccepted, theirs)
    },
  }
}

/** Time has passed since the supplier proposed it. */
async function assertStillPossible(
  deps: FulfilmentDeps,
  tx: Tx,
  { order, now }: OrderInStep,
  lines: ReturnType<typeof linesOf>,
): Promise<void> {
  for (const { line, proposed } of lines) {
    const { unitPrice, substitute } = proposed.after
    if (unitPrice) assertPriceChangeable(line)
    if (!substitute) continue
    await getSubstitute(deps, tx, order, { line, substituteProductId: substitute.productId }, now)
  }
}

function leaveLines(
  tx: Tx,
  locked: OrderInStep,
  decided: Decided,
  outcome: Exclude<Decision, 'ACCEPTED'>,
  note: string | undefined,
): OrderChange {
  const { now } = locked
  return {
    kind: outcome === 'REFUSED' ? 'CHANGE_REFUSED' : 'CHANGE_LAPSED',
    changed: linesOf(locked, decided).map(({ line }) => ({ ...line, proposalId: undefined })),
    details: detailsOf(decided, {}),
    comment: note,
    record: async (order, lines) => {
      await emit(tx, OrderChangeRefused, proposalEvent(order, lines, decided, now, { outcome }))
      const theirs = proposalToSupplier(order, lines, decided, now, { outcome })
      await emitAll(tx, SupplierOrderChangeRefused, theirs)
    },
  }
}

function linesOf({ lines }: OrderInStep, { proposal, numbers }: Decided) {
  const byNumber = new Map(lines.map((line) => [line.lineNumber, line]))
  return proposal.lines.flatMap((proposed) => {
    const line = byNumber.get(proposed.lineNumber)
    return line && numbers.includes(proposed.lineNumber) ? [{ line, proposed }] : []
  })
}

function detailsOf<Own extends object>({ proposal, numbers }: Decided, own: Own) {
  return { proposalId: proposal.id, lines: numbers.length, ...own }
}
