import assert from 'node:assert/strict'
import { type Actor, may } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import { after, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import type { IdempotencyClaim } from '#platform/idempotency'
import { attachOrder } from './attach-order.ts'
import { cancelPayment, voidPayment } from './cancel-payment.ts'
import { capturePayment } from './capture-payment.ts'
import { compareDays } from './cards/compare-days.ts'
import { handOver } from './cards/hand-over.ts'
import { deleteOldEvents, type EventOutcome } from './cards/provider-event-store.ts'
import { type ReceivedEvent, receiveEvent } from './cards/receive-event.ts'
import { type Reconciliation, reconcile } from './cards/reconcile.ts'
import { checkPayments, redriveRefunds } from './cards/redrive.ts'
import { refreshPayment } from './cards/refresh-payment.ts'
import {
  type CreditAccount,
  type CreditTerms,
  findCreditAccount,
  putCreditAccount,
} from './credit/credit-account-store.ts'
import { type Due, dayOf, type OwingPayment } from './credit/debt.ts'
import type { IssuedCreditNote, IssuedInvoice } from './credit/due-debt-store.ts'
import { noteCreditNote, noteInvoice } from './credit/note-invoice.ts'
import { findDebts, listDues } from './credit/owed-debt-store.ts'
import { repayCredit } from './credit/repay-credit.ts'
import { type Deps, notFound } from './deps.ts'
import { listDisputes } from './disputes/dispute-store.ts'
import { type OfferedMethod, offeredMethods } from './offered-methods.ts'
import { type OpenPayment, openPayment } from './open-payment.ts'
import type { BookedEntry, Dispute, Payment, Refund } from './payment.ts'
import { measurePayments, type PaymentMetrics } from './payment-metrics-store.ts'
import {
  type PaymentSearch,
  type SearchedPayments,
  searchPayments,
} from './payment-search-store.ts'
import {
  findOwner,
  findPayment,
  findStandings,
  listPayments,
  type PaymentFilter,
  type PaymentPage,
  type PaymentStanding,
  readLedger,
} from './payment-store.ts'
import { driveRefund } from './refunds/drive-refund.ts'
import { type GiveBack, type GivenBack, giveBack } from './refunds/give-back.ts'
import { holdRefunded, type Refunded } from './refunds/hold-refunded.ts'
import { type PaidOut, type PayOut, payOut } from './refunds/pay-out.ts'
import {
  type RefundAnswer,
  type RefundInput,
  refundInFull,
  refundPayment,
} from './refunds/refund-payment.ts'
import { findRefund, listRefunds } from './refunds/refund-store.ts'

export type ListFilter = Omit<PaymentFilter, 'overdueOn'> & {
  /** Those on net terms alone of which something is open after its day. */
  readonly overdue?: boolean
}

export type Payments = {
  /** Participant: a new payment. By invoice the credit is taken here and the payment is AUTHORIZED at once. */
  open(tx: Tx, input: OpenPayment): Promise<Payment>
  /** Participant: from now on it is the payment of this order. Holds the payment until the transaction ends. */
  attachOrder(tx: Tx, companyId: Id<'co'>, paymentId: string, orderId: string): Promise<Payment>
  /** Any number of times, from any crash: one intent at the provider. */
  handOver(companyId: Id<'co'>, paymentId: string, known?: Payment): Promise<Payment>
  /** What the provider says now, applied as its event would have been. */
  refresh(companyId: Id<'co'>, paymentId: string): Promise<Payment>
  /** Whatever is final: VOIDED or FAILED, or SUCCEEDED when the payer was faster. */
  cancel(companyId: Id<'co'>, paymentId: string): Promise<Payment>
  /** As `cancel`, but throws `payments.not_voidable` when the payment could not be stopped. */
  void(companyId: Id<'co'>, paymentId: string, actor?: Actor): Promise<Payment>
  capture(companyId: Id<'co'>, paymentId: string, amount?: Money, actor?: Actor): Promise<Payment>
  refund(actor: Actor, input: RefundInput, claim?: IdempotencyClaim): Promise<RefundAnswer>
  /** Undoes it whatever has become of it. While the provider is silent `refunding` is above zero and a worker goes on. */
  refundInFull(companyId: Id<'co'>, paymentId: string, reason: string, now: Date): Promise<Payment>
  /** Participant: a part of it goes back, or all. Says what is left to do after the commit. */
  giveBack(tx: Tx, order: GiveBack): Promise<GivenBack>
  /** Participant: money went back by another way than the provider, which refuses it. */
  payOut(tx: Tx, order: PayOut): Promise<PaidOut>
  /** Participant: holds the payment, and says which refunds of it have gone back, by the provider or otherwise. */
  holdRefunded(tx: Tx, companyId: Id<'co'>, paymentId: string): Promise<Refunded>
  /** Carries a promised refund as far as the provider goes along. Any number of times: its id is the provider's key. */
  driveRefund(companyId: Id<'co'>, refundId: string): Promise<Refund>
  receiveEvent(received: ReceivedEvent): Promise<EventOutcome | 'REPEATED'>
  find(conn: Conn, companyId: Id<'co'>, paymentId: string): Promise<Payment | undefined>
  /** For a person or a client: throws `payments.payment_not_found`. Operators reach the payments of every company. */
  get(actor: Actor, paymentId: string): Promise<Payment>
  /** For operators: how payments of any company stand. */
  standings(
    conn: Conn,
    paymentIds: readonly string[],
  ): Promise<ReadonlyMap<string, PaymentStanding>>
  list(companyId: Id<'co'>, filter: ListFilter, page: PaymentPage): Promise<Payment[]>
  /** For operators: of all companies. */
  search(search: PaymentSearch): Promise<SearchedPayments>
  /** Each of them with what it owes, in the same order. */
  owing(companyId: Id<'co'>, payments: readonly Payment[]): Promise<OwingPayment[]>
  /** What of a payment on net terms has a day: its invoices, the first to fall due first. */
  duesOf(payment: Payment): Promise<Due[]>
  refundsOf(payment: Payment): Promise<Refund[]>
  disputesOf(payment: Payment): Promise<Dispute[]>
  ledgerOf(payment: Payment): Promise<BookedEntry[]>
  /** Participant: opens a company's credit account or changes its terms. */
  putCreditAccount(tx: Tx, terms: CreditTerms, now: Date): Promise<void>
  /** Participant: the company has paid what it owed, or a part of it. */
  repayCredit(tx: Tx, companyId: Id<'co'>, amount: Money, now: Date): Promise<CreditAccount>
  creditAccount(companyId: Id<'co'>, currency: string): Promise<CreditAccount | undefined>
  /** What `open` would say to each method now. */
  offeredMethods(companyId: Id<'co'>, currency: string, amount?: Money): Promise<OfferedMethod[]>
  /** Participant: an order's debt falls due invoice by invoice. Nothing for an order that is not on net terms. */
  noteInvoice(tx: Tx, issued: IssuedInvoice): Promise<void>
  /** Participant: so much of these invoices is not asked for any more. */
  noteCreditNote(tx: Tx, issued: IssuedCreditNote): Promise<void>
  /** Workers. Both return how much they took up. */
  redriveRefunds(): Promise<number>
  checkPayments(): Promise<number>
  /** Deletes what providers told us longer ago than they go on repeating it. */
  purgeEvents(signal?: AbortSignal): Promise<void>
  /** Compares what providers list for a time with ours; differences are healed where they can be, and reported. */
  reconcile(from: Date, before: Date): Promise<Reconciliation>
  /** For the health surfaces, of all companies. */
  measure(): Promise<PaymentMetrics>
  /** All days that nobody has compared yet, and some older ones once more. */
  compareDays(signal?: AbortSignal): Promise<void>
}

export function createPayments(deps: Deps): Payments {
  const { pool } = deps.database
  const providerNames = deps.providers.map(({ name }) => name)
  return {
    open: (tx, input) => openPayment(deps, tx, input),
    attachOrder,
    handOver: (companyId, paymentId, known) => handOver(deps, companyId, paymentId, known),
    refresh: (companyId, paymentId) => refreshPayment(deps, companyId, paymentId),
    cancel: (companyId, paymentId) => cancelPayment(deps, companyId, paymentId),
    void: (companyId, paymentId, actor) => voidPayment(deps, companyId, paymentId, actor),
    capture: (companyId, paymentId, amount, actor) =>
      capturePayment(deps, companyId, paymentId, amount, actor),
    refund: (actor, input, claim) => refundPayment(deps, actor, input, claim),
    refundInFull: (companyId, paymentId, reason, now) =>
      refundInFull(deps, companyId, paymentId, reason, now),
    giveBack,
    payOut,
    holdRefunded,
    driveRefund: async (companyId, refundId) => {
      const refund = await findRefund(pool, companyId, refundId)
      assert(refund, `refund ${refundId} was promised and is not stored`)
      return driveRefund(deps, refund)
    },
    measure: () => measurePayments(pool, deps.now()),
    receiveEvent: (received) => receiveEvent(deps, received),
    find: findPayment,
    get: async (actor, paymentId) => {
      const owner = may(actor, 'act_for_every_company')
        ? await findOwner(pool, paymentId)
        : actor.companyId
      return (owner && (await findPayment(pool, owner, paymentId))) ?? notFound(paymentId)
    },
    standings: findStandings,
    list: (companyId, { overdue, ...filter }, page) => {
      const overdueOn = overdue ? { overdueOn: dayOf(deps.now()) } : {}
      return listPayments(pool, companyId, { ...filter, ...overdueOn }, page)
    },
    search: (search) => searchPayments(pool, providerNames, search),
    owing: async (companyId, payments) => {
      const onTerms = payments.flatMap(({ id, method }) => (method === 'invoice' ? [id] : []))
      const debts =
        onTerms.length > 0
          ? await findDebts(pool, companyId, onTerms, dayOf(deps.now()))
          : new Map<string, never>()
      return payments.map((payment) => ({ payment, debt: debts.get(payment.id) }))
    },
    duesOf: async ({ method, companyId, id }) =>
      method === 'invoice' ? listDues(pool, companyId, id, 100) : [],
    refundsOf: ({ companyId, id }) => listRefunds(pool, companyId, id, 100),
    disputesOf: ({ companyId, id }) => listDisputes(pool, companyId, id, 100),
    ledgerOf: ({ companyId, id }) => readLedger(pool, companyId, id),
    putCreditAccount,
    repayCredit,
    creditAccount: (companyId, currency) => findCreditAccount(pool, companyId, currency),
    offeredMethods: (companyId, currency, amount) =>
      offeredMethods(deps, companyId, currency, amount),
    noteInvoice,
    noteCreditNote,
    redriveRefunds: () => redriveRefunds(deps),
    checkPayments: () => checkPayments(deps),
    purgeEvents: (signal) => purgeEvents(deps, signal),
    reconcile: (from, before) => reconcile(deps, from, before),
    compareDays: (signal) => compareDays(deps, signal),
  }
}

/** Longer than any provider goes on repeating itself. */
const keptMs = daysMs(90)
const batchMax = 1_000

async function purgeEvents({ database, now }: Deps, signal?: AbortSignal): Promise<void> {
  let deleted: number
  do {
    const before = after(now(), -keptMs)
    deleted = await database.transaction((tx) => deleteOldEvents(tx, before, batchMax))
  } while (deleted === batchMax && !signal?.aborted)
}
