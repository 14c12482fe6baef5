import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { ApprovalRequest } from '#modules/approvals'
import type { RefundAnswer } from '#modules/payments'
import type { Servable } from '#modules/products'
import type { Tx } from '#platform/db'
import {
  type Agreed,
  type ApproveInput,
  agreeWithin,
  approveOrder,
  continueRequest,
  tryToContinueRequest,
} from '../approval/decide-approval.ts'
import { type ReduceInput, reduceQuantities } from '../approval/reduce-quantities.ts'
import { type RefuseInput, refuseApproval } from '../approval/refuse-approval.ts'
import { serveBackorders } from '../backorders/serve-backorders.ts'
import type { ChangeRequest } from '../change-requests/change-request.ts'
import type { ChangeRequestPage } from '../change-requests/change-request-store.ts'
import {
  type DecideRequestInput,
  decideChangeRequest,
} from '../change-requests/decide-change-request.ts'
import { type PayRequestInput, payRequest } from '../change-requests/pay-request.ts'
import { readChangeRequests } from '../change-requests/read-change-requests.ts'
import { type RequestChangeInput, requestChange } from '../change-requests/request-change.ts'
import type { CreditDecision } from '../credits/decide-credit.ts'
import { payCreditOtherwise, retryCredit } from '../credits/decide-credit.ts'
import { type GrantInput, grantRefund } from '../credits/grant-refund.ts'
import { settleCredits } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import type { OrderDocument } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { partyOf, visibleTo } from '../party.ts'
import { type Acceptance, acceptProposalWithin } from '../proposals/accept-within.ts'
import { type DecideInput, decideProposal } from '../proposals/decide-proposal.ts'
import type { Proposal } from '../proposals/proposal.ts'
import type { ProposalPage } from '../proposals/proposal-store.ts'
import { readProposals } from '../proposals/read-proposals.ts'
import {
  type AcceptInput,
  acceptReturn,
  type ReturnDecision,
  receiveReturn,
  refuseReturn,
} from '../returns/decide-return.ts'
import { type ReturnInput, requestReturn } from '../returns/request-return.ts'
import {
  type AcceptInput as AcceptProposalInput,
  acceptProposal,
} from '../supplements/accept-proposal.ts'
import { type AwaitedPayment, readAwaitedPayments } from '../supplements/awaited-payments.ts'
import { type AnswerInput, answerOrder } from '../supplier/answer-order.ts'
import { onlyLines, partOfSupplier } from '../supplier/part-of-order.ts'
import {
  type FoundSupplied,
  findBuyerOf,
  listSuppliedOrders,
  type SuppliedFilters,
  type SuppliedPage,
} from '../supplier/supplier-store.ts'
import { type CancelInput, cancelLines } from './cancel-lines.ts'
import { confirmOrder } from './confirm-order.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import { type Fulfilments, measureFulfilments } from './fulfilment-metrics-store.ts'
import {
  type HoldOrderInput,
  holdOrder,
  holdOrderWithin,
  type OrderHold,
  release,
} from './hold-order.ts'
import { type DeliveryInput, noteDelivery } from './note-delivery.ts'
import { type ShipInput, shipLines } from './ship-lines.ts'
import type { StepRequest } from './take-step.ts'

