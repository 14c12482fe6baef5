import assert from 'node:assert/strict'
import { type Actor, may } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import { after, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import type { IdempotencyClaim } from '#platform/idempotency'
import { attachOrder } from './attach-order.ts'
import { attachSupplement, type Supplement } from './attach-supplement.ts'
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
import type { Due, OwingPayment } from './credit/debt.ts'
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
  mayReadPayment,
  type PaymentSearch,
  type SearchedPayments,
  searchPayments,
} from './payment-search-store.ts'
import {
  findOwner,
  findPayment,
  findStandings,
  listOfOrder,
  lockOfOrder,
  type PaymentStanding,
  readLedger,
} from './payment-store.ts'
import { raiseHeld } from './raise-held.ts'
import { driveRefund } from './refunds/drive-refund.ts'
import {
  type GiveBack,
  type GivenBack,
  giveBack,
  type HeldPart,
  releaseHeld,
} from './refunds/give-back.ts'
import { holdRefunded, type Refunded } from './refunds/hold-refunded.ts'
import { type PaidOut, type PayOut, payOut } from './refunds/pay-out.ts'
import {
  type RefundAnswer,
  type RefundInput,
  refundInFull,
  refundPayment,
} from './refunds/refund-payment.ts'
import { findRefund, listRefunds } from './refunds/refund-store.ts'

