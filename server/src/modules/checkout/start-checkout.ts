import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { type Id, newId } from '#kernel/id'
import { decimalOf, parseMoney, sameMoney } from '#kernel/money'
import { after, minutesMs } from '#kernel/time'
import type { Catalog } from '#modules/catalog'
import type { Address } from '#modules/orders'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim, keepAnswerWithin } from '#platform/idempotency'
import { addressesOf, type Destination, refuseAmbiguous } from './arrange-deliveries.ts'
import { type Attempt, quantitiesOf, reservationMinutes } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { fail } from './failures.ts'
import { spendingOf } from './spending.ts'
import { findAttempt, insertAttempt } from './store.ts'
import { type TotalledSnapshot, takeSnapshot } from './take-snapshot.ts'

/** Where to, and under which references. */
export type OrderTerms = Destination & {
  readonly billTo?: Address | undefined
  readonly poNumber?: string | undefined
  readonly costCenter?: string | undefined
  readonly note?: string | undefined
}

export type StartCheckoutInput = OrderTerms & {
  readonly expectedSnapshotVersion: number
  /** What the buyer was shown and agreed to. */
  readonly acceptedTotal?: { readonly amount: string; readonly currency: string } | undefined
  readonly idempotency: IdempotencyClaim | undefined
  /** What is told of it, for the key to keep. */
  readonly answer?: (started: Attempt) => object
}

/**
 * One transaction: the cart's version, every price and every stock row are checked, the stock is
 * reserved, the snapshot stored and the cart locked. Refused, it leaves nothing behind.
 */
export async function startCheckout(
  deps: CheckoutDeps,
  actor: Actor,
  input: StartCheckoutInput,
): Promise<Attempt> {
  await refuseUnready(deps, actor, input)
  const now = deps.now()
  const id = newId('chk', now)
  const attempt = await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return getFirst(tx, actor, firstId)

    const { expectedSnapshotVersion } = input
    const cart = await deps.carts.lockForCheckout(tx, actor, {
      expectedSnapshotVersion,
      checkoutId: id,
    })
    const snapshot = await takeSnapshot(deps, tx, actor, cart, input, now)
    const started = reserved(id, actor, cart.cartId, snapshot, now)
    refuseChangedTotal(started, input)
    const { catalog } = deps
    const attempt = await take(deps, tx, actor, started, (lines) => catalog.reserve(tx, lines))
    insertAttempt(tx, attempt)
    const { idempotency, answer } = input
    if (answer) keepAnswerWithin(tx, idempotency, () => answer(attempt))
    return attempt
  })
  crashPoint('checkout.reserved')
  return attempt
}

/** What can be told before anything is looked up or locked. */
export async function refuseUnready(
  deps: CheckoutDeps,
  actor: Actor,
  input: OrderTerms,
): Promise<void> {
  refuseAmbiguous(input)
  refuseUnknownCountries(input)
  await refuseMissingPoNumber(deps, actor, input)
}

/** A participant: the stock is taken, set aside or sold, and the budgets are asked; or nothing of it. */
export async function take(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  started: Attempt,
  takeStock: (lines: ReturnType<typeof quantitiesOf>) => ReturnType<Catalog['reserve']>,
): Promise<Attempt> {
  if (started.total.amountMinor <= 0n) throw fail('nothing_to_pay')
  const shortages = await takeStock(quantitiesOf(started.snapshot))
  if (shortages.length > 0) throw fail('stock_short', { lines: shortages })
  crashPoint('checkout.stock_reserved')
  const spending = { checkoutId: started.id, ...spendingOf(started) }
  const budgeted = await deps.budgets.hold(tx, actor, spending, started.createdAt)
  return { ...started, budgeted }
}

async function getFirst(tx: Tx, actor: Actor, attemptId: string): Promise<Attempt> {
  const first = await findAttempt(tx, actor.companyId, attemptId)
  if (!first) throw new Error(`checkout ${attemptId} is named by its key but not stored`)
  return first
}

/** An attempt as it begins. Without a cart for an order that is placed without one. */
export function reserved(
  id: Id<'chk'>,
  actor: Actor,
  cartId: Attempt['cartId'],
  snapshot: TotalledSnapshot,
  now: Date,
): Attempt {
  const reservedUntil = after(now, minutesMs(reservationMinutes))
  return {
    id,
    companyId: actor.companyId,
    ownerId: actor.id,
    cartId,
    state: 'RESERVED',
    snapshot,
    total: snapshot.amounts.total,
    budgeted: false,
    approval: undefined,
    createdAt: now,
    reservedUntil,
    paymentId: undefined,
    paymentInitiatedAt: undefined,
    orderId: undefined,
    endedAt: undefined,
    nextLook: reservedUntil,
    stuckAlertedAt: undefined,
    failure: undefined,
  }
}

/** Some companies' accounts cannot take what names no purchase order: said before anything is reserved. */
async function refuseMissingPoNumber(
  { partiesOf, database }: CheckoutDeps,
  { companyId }: Actor,
  { poNumber, deliveries = [] }: OrderTerms,
): Promise<void> {
  if (poNumber !== undefined) return
  const lines = deliveries.flatMap((delivery) => delivery.lines)
  if (lines.length > 0 && lines.every((line) => line.poNumber !== undefined)) return
  const company = (await partiesOf(database.pool, [companyId])).get(companyId)
  if (company?.poNumberRequired) throw fail('po_number_required')
}

function refuseUnknownCountries(input: OrderTerms): void {
  const { billTo } = input
  const addresses = { ...addressesOf(input), ...(billTo ? { billTo } : {}) }
  for (const [field, address] of Object.entries(addresses)) {
    if (!isCountry(address.country)) {
      throw fail('country_unknown', { field, country: address.country })
    }
  }
}

function refuseChangedTotal({ total }: Attempt, { acceptedTotal }: StartCheckoutInput): void {
  if (!acceptedTotal) return
  const { amount, currency } = acceptedTotal
  const accepted = currency === total.currency ? parseMoney(amount, currency) : undefined
  if (!accepted) throw fail('accepted_total_invalid', { currency: total.currency })
  if (!sameMoney(accepted, total)) {
    const current = { amount: decimalOf(total), currency: total.currency }
    throw fail('total_changed', { accepted: acceptedTotal, current })
  }
}
