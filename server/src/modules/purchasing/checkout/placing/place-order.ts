import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf, isCurrency, priceOfOne, unitPrice } from '#kernel/money'
import type { OrderDocument, OrderLine } from '#modules/orders'
import type { RequestedReferences } from '#modules/orders/line-references'
import type { Payment } from '#modules/payments'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim, keepAnswerWithin } from '#platform/idempotency'
import { type Attempt, isFree } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import type { AttemptAndPayment } from '../finishing/reconcile.ts'
import { mayPay } from '../paying/may-pay.ts'
import { refuseUnusableReturn } from '../paying/payment-to-open.ts'
import { isSettled, type Settled } from '../paying/settle-at-once.ts'
import { carryOnOpened, payFor, type StartPaymentInput } from '../paying/start-payment.ts'
import type { RequestedGoods } from './arrange-deliveries.ts'
import { refuseUnready, tidied } from './check-terms.ts'
import type { OrderTerms } from './order-terms.ts'
import { refuseChangedTotal, reserved, take } from './start-checkout.ts'
import { takeSnapshot } from './take-snapshot.ts'

type MoneyText = { readonly amount: string; readonly currency: string }

/** Its references stand where they differ from the order's. */
type OrderedLine = RequestedReferences & {
  readonly productId: string
  readonly quantity: number
  /** The price that the client has seen. Another price today is refused. */
  readonly expectedUnitPrice?: MoneyText | undefined
}

export type OrderInput = Omit<OrderTerms, 'deliveries'> & {
  /** Either these lines, or the caller's whole cart at this version. */
  readonly lines?: readonly OrderedLine[] | undefined
  readonly cart?: { readonly expectedSnapshotVersion: number } | undefined
  readonly payment: Pick<StartPaymentInput, 'method' | 'returnUrl'>
  /** The currency of the lines. Default: the company's. A cart has its own. */
  readonly currency?: string | undefined
  /** The total that the buyer saw and accepted, with taxes and shipping cost. */
  readonly acceptedTotal?: MoneyText | undefined
}

export type PlaceOrderInput = OrderInput &
  Pick<StartPaymentInput, 'answer'> & { readonly idempotency: IdempotencyClaim | undefined }

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
  const input = tidied(request)
  refuseUnplaceable(actor, input)
  await refuseUnready(deps, actor, input)
  const ready = { ...input, listed: await listedGoods(deps, actor, input) }
  const now = deps.now()
  const id = newId('chk', now)
  const { attemptId, opened } = await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return { attemptId: firstId, opened: undefined }
    const opened = await openOrder(deps, tx, actor, id, ready, now)
    const { idempotency, answer } = input
    if (answer && isSettled(opened)) keepAnswerWithin(tx, idempotency, () => answer(opened))
    return { attemptId: id, opened }
  })
  if (!opened || !isSettled(opened)) return carryOnOpened(deps, actor, attemptId, opened)
  crashPoint('checkout.settled')
  return opened
}

/** Runs the whole order, with credit and stock, and rolls it back: what an order would refuse, this refuses. */
export async function validateOrder(
  deps: CheckoutDeps,
  actor: Actor,
  request: OrderInput,
): Promise<Attempt> {
  const input = tidied(request)
  refuseUnplaceable(actor, input)
  await refuseUnready(deps, actor, input)
  const ready = { ...input, listed: await listedGoods(deps, actor, input) }
  const now = deps.now()
  const id = newId('chk', now)
  try {
    return await deps.database.transaction(async (tx) => {
      const { attempt } = await openOrder(deps, tx, actor, id, ready, now)
      throw new Rehearsed(attempt)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.attempt
    throw error
  }
}

/** Rolls back a transaction that succeeded. */
class Rehearsed extends Error {
  readonly attempt: Attempt

  constructor(attempt: Attempt) {
    super('rehearsed')
    this.attempt = attempt
  }
}

async function openOrder(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  id: Attempt['id'],
  input: ReadyInput,
  now: Date,
): Promise<Settled | AttemptAndPayment> {
  const { cart, listed, lines = [] } = input
  const taken = cart && (await deps.carts.lockForCheckout(tx, actor, { ...cart, checkoutId: id }))
  const requested = taken ?? listed
  assert(requested, 'an order needs lines or a cart')
  const { currency } = requested
  const snapshot = await takeSnapshot(deps, tx, actor, requested, input, now)
  refuseChangedPrices(lines, snapshot.lines, currency)
  const started = reserved(id, actor, taken?.cartId, snapshot, now)
  refuseChangedTotal(started, input)
  const { method, returnUrl } = input.payment
  // On net terms, or for a total of zero, ordering sells the stock. A card may be refused, so the stock is only
  // reserved.
  const { sell, reserve } = deps.products
  const takeStock = method === 'invoice' || isFree(started) ? sell : reserve
  const attempt = await take(deps, tx, actor, started, (lines) => takeStock(tx, lines))
  const payment = { id: newId('pay', now), method, returnUrl }
  const opened = await payFor(deps, tx, actor, { attempt, isStored: false }, payment, now)
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
    },
    now,
  })
  return opened
}

type ReadyInput = OrderInput & { readonly listed: RequestedGoods | undefined }

/** Undefined if a cart is ordered. The company's currency is looked up before the transaction. */
async function listedGoods(
  { currencyOf }: CheckoutDeps,
  { companyId }: Actor,
  { lines, currency }: OrderInput,
): Promise<RequestedGoods | undefined> {
  return lines && { lines, currency: currency ?? (await currencyOf(companyId)) }
}

function refuseUnplaceable(actor: Actor, input: OrderInput): void {
  if (!mayPay(actor)) throw fail('handoff_not_allowed')
  refuseUnusableReturn(input.payment)
  const { currency, lines = [], cart } = input
  if (lines.length > 0 === (cart !== undefined)) throw fail('lines_or_cart')
  if (cart && currency !== undefined) throw fail('lines_or_cart')
  if (currency !== undefined && !isCurrency(currency)) throw fail('currency_unknown', { currency })
  const productIds = (lines ?? []).map(({ productId }) => productId)
  const repeated = productIds.find((id, at) => productIds.indexOf(id) !== at)
  if (repeated !== undefined) throw fail('product_repeated', { productId: repeated })
}

function refuseChangedPrices(
  lines: readonly OrderedLine[],
  today: readonly OrderLine[],
  currency: string,
): void {
  const changed = lines.flatMap(({ productId, expectedUnitPrice: expected }, at) => {
    const line = today[at]
    if (!expected || !line) return []
    const current = priceOfOne(line.unitPrice)
    if (expected.currency !== currency) throw fail('expected_price_invalid', { currency })
    if (unitPrice(expected.amount, currency).amount.equals(current.amount)) return []
    return [{ productId, expected, current: { amount: decimalOf(current), currency } }]
  })
  if (changed.length > 0) throw fail('price_changed', { lines: changed })
}