export type Payments = {
  /** Participant: a new payment. On net terms it takes the credit here, and the payment is AUTHORIZED at once. */
  open(tx: Tx, input: OpenPayment): Promise<Payment>
  /** Participant: attaches the payment to this order. Holds the payment until the transaction ends. */
  attachOrder(tx: Tx, companyId: Id<'co'>, paymentId: string, orderId: string): Promise<Payment>
  /** May run any number of times, after any crash: it makes one intent at the provider. */
  handOver(companyId: Id<'co'>, paymentId: string, known?: Payment): Promise<Payment>
  /** Asks the provider, and applies the answer as its event would have been applied. */
  refresh(companyId: Id<'co'>, paymentId: string): Promise<Payment>
  /** Returns the final state: VOIDED or FAILED, or SUCCEEDED if the payer was faster. */
  cancel(companyId: Id<'co'>, paymentId: string): Promise<Payment>
  /** Like `cancel`, but throws `payments.not_voidable` if the payment could not be stopped. */
  void(companyId: Id<'co'>, paymentId: string, actor?: Actor): Promise<Payment>
  capture(companyId: Id<'co'>, paymentId: string, amount?: Money, actor?: Actor): Promise<Payment>
  refund(actor: Actor, input: RefundInput, claim?: IdempotencyClaim): Promise<RefundAnswer>
  /**
   * Undoes the payment in whatever state it is. While the provider does not answer, `refunding` is above zero and a
   * worker continues.
   */
  refundInFull(companyId: Id<'co'>, paymentId: string, reason: string, now: Date): Promise<Payment>
  /** Participant: gives back a part of the payment, or all of it. Returns what is left to do after the commit. */
  giveBack(tx: Tx, order: GiveBack): Promise<GivenBack>
  /** Participant, while no capture can be under way: a part of the held amount is never captured. */
  releaseHeld(tx: Tx, part: HeldPart): Promise<boolean>
  /** Participant: a payment on net terms promises more. Throws if the credit does not suffice, and for a card. */
  raiseHeld(tx: Tx, part: HeldPart): Promise<void>
  /** Participant: a further payment pays for what an order costs more. False if it cannot pay for exactly that. */
  attachSupplement(tx: Tx, supplement: Supplement): Promise<boolean>
  /** Participant: records that money went back outside of the provider, which refuses the refund. */
  payOut(tx: Tx, order: PayOut): Promise<PaidOut>
  /** Participant: holds the payments of an order, and returns the refunds that have gone back, by the provider or otherwise. */
  holdRefunded(tx: Tx, companyId: string, orderId: string): Promise<Refunded>
  /**
   * Continues a promised refund as far as the provider allows. May run any number of times: the refund's id is the
   * provider's idempotency key.
   */
  driveRefund(companyId: Id<'co'>, refundId: string): Promise<Refund>
  receiveEvent(received: ReceivedEvent): Promise<EventOutcome | 'REPEATED'>
  find(conn: Conn, companyId: Id<'co'>, paymentId: string): Promise<Payment | undefined>
  /** The payments of an order, oldest first: the first one, and those for what later changes cost. */
  listOfOrder(conn: Conn, companyId: string, orderId: string): Promise<Payment[]>
  /** Participant: the same, and holds them until the transaction ends. */
  lockOfOrder(tx: Tx, companyId: string, orderId: string): Promise<Payment[]>
  /** For a person or a client: throws `payments.payment_not_found`. Operators reach the payments of every company. */
  get(actor: Actor, paymentId: string): Promise<Payment>
  /** For operators: the standings of payments of any company. */
  standings(
    conn: Conn,
    paymentIds: readonly string[],
  ): Promise<ReadonlyMap<string, PaymentStanding>>
  /** For operators: searches the payments of all companies. */
  search(search: PaymentSearch): Promise<SearchedPayments>
  /** The ids of the newest orders of the company that a number, or a part of one, finds. */
  ordersNumbered(companyId: Id<'co'>, q: string): Promise<string[]>
  /** Each payment with its debt and the number of its order, in the same order. */
  owing(companyId: Id<'co'>, payments: readonly Payment[]): Promise<OwingPayment[]>
  /**
   * The parts of a payment on net terms that have a due day, which are its invoices. The first to fall due comes first.
   */
  duesOf(payment: Payment): Promise<Due[]>
  refundsOf(payment: Payment): Promise<Refund[]>
  disputesOf(payment: Payment): Promise<Dispute[]>
  ledgerOf(payment: Payment): Promise<BookedEntry[]>
  /** Participant: opens a company's credit account or changes its terms. */
  putCreditAccount(tx: Tx, terms: CreditTerms, now: Date): Promise<void>
  /** Participant: the company has paid its debt, or a part of it. */
  repayCredit(tx: Tx, companyId: Id<'co'>, amount: Money, now: Date): Promise<CreditAccount>
  creditAccount(companyId: Id<'co'>, currency: string): Promise<CreditAccount | undefined>
  /** What `open` would answer for each method now. */
  offeredMethods(companyId: Id<'co'>, currency: string, amount?: Money): Promise<OfferedMethod[]>
  /** Participant: an order's debt falls due invoice by invoice. Does nothing for an order that is not on net terms. */
  noteInvoice(tx: Tx, issued: IssuedInvoice): Promise<void>
  /** Participant: these invoices no longer ask for this amount. */
  noteCreditNote(tx: Tx, issued: IssuedCreditNote): Promise<void>
  /** Workers. Both return how many rows they took. */
  redriveRefunds(): Promise<number>
  checkPayments(): Promise<number>
  /** Deletes provider events that are older than any provider's retries. */
  purgeEvents(signal?: AbortSignal): Promise<void>
  /**
   * Compares the payments that providers list for a time range with ours. Heals differences where it can, and reports
   * all of them.
   */
  reconcile(from: Date, before: Date): Promise<Reconciliation>
  /** For the health surfaces, for all companies. */
  measure(): Promise<PaymentMetrics>
  /** Compares all days that were not compared yet, and some older ones again. */
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
    releaseHeld,
    raiseHeld,
    attachSupplement,
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
    listOfOrder,
    lockOfOrder,
    get: async (actor, paymentId) => {
      const owner = may(actor, 'act_for_every_company')
        ? await findOwner(pool, paymentId)
        : actor.companyId
      const payment = owner && (await findPayment(pool, owner, paymentId))
      if (!payment || !(await mayReadPayment(deps, pool, actor, payment))) notFound(paymentId)
      return payment
    },
    standings: findStandings,
    search: async (search) => {
      const { q, companyId } = search
      const orders = q === undefined ? [] : await deps.ordersNumbered?.(pool, q, companyId)
      return searchPayments(pool, providerNames, { ...search, orders })
    },
    ordersNumbered: async (companyId, q) => {
      const orders = (await deps.ordersNumbered?.(pool, q, companyId)) ?? []
      return orders.map(({ id }) => id)
    },
    owing: (companyId, payments) => listOwing(deps, companyId, payments),
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

/** Longer than any provider repeats its events. */
const keptMs = daysMs(90)
const batchMax = 1_000

async function purgeEvents({ database, now }: Deps, signal?: AbortSignal): Promise<void> {
  let deleted: number
  do {
    const before = after(now(), -keptMs)
    deleted = await database.transaction((tx) => deleteOldEvents(tx, before, batchMax))
  } while (deleted === batchMax && !signal?.aborted)
}

async function listOwing(
  { database: { pool }, now, orderNumbers }: Deps,
  companyId: Id<'co'>,
  payments: readonly Payment[],
): Promise<OwingPayment[]> {
  const onTerms = payments.flatMap(({ id, method }) => (method === 'invoice' ? [id] : []))
  const debts =
    onTerms.length > 0 ? await findDebts(pool, companyId, onTerms, now()) : new Map<string, never>()
  const numbers = await orderNumbers?.(pool, payments)
  return payments.map((payment) => ({
    payment,
    debt: debts.get(payment.id),
    orderNumber: payment.orderId === null ? undefined : numbers?.get(payment.orderId),
  }))
}
