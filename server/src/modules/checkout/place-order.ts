import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf, isCurrency, unitPrice } from '#kernel/money'
import type { OrderDocument, OrderLine } from '#modules/orders'
import type { Payment } from '#modules/payments'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim, keepAnswerWithin } from '#platform/idempotency'
import type { Attempt } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { fail } from './failures.ts'
import { mayPay } from './may-pay.ts'
import { type OrderTerms, refuseUnready, tidied } from './order-terms.ts'
import { refuseUnusableReturn } from './payment-to-open.ts'
import type { AttemptAndPayment } from './reconcile.ts'
import { isSettled, type Settled } from './settle-on-credit.ts'
import { reserved, take } from './start-checkout.ts'
import { carryOnOpened, payFor, type StartPaymentInput } from './start-payment.ts'
import { takeSnapshot } from './take-snapshot.ts'

type MoneyText = { readonly amount: string; readonly currency: string }

export type OrderInput = Omit<OrderTerms, 'deliveries'> & {
  readonly lines: readonly {
    readonly productId: string
    readonly quantity: number
    /** What the client was told. Another price today is refused. */
    readonly expectedUnitPrice?: MoneyText | undefined
  }[]
  readonly payment: Pick<StartPaymentInput, 'method' | 'returnUrl'>
  /** Of the company, where none is named. */
  readonly currency?: string | undefined
}

export type PlaceOrderInput = OrderInput &
  Pick<StartPaymentInput, 'answer'> & { readonly idempotency: IdempotencyClaim | undefined }

/**
 * A checkout without a cart: what a cart's checkout and its handoff do in two transactions is done in one, by the same
 * participants, and from there on nobody can tell the difference. Whatever dies in between, the attempt is the row that
 * says what is left to do; a repeated request finds it by its key.
 */
export async function placeOrder(
  deps: CheckoutDeps,
  actor: Actor,
  asked: PlaceOrderInput,
): Promise<{ attempt: Attempt; payment: Payment; order?: OrderDocument }> {
  const input = tidied(asked)
  refuseUnplaceable(actor, input)
  await refuseUnready(deps, actor, input)
  const currency = input.currency ?? (await deps.currencyOf(actor.companyId))
  const now = deps.now()
  const id = newId('chk', now)
  const { attemptId, opened } = await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return { attemptId: firstId, opened: undefined }
    const opened = await openOrder(deps, tx, actor, id, { ...input, currency }, now)
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
  const currency = input.currency ?? (await deps.currencyOf(actor.companyId))
  const now = deps.now()
  const id = newId('chk', now)
  try {
    return await deps.database.transaction(async (tx) => {
      const { attempt } = await openOrder(deps, tx, actor, id, { ...input, currency }, now)
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
  input: OrderInput & { readonly currency: string },
  now: Date,
): Promise<Settled | AttemptAndPayment> {
  const { currency, lines } = input
  const wanted = { currency, lines }
  const snapshot = await takeSnapshot(deps, tx, actor, wanted, input, now)
  refuseChangedPrices(input, snapshot.lines, currency)
  const started = reserved(id, actor, undefined, snapshot, now)
  const { method, returnUrl } = input.payment
  // On net terms it is sold when it is ordered. A card may be refused: until then it is set aside.
  const { sell, reserve } = deps.catalog
  const takeStock = method === 'invoice' ? sell : reserve
  const attempt = await take(deps, tx, actor, started, (wanted) => takeStock(tx, wanted))
  const payment = { id: newId('pay', now), method, returnUrl }
  const opened = await payFor(deps, tx, actor, { attempt, isStored: false }, payment, now)
  await recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: 'checkout.order_placed',
    target: { type: 'checkout', id },
    outcome: 'done',
    details: {
      method,
      lines: lines.length,
      total: decimalOf(attempt.total),
      currency,
    },
    now,
  })
  return opened
}

function refuseUnplaceable(actor: Actor, input: OrderInput): void {
  if (!mayPay(actor)) throw fail('handoff_not_allowed')
  refuseUnusableReturn(input.payment)
  const { currency } = input
  if (currency !== undefined && !isCurrency(currency)) throw fail('currency_unknown', { currency })
  const productIds = input.lines.map(({ productId }) => productId)
  const repeated = productIds.find((id, at) => productIds.indexOf(id) !== at)
  if (repeated !== undefined) throw fail('product_repeated', { productId: repeated })
}

function refuseChangedPrices(
  { lines }: OrderInput,
  today: readonly OrderLine[],
  currency: string,
): void {
  const changed = lines.flatMap(({ productId, expectedUnitPrice: expected }, at) => {
    const current = today[at]?.unitPrice
    if (!expected || !current) return []
    if (expected.currency !== currency) throw fail('expected_price_invalid', { currency })
    if (unitPrice(expected.amount, currency).amount.equals(current.amount)) return []
    return [{ productId, expected, current: { amount: decimalOf(current), currency } }]
  })
  if (changed.length > 0) throw fail('price_changed', { lines: changed })
}
