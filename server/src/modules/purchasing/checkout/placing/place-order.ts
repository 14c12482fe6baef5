import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf } from '#kernel/money'
import type { BudgetImpact } from '#modules/budgets'
import type { CheckoutOfCart } from '#modules/cart'
import type { Order, OrderDocument } from '#modules/orders'
import type { Payment } from '#modules/payments'
import { buyingUnitOf } from '#modules/structure'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim, keepAnswerWithin } from '#platform/idempotency'
import { type Attempt, isFree } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import type { AttemptAndPayment } from '../finishing/reconcile.ts'
import { assertMayPayFor } from '../paying/may-pay.ts'
import { isSettled, type SettledAttempt } from '../paying/settle-at-once.ts'
import { carryOnOpened, payFor, type StartPaymentInput } from '../paying/start-payment.ts'
import type { NegotiatedUnitPrice, RequestedGoods } from './arrange-deliveries.ts'
import {
  assertPlaceable,
  assertPricesUnchanged,
  assertTotalUnchanged,
  type MoneyText,
  type OrderedLine,
} from './check-order.ts'
import { assertReady } from './check-terms.ts'
import type { OrderTerms } from './order-terms.ts'
import { newAttempt, takeGoods } from './start-checkout.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { trimReferences } from './trim-references.ts'

export type OrderInput = Omit<OrderTerms, 'deliveries'> & {
  /** Either these lines, or the caller's whole cart at this version. */
  readonly lines?: readonly OrderedLine[] | undefined
  readonly cart?: Omit<CheckoutOfCart, 'checkoutId'> | undefined
  readonly payment: Pick<StartPaymentInput, 'method' | 'returnUrl'>
  /** The currency of the lines. Default: the company's. A cart has its own. */
  readonly currency?: string | undefined
  /** The unit for which the lines are bought. A cart has its own. */
  readonly unitId?: string | undefined
  /** The total that the buyer saw and accepted, with taxes and shipping cost. */
  readonly acceptedTotal?: MoneyText | undefined
}

/** What the caller does in the transaction of an order on net terms, so that both happen or neither. */
export type Alongside = {
  /** Takes the caller's locks, before all those of the order. */
  before(tx: Tx): Promise<void>
  after(tx: Tx, order: Order): Promise<void>
  /** The requester whose requisition becomes the order, and who never decides on it. Undefined: the actor needs the goods. */
  readonly requester?:
    | {
        readonly id: string
        readonly unitId: string | undefined
        /** Their approval request whose order this one replaces, if that was returned for change. */
        readonly revises: string | undefined
        /** The products that were found for lines that said in words what is needed. */
        readonly freeTextProducts: readonly string[]
      }
    | undefined
  /** Each stands in the place of its line, and replaces the price of the catalogue. No request of a client gives one. */
  readonly negotiatedPrices?: readonly (NegotiatedUnitPrice | undefined)[]
  /** Stands in the entry of the order in the audit log. */
  readonly audited: Readonly<Record<string, string>>
}

export type PlaceOrderInput = OrderInput &
  Pick<StartPaymentInput, 'answer'> & {
    readonly idempotency: IdempotencyClaim | undefined
    readonly alongside?: Alongside | undefined
  }

/**
 * A checkout and its handoff in one, with a cart or without: one transaction does what they do in two, with the same
 * participants, and afterwards nobody can tell the difference. If the process dies in between, the attempt is a row
 * that says what is left to do; a repeated request finds it by its key.
 */
export async function placeOrder(
  deps: CheckoutDeps,
  actor: Actor,
  request: PlaceOrderInput,
): Promise<{ attempt: Attempt; payment: Payment | undefined; order?: OrderDocument }> {
  const input = trimReferences(request)
  assertPlaceable(actor, input)
  await assertReady(deps, actor, input)
  const ready = { ...input, listed: await listedGoods(deps, actor, input) }
  const now = deps.now()
  const id = newId('chk', now)
  const { attemptId, opened } = await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return { attemptId: firstId, opened: undefined }
    const { idempotency, answer, alongside } = input
    await alongside?.before(tx)
    const opened = await openOrder(deps, tx, actor, id, ready, now)
    if (isSettled(opened)) await alongside?.after(tx, opened.order.order)
    if (answer && isSettled(opened)) keepAnswerWithin(tx, idempotency, () => answer(opened))
    return { attemptId: id, opened }
  })
  if (!opened || !isSettled(opened)) return carryOnOpened(deps, actor, attemptId, opened)
  crashPoint('checkout.settled')
  return opened
}