/** What happens to an order after it was placed. Every step returns the order as the actor may see it. */
export type Fulfilment = {
  confirm(actor: Actor, input: StepRequest): Promise<OrderDocument>
  /** A supplier accepts, changes or rejects its lines, and promises when they arrive. */
  answer(actor: Actor, input: AnswerInput): Promise<OrderDocument>
  /** The buyer decides on changes that a supplier proposes. */
  acceptProposal(actor: Actor, input: AcceptProposalInput): Promise<OrderDocument>
  refuseProposal(actor: Actor, input: DecideInput): Promise<OrderDocument>
  /** Newest first. Throws `orders.order_not_found` for those who may not read the order. */
  listProposals(actor: Actor, orderId: string, page: ProposalPage): Promise<Proposal[]>
  /** What the buyer still has to pay for what it has accepted. Nothing for a supplier. */
  listAwaitedPayments(actor: Actor, orderId: string): Promise<AwaitedPayment[]>
  /** The buyer requests a change of lines of one supplier, and may withdraw it. */
  requestChange(actor: Actor, input: RequestChangeInput): Promise<OrderDocument>
  withdrawChangeRequest(actor: Actor, input: DecideRequestInput): Promise<OrderDocument>
  /** The buyer pays what an order by card costs more with a request that the supplier has accepted. */
  payChangeRequest(actor: Actor, input: PayRequestInput): Promise<OrderDocument>
  /** The supplier decides. Both return its part of the order. */
  acceptChangeRequest(actor: Actor, input: DecideRequestInput): Promise<OrderDocument>
  refuseChangeRequest(actor: Actor, input: DecideRequestInput): Promise<OrderDocument>
  /** Newest first. Throws `orders.order_not_found` for those who may not read the order. */
  listChangeRequests(
    actor: Actor,
    orderId: string,
    page: ChangeRequestPage,
  ): Promise<ChangeRequest[]>
  ship(actor: Actor, input: ShipInput): Promise<OrderDocument>
  noteDelivery(actor: Actor, input: DeliveryInput): Promise<OrderDocument>
  cancel(actor: Actor, input: CancelInput): Promise<OrderDocument>
  /** Holds the order: nobody approves, confirms or ships it until it is released. */
  holdOrder(actor: Actor, input: HoldOrderInput): Promise<OrderDocument>
  release(
    actor: Actor,
    input: StepRequest & { readonly note?: string | undefined },
  ): Promise<OrderDocument>
  requestReturn(actor: Actor, input: ReturnInput): Promise<OrderDocument>
  receiveReturn(actor: Actor, input: ReturnDecision): Promise<OrderDocument>
  acceptReturn(actor: Actor, input: AcceptInput): Promise<OrderDocument>
  refuseReturn(
    actor: Actor,
    input: ReturnDecision & { readonly reason: string },
  ): Promise<OrderDocument>
  /**
   * For operators, for money that a provider refuses to pay back: retries it, or records that it went back outside of
   * the provider.
   */
  retryCredit(actor: Actor, input: CreditDecision): Promise<OrderDocument>
  payCreditOtherwise(
    actor: Actor,
    input: CreditDecision & { readonly note: string },
  ): Promise<OrderDocument>
  /** Orders with lines of the actor's company, newest first. */
  listSupplied(actor: Actor, filters: SuppliedFilters, page: SuppliedPage): Promise<FoundSupplied>
  /** Throws `orders.order_not_found` if the company supplies none of the order's lines. */
  getSupplied(actor: Actor, orderId: string): Promise<OrderDocument>
  /** A supplier gives money back for its own lines. */
  grantRefund(actor: Actor, input: GrantInput): Promise<RefundAnswer>
  /** For the workers of the approvals: places the order of a request or ends it. Throws if the order has to wait. */
  continueRequest(request: ApprovalRequest): Promise<void>
  approve(actor: Actor, input: ApproveInput): Promise<void>
  /** An approver rejects an order that waits, or returns it for change. */
  refuse(actor: Actor, input: RefuseInput): Promise<void>
  /** An approver lowers quantities of an order that waits, or removes lines. */
  reduce(actor: Actor, input: ReduceInput): Promise<void>
  /** Participants, for automations that act for a person: call `tryToContinueRequest` after the transaction. */
  holdOrderWithin(
    tx: Tx,
    actor: Actor,
    input: { readonly orderId: string; readonly reason: string },
    now: Date,
  ): Promise<OrderHold>
  acceptProposalWithin(
    tx: Tx,
    actor: Actor,
    input: Parameters<typeof acceptProposalWithin>[3],
    now: Date,
  ): Promise<Acceptance>
  agreeWithin(
    tx: Tx,
    actor: Actor,
    input: { readonly orderId: string; readonly note: string },
    now: Date,
  ): Promise<Agreed>
  tryToContinueRequest(request: ApprovalRequest): Promise<void>
  /** Workers. Returns how many credits it took. */
  settleCredits(): Promise<number>
  /** Gives arrived stock to the lines that wait for it, the oldest first. Returns how many got some. */
  serveBackorders(): Promise<number>
  measure(): Promise<Fulfilments & Servable>
}

