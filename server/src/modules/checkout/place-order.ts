import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf, isCurrency, priceOfOne, unitPrice } from '#kernel/money'
import type { OrderDocument, OrderLine } from '#modules/orders'
import type { Payment } from '#modules/payments'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim, keepAnswerWithin } from '#platform/idempotency'
import type { Wanted } from './arrange-deliveries.ts'
import { type Attempt, isFree } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { fail } from './failures.ts'
import { mayPay } from './may-pay.ts'
import { type OrderTerms, refuseUnready, tidied } from './order-terms.ts'
import { refuseUnusableReturn } from './payment-to-open.ts'
import type { AttemptAndPayment } from './reconcile.ts'
import { isSettled, type Settled } from './settle-at-once.ts'
import { refuseChangedTotal, reserved, take } from './start-checkout.ts'
import { carryOnOpened, payFor, type StartPaymentInput } from './start-payment.ts'
import { takeSnapshot } from './take-snapshot.ts'

type MoneyText = { readonly amount: string; readonly currency: string }

type AskedLine = {
  readonly productId: string
  readonly quantity: number
  /** What the client was told. Another price today is refused. */
  readonly expectedUnitPrice?: MoneyText | undefined
  /** Where it differs from that of the order. */
  readonly costCenter?: string | undefined
  readonly poNumber?: string | undefined
}

export type OrderInput = Omit<OrderTerms, 'deliveries'> & {
  /** Either these, or all that is in the caller's cart at this version. */
  readonly lines?: readonly AskedLine[] | undefined
  readonly cart?: { readonly expectedSnapshotVersion: number } | undefined
  readonly payment: Pick<StartPaymentInput, 'method' | 'returnUrl'>
  /** Of the lines: that of the company, where none is named. A cart has its own. */
  readonly currency?: string | undefined
  /** What the buyer was shown and agreed to, with taxes and shipping cost. */
  readonly acceptedTotal?: MoneyText | undefined
}

export type PlaceOrderInput = OrderInput &
  Pick<StartPaymentInput, 'answer'> & { readonly idempotency: IdempotencyClaim | undefined }

/**
 * A checkout and its handoff in one, of a cart or without one: what they do in two transactions is done in one, by the same
 * participants, and from there on nobody can tell the difference. Whatever dies in between, the attempt is the row that
 * says what is left to do; a repeated request finds it by its key.
 */
export async function placeOrder(
  deps: CheckoutDeps,
  actor: Actor,
  asked: PlaceOrderInput,
): Promise<{ attempt: Attempt; payment: Payment | undefined; order?: OrderDocument }> {
  const input = tidied(asked)
  refuseUnplaceable(actor, input)
  await refuseUnready(deps, actor, input)
  const ready = { ...input, listed: await listedIn(deps, actor, input) }
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

/** Everything of the order, credit and stock too, and then none of it: what would be refused is refused. */
export async function validateOrder(
  deps: CheckoutDeps,
  actor: Actor,
  asked: OrderInput,
): Promise<Attempt> {
  const input = tidied(asked)
  refuseUnplaceable(actor, input)
  await refuseUnready(deps, actor, input)
  const ready = { ...input, listed: await listedIn(deps, actor, input) }
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

/** Takes a transaction back that went well. */
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
  const wanted = taken ?? listed
  assert(wanted, 'either lines or a cart')
  const { currency } = wanted
  const snapshot = await takeSnapshot(deps, tx, actor, wanted, input, now)
  refuseChangedPrices(lines, snapshot.lines, currency)
  const started = reserved(id, actor, taken?.cartId, snapshot, now)
  refuseChangedTotal(started, input)
  const { method, returnUrl } = input.payment
  // On net terms, or for nothing, it is sold when it is ordered. A card may be refused: until then it is set aside.
  const { sell, reserve } = deps.products
  const takeStock = method === 'invoice' || isFree(started) ? sell : reserve
  const attempt = await take(deps, tx, actor, started, (wanted) => takeStock(tx, wanted))
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

type ReadyInput = OrderInput & { readonly listed: Wanted | undefined }

/** Undefined where a cart is ordered. The company's currency is looked up before the transaction. */
async function listedIn(
  { currencyOf }: CheckoutDeps,
  { companyId }: Actor,
  { lines, currency }: OrderInput,
): Promise<Wanted | undefined> {
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
  lines: readonly AskedLine[],
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
