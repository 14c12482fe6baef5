import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { type Id, newId } from '#kernel/id'
import { decimalOf, lineTotal, parseMoney, sameMoney, sumOf } from '#kernel/money'
import { after, minutesMs } from '#kernel/time'
import type { CartTaken } from '#modules/cart'
import type { LineQuote } from '#modules/catalog'
import type { Address, OrderLine } from '#modules/orders'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { type Attempt, quantitiesOf, reservationMinutes, type Snapshot } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { fail } from './failures.ts'
import { findAttempt, insertAttempt } from './store.ts'

export type StartCheckoutInput = {
  readonly expectedSnapshotVersion: number
  readonly shipTo: Address
  readonly billTo?: Address | undefined
  readonly poNumber?: string | undefined
  readonly costCenter?: string | undefined
  readonly note?: string | undefined
  /** What the buyer was shown and agreed to. */
  readonly acceptedTotal?: { readonly amount: string; readonly currency: string } | undefined
  readonly idempotency: IdempotencyClaim | undefined
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
  refuseUnknownCountries(input)
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
    const snapshot = await checkedSnapshot(deps, tx, cart, input)
    const started = reserved(id, actor, cart, snapshot, now)
    refuseChangedTotal(started, input)

    const shortages = await deps.catalog.reserve(tx, quantitiesOf(snapshot))
    if (shortages.length > 0) throw fail('stock_short', { lines: shortages })
    crashPoint('checkout.stock_reserved')
    await insertAttempt(tx, started)
    crashPoint('checkout.attempt_inserted')
    return started
  })
  crashPoint('checkout.reserved')
  return attempt
}

async function getFirst(tx: Tx, actor: Actor, attemptId: string): Promise<Attempt> {
  const first = await findAttempt(tx, actor.companyId, attemptId)
  if (!first) throw new Error(`checkout ${attemptId} is named by its key but not stored`)
  return first
}

async function checkedSnapshot(
  deps: CheckoutDeps,
  tx: Tx,
  cart: CartTaken,
  input: StartCheckoutInput,
): Promise<Snapshot> {
  const { currency } = cart
  const place = { currency, country: input.shipTo.country }
  const quotes = await deps.catalog.quote(tx, cart.lines, place)
  const problems = cart.lines.flatMap((line) => problemsOf(line, quotes.get(line.productId)))
  if (problems.length > 0) throw fail('cart_has_problems', { problems })
  return {
    cartSnapshotVersion: cart.snapshotVersion,
    cartItemIds: cart.lines.map((line) => line.itemId),
    currency,
    lines: cart.lines.map((line) => orderLine(line, quotes.get(line.productId))),
    shipTo: input.shipTo,
    billTo: input.billTo,
    poNumber: input.poNumber,
    costCenter: input.costCenter,
    note: input.note,
  }
}

type CartLine = { readonly productId: string; readonly quantity: number }

/** Short stock is not among them: the reservation itself finds it, and names every line. */
function problemsOf({ productId }: CartLine, quote: LineQuote | undefined) {
  if (!quote) return [{ code: 'catalog.product_not_found', productId }]
  return quote.problems
    .filter((problem) => problem.code !== 'stock_short')
    .map((problem) => ({ ...problem, productId }))
}

function orderLine({ quantity }: CartLine, quote: LineQuote | undefined): OrderLine {
  if (!quote?.unitPrice) throw new Error('a line without a price got past its check')
  const { product, unitPrice, conversion } = quote
  return {
    productId: product.id,
    supplierCompanyId: product.supplierCompanyId,
    sku: product.sku,
    mpn: product.mpn,
    name: product.name,
    brand: product.brand,
    quantity,
    unitPrice,
    total: lineTotal(unitPrice, quantity),
    conversion,
  }
}

function reserved(
  id: Id<'chk'>,
  actor: Actor,
  cart: CartTaken,
  snapshot: Snapshot,
  now: Date,
): Attempt {
  return {
    id,
    companyId: actor.companyId,
    ownerId: actor.id,
    cartId: cart.cartId,
    state: 'RESERVED',
    snapshot,
    total: sumOf(
      snapshot.lines.map((line) => line.total),
      snapshot.currency,
    ),
    createdAt: now,
    reservedUntil: after(now, minutesMs(reservationMinutes)),
    paymentId: undefined,
    paymentInitiatedAt: undefined,
    orderId: undefined,
    endedAt: undefined,
    failure: undefined,
  }
}

function refuseUnknownCountries({ shipTo, billTo }: StartCheckoutInput): void {
  for (const [field, address] of Object.entries({ shipTo, billTo })) {
    if (address && !isCountry(address.country)) {
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
