import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import type { Id } from '#kernel/id'
import type { UnitPrice } from '#kernel/money'
import { todayOf } from '#modules/identity'
import type { Substitute } from '#modules/products'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit } from '#platform/outbox'
import { settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import { cancellationIfAny } from '../fulfilment/cancel-lines.ts'
import { announceConfirmed, awaitAutomations } from '../fulfilment/confirm-order.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { lineData, orderEvent } from '../fulfilment/fulfilment-events.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import { mergeLines, type Picked, replaceLines } from '../fulfilment/pick-lines.ts'
import { type OrderInStep, type StepRequest, takeStep } from '../fulfilment/take-step.ts'
import { isOpen } from '../lifecycle.ts'
import { listLines } from '../order-store.ts'
import { suppliedBy } from '../party.ts'
import { getSubstitute } from '../proposals/get-substitute.ts'
import { noHigherPrice, pricesOf } from '../proposals/price-limits.ts'
import type { ChangeKind, Proposal, ProposedLine } from '../proposals/proposal.ts'
import { findProposal } from '../proposals/proposal-store.ts'
import { announceProposal, draftProposal } from '../proposals/propose-changes.ts'
import { backorderedSince, confirmTerms, fewerPieces, requestedDateOf } from '../proposals/terms.ts'
import { readTolerances } from '../proposals/tolerance-store.ts'
import type { Tolerances } from '../proposals/tolerances.ts'
import { coverForSupplier } from '../raises/raise-order.ts'
import { repricedBy, repriceLines } from '../raises/reprice-lines.ts'
import { OrderPromisedDateChanged } from './promised-date-event.ts'
import { type Answered, type LineAnswer, type LinePrices, readAnswers } from './read-answers.ts'

export type AnswerInput = StepRequest & {
  readonly lines: readonly LineAnswer[]
  /** Why lines are changed or rejected. The buyer reads it. */
  readonly note?: string | undefined
}

/**
 * A supplier answers lines of an order. Accepted lines become confirmed, perhaps with the day of their arrival. A change within
 * the tolerances of the buyer is taken at once; any other change waits for the buyer as a proposal. The open pieces of rejected
 * lines are cancelled, and their money goes back as it does for any cancellation.
 */
export async function answerOrder(
  deps: FulfilmentDeps,
  actor: Actor,
  input: AnswerInput,
): Promise<string> {
  const companyId = await answerWithin(deps, actor, input, {}).catch((error: unknown) => {
    // A higher price within the tolerances that the buyer cannot cover at once is one on which it decides.
    if (!isNotCovered(error)) throw error
    return answerWithin(deps, actor, input, noHigherPrice)
  })
  crashPoint('orders.answer.committed')
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

function isNotCovered(error: unknown): boolean {
  return error instanceof Failure && error.code === 'orders.raise_not_covered'
}

/** `narrowed` replaces the tolerances of the buyer. */
function answerWithin(
  deps: FulfilmentDeps,
  actor: Actor,
  input: AnswerInput,
  narrowed: Partial<Tolerances>,
): Promise<Id<'co'>> {
  return takeStep(deps, actor, input, 'stp', async (tx, locked) => {
    const { order, now } = locked
    if (!isOpen(order.state)) throw fail('order_not_open', { state: order.state })
    if (order.held) throw fail('order_held', { since: order.held.at.toISOString() })
    const tolerances = { ...(await readTolerances(tx, order.companyId)), ...narrowed }
    const terms = {
      tolerances,
      prices: await readPrices(tx, locked, input.lines),
      substitutes: await readSubstitutes(deps, tx, locked, input.lines),
      today: await todayOf(tx, order.companyId, now),
    }
    const parts = await sortAnswers(tx, locked, readAnswers(locked, input.lines, terms))
    if (isNothingNew(parts, now)) throw fail('nothing_answered')
    await awaitAutomations(deps, tx, order, now)
    const proposal = await proposalOf(deps, tx, locked, parts, actor, {
      note: input.note,
      lapseWorkingDays: tolerances.lapseWorkingDays,
    })
    const changed = [
      ...parts.taken.map((one) => takenLine(one, now)),
      ...parts.proposed.map(({ line }) => ({ ...line, proposalId: proposal?.id })),
    ]
    const after = { ...locked, lines: replaceLines(locked.lines, changed) }
    const repriced = parts.repriced.flatMap(({ line, after: terms }) =>
      repricedBy(changed.find(({ lineNumber }) => lineNumber === line.lineNumber) ?? line, terms),
    )
    const agreed = { by: actor.id, isTolerated: true }
    const repricing = await repriceLines(deps, tx, after, repriced, agreed, now)
    const left = { ...after, ...repricing?.locked }
    const { rejected, fewer } = parts
    const cause = { by: actor, reason: input.note }
    const cancelled = cancellationIfAny(deps, tx, left, [...rejected, ...fewer], cause)
    return {
      ...repricing?.change,
      ...cancelled.change,
      kind: 'ANSWERED',
      changed: mergeLines(mergeLines(changed, repricing?.changed ?? []), cancelled.changed),
      added: repricing?.added,
      details: { ...detailsOf(parts, proposal), ...repricing?.details, ...cancelled.details },
      comment: input.note,
      record: async (answered, lines) => {
        const confirmed = [...parts.confirmed, ...(repricing?.confirmed ?? [])]
        await announceConfirmed(tx, answered, confirmed, now)
        await announcePromised(tx, answered, parts.promised, now)
        if (proposal) await announceProposal(tx, answered, lines, proposal, now)
        await cancelled.record?.(answered)
        if (repricing) await coverForSupplier(repricing.record)
      },
    }
  })
}

type Parts = {
  /** Confirmed as the supplier says: accepted, or changed within the tolerances. */
  readonly taken: readonly Answered[]
  /** Of these, the lines that were not confirmed, those with a new day, and the pieces that lines lose. */
  readonly confirmed: readonly Picked[]
  readonly promised: readonly Answered[]
  /** Of these, the lines with another price. Nothing else of them counts as confirmed or as lost. */
  readonly repriced: readonly Answered[]
  readonly fewer: readonly Picked[]
  /** Lines whose change waits for the buyer, without those that wait for the same change already. */
  readonly proposed: readonly Answered[]
  readonly rejected: readonly Picked[]
}

/** Read only if an answer names a price or a product. */
async function readPrices(
  tx: Tx,
  { order }: OrderInStep,
  answers: readonly LineAnswer[],
): Promise<LinePrices> {
  if (answers.every((one) => !('unitPrice' in one || 'substituteProductId' in one)))
    return new Map()
  return pricesOf(await listLines(tx, order))
}

async function readSubstitutes(
  deps: FulfilmentDeps,
  tx: Tx,
  { order, lines, party, now }: OrderInStep,
  answers: readonly LineAnswer[],
): Promise<ReadonlyMap<number, Substitute>> {
  const found = new Map<number, Substitute>()
  const own = suppliedBy({ ...party, isOperator: false }, lines)
  for (const answer of answers) {
    const line = own.find(({ lineNumber }) => lineNumber === answer.lineNumber)
    const substituteProductId = answer.status === 'CHANGED' ? answer.substituteProductId : undefined
    if (!line || substituteProductId === undefined) continue
    const substitute = await getSubstitute(deps, tx, order, { line, substituteProductId }, now)
    found.set(line.lineNumber, substitute)
  }
  return found
}

async function sortAnswers(
  tx: Tx,
  { order }: OrderInStep,
  answered: readonly Answered[],
): Promise<Parts> {
  const alive = answered.filter(({ status }) => status !== 'REJECTED')
  const taken = alive.filter((one) => one.isTolerated)
  const atOldPrice = taken.filter(({ after }) => !after.unitPrice)
  const notTolerated = alive.filter((one) => !one.isTolerated)
  const waiting = await waitingProposals(tx, order, notTolerated)
  const proposed = notTolerated.filter(
    (one) => !isSameChange(one, waiting.get(one.line.proposalId ?? '')),
  )
  return {
    taken,
    confirmed: atOldPrice.filter(({ line }) => line.confirmedAt === undefined).map(toConfirmed),
    promised: taken.filter(isNewPromise),
    repriced: taken.filter(({ after }) => after.unitPrice),
    fewer: atOldPrice.flatMap(({ line, after }) => fewerPieces(line, after)),
    proposed,
    rejected: answered
      .filter(({ status }) => status === 'REJECTED')
      .map(({ line }) => ({ line, quantity: openOf(line) })),
  }
}

/** The proposals that these lines wait for, by their ids. */
async function waitingProposals(
  tx: Tx,
  { companyId, id }: OrderInStep['order'],
  answered: readonly Answered[],
): Promise<ReadonlyMap<string, Proposal>> {
  const found = new Map<string, Proposal>()
  for (const proposalId of new Set(answered.map(({ line }) => line.proposalId))) {
    const proposal = proposalId && (await findProposal(tx, companyId, id, proposalId))
    if (proposal) found.set(proposal.id, proposal)
  }
  return found
}

function isSameChange({ line, status, after }: Answered, waiting: Proposal | undefined): boolean {
  const proposed = waiting?.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)
  return (
    proposed !== undefined &&
    proposed.status === kindOf(status) &&
    proposed.after.quantity === after.quantity &&
    proposed.after.promisedDate === after.promisedDate &&
    areSamePrices(proposed.after.unitPrice, after.unitPrice) &&
    proposed.after.substitute?.productId === after.substitute?.productId
  )
}

function areSamePrices(one: UnitPrice | undefined, other: UnitPrice | undefined): boolean {
  return one && other ? one.amount.eq(other.amount) : one === other
}

/** Nothing is new of accepted lines that were confirmed before, with the same day, and without a proposal that this withdraws. */
function isNothingNew(parts: Parts, now: Date): boolean {
  const isChanged = ({ line, status }: Answered) =>
    line.proposalId !== undefined || line.backorderedAt !== backorderedSince(line, status, now)
  const { taken, confirmed, promised, repriced, fewer, proposed, rejected } = parts
  const lists = [confirmed, promised, repriced, fewer, proposed, rejected]
  return lists.every((list) => list.length === 0) && !taken.some(isChanged)
}

function takenLine({ line, status, promisedDate, agreedDate }: Answered, now: Date): LineProgress {
  const kind = status === 'BACKORDERED' ? status : 'ACCEPTED'
  // The first day that a supplier names is the agreed one, if the buyer has requested none.
  return confirmTerms(
    line,
    { status: kind, promisedDate, agreedDate: agreedDate ?? promisedDate },
    now,
  )
}

async function proposalOf(
  deps: FulfilmentDeps,
  tx: Tx,
  { order, now }: OrderInStep,
  { proposed }: Parts,
  by: Actor,
  terms: { readonly note: string | undefined; readonly lapseWorkingDays: number },
): Promise<Proposal | undefined> {
  const [first] = proposed
  if (!first) return undefined
  const { supplierCompanyId } = first.line
  const lines = proposed.map(proposedLine)
  return draftProposal(deps, tx, order, by, { supplierCompanyId, lines, ...terms }, now)
}

function proposedLine({ line, status, note, before, after }: Answered): ProposedLine {
  return {
    lineNumber: line.lineNumber,
    status: kindOf(status),
    state: 'PROPOSED',
    ...(note !== undefined && { note }),
    before,
    after,
  }
}

/** An accepted line whose day is too late is a change, too. */
function kindOf(status: LineAnswer['status']): ChangeKind {
  return status === 'BACKORDERED' ? 'BACKORDERED' : 'CHANGED'
}

function toConfirmed({ line, after }: Answered): Picked {
  return { line, quantity: after.quantity - line.shipped }
}

const isNewPromise = ({ line, promisedDate }: Answered): boolean =>
  promisedDate !== undefined && promisedDate !== line.promisedDate

/** They appear on the timeline and in the audit log. */
function detailsOf(parts: Parts, proposal: Proposal | undefined) {
  const { confirmed, promised, proposed, fewer, rejected } = parts
  return {
    confirmed: confirmed.length,
    ...(promised.length > 0 && { promised: textOfDays(promised) }),
    ...(proposal && { proposalId: proposal.id, proposed: proposed.length }),
    ...(fewer.length > 0 && { reduced: fewer.length }),
    ...(rejected.length > 0 && { rejected: rejected.length }),
  }
}

/** `1: 2026-02-01, 3: 2026-02-08` */
function textOfDays(promised: readonly Answered[]): string {
  return promised.map(({ line, promisedDate }) => `${line.lineNumber}: ${promisedDate}`).join(', ')
}

type AfterStep = OrderInStep['order']

async function announcePromised(
  tx: Tx,
  order: AfterStep,
  promised: readonly Answered[],
  now: Date,
): Promise<void> {
  if (promised.length === 0) return
  const lines = promised.map(({ line, after, promisedDate }) => ({
    ...lineData({ line, quantity: after.quantity - line.shipped }),
    promisedDate: String(promisedDate),
    ...(line.promisedDate === undefined ? {} : { promisedBefore: line.promisedDate }),
    ...requestedOf(order, line),
  }))
  await emit(tx, OrderPromisedDateChanged, orderEvent(order, now, { lines }))
}

function requestedOf(order: AfterStep, line: LineProgress) {
  const requestedDate = requestedDateOf(order, line)
  return requestedDate === undefined ? {} : { requestedDate }
}