/** What an order would be, and what it would use, had it been placed. */
export type RehearsedOrder = {
  readonly attempt: Attempt
  readonly budgets: readonly BudgetImpact[]
}

/** Runs the whole order, with credit and stock, and rolls it back: what an order would refuse, this refuses. */
export async function validateOrder(
  deps: CheckoutDeps,
  actor: Actor,
  request: OrderInput,
): Promise<RehearsedOrder> {
  const input = trimReferences(request)
  assertPlaceable(actor, input)
  await assertReady(deps, actor, input)
  const ready = { ...input, listed: await listedGoods(deps, actor, input) }
  const now = deps.now()
  const id = newId('chk', now)
  try {
    return await deps.database.transaction(async (tx) => {
      const { attempt } = await openOrder(deps, tx, actor, id, ready, now)
      const of = { companyId: actor.companyId, checkoutId: id }
      throw new Rehearsed({
        attempt,
        budgets: attempt.budgeted ? await deps.budgets.impacts(tx, of) : [],
      })
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.order
    throw error
  }
}

/** Rolls back a transaction that succeeded. */
class Rehearsed extends Error {
  readonly order: RehearsedOrder

  constructor(order: RehearsedOrder) {
    super('rehearsed')
    this.order = order
  }
}

async function openOrder(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  id: Attempt['id'],
  input: ReadyInput,
  now: Date,
): Promise<SettledAttempt | AttemptAndPayment> {
  const { cart, listed, lines = [], alongside } = input
  const locked = cart && (await deps.carts.lockForCheckout(tx, actor, { ...cart, checkoutId: id }))
  const requested = locked ?? listed
  assert(requested, 'an order needs lines or a cart')
  const { currency } = requested
  const { requester } = alongside ?? {}
  const { unitId } = requester ?? (await buyingUnitOf(tx, actor, locked?.unitId ?? input.unitId))
  // Before stock and budgets: a standing order forgives what these refuse today.
  await assertMayPayFor(tx, actor, { unitId })
  const taken = await takeSnapshot(deps, tx, actor, requested, input, { unitId, now })
  assertPricesUnchanged(lines, taken.lines, currency)
  const snapshot = requester
    ? {
        ...taken,
        requestedBy: requester.id,
        ...(requester.revises !== undefined && { revises: requester.revises }),
        ...(requester.freeTextProducts.length > 0 && {
          freeTextProducts: requester.freeTextProducts,
        }),
      }
    : taken
  const started = newAttempt(id, actor, locked?.cartId, snapshot, now)
  assertTotalUnchanged(started, input)
  const { method, returnUrl } = input.payment
  // On net terms, or for a total of zero, ordering sells the stock. A card may be refused, so the stock is only
  // reserved.
  const { sell, reserve } = deps.products
  const takeStock = method === 'invoice' || isFree(started) ? sell : reserve
  const attempt = await takeGoods(deps, tx, actor, started, (lines) => takeStock(tx, lines))
  const payment = { id: newId('pay', now), method, returnUrl }
  const opened = await payFor(deps, tx, actor, { attempt, isStored: false }, payment, now)
  const negotiatedPrices = snapshot.lines.filter((line) => line.negotiatedPrice).length
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: 'checkout.order_placed',
    target: { type: 'checkout', id },
    outcome: 'done',
    details: {
      method,
      lines: snapshot.lines.length,
      total: decimalOf(attempt.total),
      currency,
      ...(negotiatedPrices > 0 && { negotiatedPrices }),
      ...alongside?.audited,
    },
    now,
  })
  return opened
}

type ReadyInput = OrderInput &
  Partial<Pick<PlaceOrderInput, 'alongside'>> & { readonly listed: RequestedGoods | undefined }

/** Undefined if a cart is ordered. The company's currency is looked up before the transaction. */
async function listedGoods(
  { currencyOf }: CheckoutDeps,
  { companyId }: Actor,
  { lines, currency, alongside }: OrderInput & Pick<PlaceOrderInput, 'alongside'>,
): Promise<RequestedGoods | undefined> {
  const prices = alongside?.negotiatedPrices ?? []
  return (
    lines && {
      lines: lines.map((line, at) => ({ ...line, negotiatedPrice: prices[at] })),
      currency: currency ?? (await currencyOf(companyId)),
    }
  )
}
