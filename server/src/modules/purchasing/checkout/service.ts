import type { Actor } from '#kernel/actor'
import { listOrderNumbers, type OrderDocument } from '#modules/orders'
import type { OfferedMethod, Payment } from '#modules/payments'
import type { Attempt } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { cancelCheckout } from './finishing/cancel-checkout.ts'
import { continueCheckout } from './finishing/continue-checkout.ts'
import { assertReachable } from './own-checkout.ts'
import { type MethodsQuestion, paymentMethods } from './paying/payment-methods.ts'
import { type StartPaymentInput, startPayment } from './paying/start-payment.ts'
import {
  type OrderInput,
  type PlaceOrderInput,
  placeOrder,
  type RehearsedOrder,
  validateOrder,
} from './placing/place-order.ts'
import { type Reordered, reorder } from './placing/reorder.ts'
import { type StartCheckoutInput, startCheckout } from './placing/start-checkout.ts'
import {
  payUnorderedOtherwise,
  retryUnordered,
  type UnorderedDecision,
} from './refunding/decide-unordered.ts'
import type { UnorderedPayment } from './refunding/unordered-payment.ts'
import {
  listUnordered,
  measureUnordered,
  type UnorderedMetrics,
  type UnorderedPage,
} from './refunding/unordered-store.ts'
import { findAttempt } from './store.ts'
import { readBaseline } from './watch/baseline.ts'
import { type CheckoutLifecycle, measureCheckouts } from './watch/lifecycle.ts'
import { type Baseline, type ReportEntry, reportAlive } from './watch/report.ts'
import type { AlivePage } from './watch/report-store.ts'

export type AttemptWithPayment = {
  readonly attempt: Attempt
  readonly payment: Payment | undefined
}

export type WatchedAttempt = AttemptWithPayment & {
  /** Undefined once the attempt has ended. */
  readonly report: ReportEntry | undefined
}

export type PlacedOrder = AttemptWithPayment & {
  /** Undefined until the payment is certain. */
  readonly order: OrderDocument | undefined
}

export type Checkout = {
  start(actor: Actor, input: StartCheckoutInput): Promise<Attempt>
  pay(actor: Actor, attemptId: string, input: StartPaymentInput): Promise<AttemptWithPayment>
  cancel(actor: Actor, attemptId: string): Promise<AttemptWithPayment>
  /** Throws `checkout.attempt_not_found` for an unknown attempt and for another company's alike. */
  get(actor: Actor, attemptId: string): Promise<AttemptWithPayment>
  /** A server places an order without a cart. Its payment may still be open. */
  placeOrder(actor: Actor, input: PlaceOrderInput): Promise<PlacedOrder>
  /** Checks everything that `placeOrder` checks, and changes nothing. Throws what it would throw. */
  validateOrder(actor: Actor, input: OrderInput): Promise<RehearsedOrder>
  /** Puts the products of an earlier order into the cart, as far as possible. */
  reorder(actor: Actor, orderId: string): Promise<Reordered>
  lifecycle(): Promise<CheckoutLifecycle & UnorderedMetrics>
  /** For operators: money that bought nothing and has not gone back, oldest first. */
  listUnordered(
    page: UnorderedPage,
  ): Promise<(UnorderedPayment & Record<'companyName' | 'orderNumber', string | undefined>)[]>
  /**
   * For operators: retries a refund that the provider has refused, or records that it was paid back outside of the
   * provider.
   */
  retryUnordered(actor: Actor, decision: UnorderedDecision): Promise<UnorderedPayment>
  payUnorderedOtherwise(
    actor: Actor,
    decision: UnorderedDecision & { readonly note: string },
  ): Promise<UnorderedPayment>
  /** The methods by which a handoff would be accepted now. */
  paymentMethods(actor: Actor, question: MethodsQuestion): Promise<OfferedMethod[]>
  /** For operators: every attempt under way, oldest first. */
  report(page: AlivePage): Promise<ReportEntry[]>
  /** For operators: one attempt, and what happens next while it is under way. */
  watch(actor: Actor, attemptId: string): Promise<WatchedAttempt>
  /** For operators: the audit log of the company records it. */
  cancelFor(actor: Actor, attemptId: string, note: string): Promise<WatchedAttempt>
  /** For operators: asks the payment provider now. */
  continueFor(actor: Actor, attemptId: string): Promise<WatchedAttempt>
  /** For operators: the usual values of checkouts. */
  baseline(): Promise<Baseline>
}

export function createCheckout(deps: CheckoutDeps): Checkout {
  const withPayment = async (attempt: Attempt): Promise<AttemptWithPayment> => {
    const { companyId, paymentId } = attempt
    if (!paymentId) return { attempt, payment: undefined }
    return { attempt, payment: await deps.payments.find(deps.database.pool, companyId, paymentId) }
  }
  const get = async (actor: Actor, attemptId: string): Promise<AttemptWithPayment> => {
    const attempt = await findAttempt(deps.database.pool, actor.companyId, attemptId)
    assertReachable(actor, attempt, attemptId, 'orders:read')
    return withPayment(attempt)
  }
  const watch = async (actor: Actor, attemptId: string): Promise<WatchedAttempt> => {
    const found = await get(actor, attemptId)
    const only = { companyId: actor.companyId, id: attemptId }
    const [report] = await reportAlive(deps, deps.database.pool, { only, limit: 1 }, deps.now())
    return { ...found, report }
  }
  return {
    start: (actor, input) => startCheckout(deps, actor, input),
    pay: (actor, attemptId, input) => startPayment(deps, actor, attemptId, input),
    cancel: async (actor, attemptId) => withPayment(await cancelCheckout(deps, actor, attemptId)),
    get,
    placeOrder: async (actor, input) => {
      const placed = await placeOrder(deps, actor, input)
      const { orderId } = placed.attempt
      if (placed.order || !orderId) return { order: undefined, ...placed }
      return { ...placed, order: await deps.orders.get(actor, orderId) }
    },
    validateOrder: (actor, input) => validateOrder(deps, actor, input),
    paymentMethods: (actor, question) => paymentMethods(deps, actor, question),
    reorder: (actor, orderId) => reorder(deps, actor, orderId),
    lifecycle: async () => ({
      ...(await measureCheckouts(deps.database.pool, deps.now())),
      ...(await measureUnordered(deps.database.pool, deps.now())),
    }),
    listUnordered: async (page) => {
      const { pool } = deps.database
      const found = await listUnordered(pool, page)
      const [names, numbers] = await Promise.all([
        deps.namesOf(pool, [...new Set(found.map((one) => one.companyId))]),
        listOrderNumbers(pool, found),
      ])
      return found.map((one) => ({
        ...one,
        companyName: names.get(one.companyId),
        orderNumber: one.orderId === undefined ? undefined : numbers.get(one.orderId),
      }))
    },
    retryUnordered: (actor, decision) => retryUnordered(deps, actor, decision),
    payUnorderedOtherwise: (actor, decision) => payUnorderedOtherwise(deps, actor, decision),
    watch,
    cancelFor: async (actor, attemptId, note) => {
      await cancelCheckout(deps, actor, attemptId, note)
      return watch(actor, attemptId)
    },
    continueFor: async (actor, attemptId) => {
      await continueCheckout(deps, actor, attemptId)
      return watch(actor, attemptId)
    },
    report: (page) => reportAlive(deps, deps.database.pool, page, deps.now()),
    baseline: () => readBaseline(deps.database.pool, deps.now()),
  }
}