/** Returns the company that owns the order. */
type Step<Input> = (deps: FulfilmentDeps, actor: Actor, input: Input) => Promise<string>

export function createFulfilment(deps: FulfilmentDeps): Fulfilment {
  const { pool } = deps.database
  const seen = async (actor: Actor, orderId: string, companyId: string) => {
    const document = await findOrder(pool, companyId, orderId)
    assert(document, `order ${orderId} is gone`)
    return asSeenBy(actor, document)
  }
  const after =
    <Input extends StepRequest>(step: Step<Input>) =>
    async (actor: Actor, input: Input) =>
      seen(actor, input.orderId, await step(deps, actor, input))
  const getSupplied: Fulfilment['getSupplied'] = async (actor, orderId) => {
    const companyId = await findBuyerOf(pool, actor.companyId, orderId)
    const document = companyId && (await findOrder(pool, companyId, orderId))
    if (!document) throw fail('order_not_found', { orderId })
    return partOfSupplier(document, actor.companyId)
  }
  /** A step of a supplier on its own lines. */
  const afterOwn =
    <Input extends StepRequest>(step: Step<Input>) =>
    async (actor: Actor, input: Input) => {
      await step(deps, actor, input)
      return getSupplied(actor, input.orderId)
    }
  return {
    confirm: after(confirmOrder),
    answer: afterOwn(answerOrder),
    acceptProposal: after(acceptProposal),
    refuseProposal: after((...step) => decideProposal(...step, 'REFUSED')),
    listProposals: (actor, orderId, page) => readProposals(pool, actor, orderId, page),
    listAwaitedPayments: (actor, orderId) => readAwaitedPayments(deps, actor, orderId),
    requestChange: after(requestChange),
    withdrawChangeRequest: after((...step) => decideChangeRequest(...step, 'WITHDRAWN')),
    payChangeRequest: after(payRequest),
    acceptChangeRequest: afterOwn((...step) => decideChangeRequest(...step, 'ACCEPTED')),
    refuseChangeRequest: afterOwn((...step) => decideChangeRequest(...step, 'REFUSED')),
    listChangeRequests: (actor, orderId, page) => readChangeRequests(pool, actor, orderId, page),
    ship: after(shipLines),
    noteDelivery: after(noteDelivery),
    cancel: after(cancelLines),
    holdOrder: after(holdOrder),
    release: after(release),
    requestReturn: after(requestReturn),
    receiveReturn: after(receiveReturn),
    acceptReturn: after(acceptReturn),
    refuseReturn: after(refuseReturn),
    retryCredit: after(retryCredit),
    payCreditOtherwise: after(payCreditOtherwise),
    listSupplied: (actor, ...wanted) => listSuppliedOrders(pool, actor.companyId, ...wanted),
    getSupplied,
    grantRefund: (actor, input) => grantRefund(deps, actor, input),
    approve: (actor, input) => approveOrder(deps, actor, input),
    refuse: (actor, input) => refuseApproval(deps, actor, input),
    reduce: (actor, input) => reduceQuantities(deps, actor, input),
    holdOrderWithin,
    acceptProposalWithin: (...input) => acceptProposalWithin(deps, ...input),
    agreeWithin: (tx, actor, input, now) => agreeWithin(deps, tx, actor, input, now),
    continueRequest: (request) => continueRequest(deps, request),
    tryToContinueRequest: (request) => tryToContinueRequest(deps, request),
    settleCredits: () => settleCredits(deps),
    serveBackorders: () => serveBackorders(deps),
    measure: () => measure(deps),
  }
}

async function measure(deps: FulfilmentDeps): Promise<Fulfilments & Servable> {
  const fulfilments = await measureFulfilments(deps.database.pool, deps)
  return { ...fulfilments, ...(await deps.products.measureServable()) }
}

function asSeenBy(actor: Actor, document: OrderDocument): OrderDocument {
  const lines = document.lines.map(({ progress }) => progress)
  const party = partyOf(actor, document.order, lines)
  if (party.isBuyer || party.isOperator) return document
  const own = new Set(visibleTo(party, lines).map(({ lineNumber }) => lineNumber))
  return onlyLines(document, own, actor.companyId)
}
