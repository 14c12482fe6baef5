import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { listSeenAddresses } from '#modules/addresses'
import { findActingMember } from '#modules/identity'
import type { LineDistinction } from '#modules/orders/line-references'
import type { LineQuote, Quoter } from '#modules/quotes'
import { type BuyingUnit, buyingUnitOf, refusalOfUnit, type Structure } from '#modules/structure'
import type { DocumentTotals } from '#modules/totals'
import type { Conn } from '#platform/db'
import { type Cart, type CartOwner, ownerOf, type PriceTier, type WhichCart } from './cart.ts'
import { practiceOwner } from './certification/certification.ts'
import type { CompanyDefaults } from './certification/certifications.ts'
import { notePracticeRead, type PracticeDeps } from './certification/practice.ts'
import { fail } from './failures.ts'
import { unitProblem } from './problems.ts'
import {
  countriesOf,
  goodsOf,
  type LineAddresses,
  type QuotedCart,
  quoteCart,
} from './quoted-cart.ts'
import { findCart, findUnitOfCart, insertCartOnce } from './store.ts'

export type ReadCartDeps = PracticeDeps & {
  readonly quoter: Pick<Quoter, 'quote'>
  readonly companyOf: (companyId: string) => Promise<CompanyDefaults>
  readonly totals: DocumentTotals
  readonly structure: Pick<Structure, 'refusalOfCodes'>
}

/** All tiers, so that the price that the buyer saw is known for any later quantity of the line. */
export function pricesOf({ pricing: { list, tiers } }: LineQuote['product']): PriceTier[] {
  return [{ minQuantity: 0n, unitPrice: list }, ...tiers]
}

/** The cart with today's prices and stock. Creates the cart on first use. */
export async function readCart(
  deps: ReadCartDeps,
  actor: Actor,
  which: WhichCart,
): Promise<QuotedCart> {
  if (which.practice !== undefined) await notePracticeRead(deps, actor, which.practice)
  return readAfterChange(deps, actor, which)
}

/** The results that the change has returned already, so that nobody reads them again. */
export type KnownAfterChange = {
  readonly cart?: Cart | undefined
  readonly offers?: ReadonlyMap<string, LineQuote['product']>
}

/**
 * The answer to a change: the cart after it, read only if the change could not return it. It does not count as a read
 * of a practice cart by the client.
 */
export async function readAfterChange(
  deps: ReadCartDeps,
  actor: Actor,
  which: WhichCart,
  { cart, offers }: KnownAfterChange = {},
): Promise<QuotedCart> {
  const found = cart ?? (await getCart(deps, actor, which))
  const buyer = await buyerOfCart(deps.database.pool, actor, which, found)
  const addresses = await addressesOfLines(deps.database.pool, actor, which, found.lines)
  return findQuotedCart(deps, { buyer, addresses, language: actor.language }, found, offers)
}

type CartBuyer = BuyingUnit & {
  /** The owner chose a unit for which it can no longer buy. */
  readonly isChoiceRefused?: boolean
}

/**
 * A cart has the prices of the unit that its owner chose or buys for, also for colleagues who share it: it keeps prices, and compares
 * them with those of today. Without its owner, who has left, it has those of the company.
 */
export async function buyerOfCart(
  conn: Conn,
  actor: Actor,
  which: WhichCart,
  { unitId: chosenId }: Pick<Cart, 'unitId'>,
): Promise<CartBuyer> {
  const { companyId } = actor
  const owner = await ownerOfCart(conn, actor, which)
  if (!owner) return { companyId, unitId: undefined }
  if (chosenId === undefined) return buyingUnitOf(conn, owner)
  const refusal = await refusalOfUnit(conn, owner, chosenId)
  if (!refusal) return { companyId, unitId: chosenId }
  return { ...(await buyingUnitOf(conn, owner)), isChoiceRefused: true }
}

/** The addresses of the lines that the owner of the cart sees, who orders them. Reads nothing for lines without addresses. */
export async function addressesOfLines(
  conn: Conn,
  actor: Actor,
  which: WhichCart,
  lines: readonly LineDistinction[],
): Promise<LineAddresses> {
  const ids = lines.flatMap(({ addressId }) => addressId ?? [])
  if (ids.length === 0) return new Map()
  return listSeenAddresses(conn, (await ownerOfCart(conn, actor, which)) ?? actor, ids)
}

/** Undefined: the colleague who shares the cart has left. */
async function ownerOfCart(
  conn: Conn,
  actor: Actor,
  { ownerId }: WhichCart,
): Promise<Actor | undefined> {
  return ownerId === undefined ? actor : findActingMember(conn, actor.companyId, ownerId)
}

/** The same for a cart that is not read. */
export async function findBuyerOfCart(
  conn: Conn,
  actor: Actor,
  which: WhichCart,
): Promise<BuyingUnit> {
  const unitId = await findUnitOfCart(conn, ownerIn(actor, which))
  return buyerOfCart(conn, actor, which, { unitId })
}

/** The owner under which the cart of a request is found. */
export function ownerIn(actor: Actor, { cartId, ownerId, practice }: WhichCart): CartOwner {
  if (practice === undefined) return { ...ownerOf(actor, cartId), ...(ownerId && { ownerId }) }
  return practiceOwner({ companyId: actor.companyId, id: practice })
}

/** Makes the active cart on first use. Throws if there is no cart with the id that the request names. */
async function getCart(deps: ReadCartDeps, actor: Actor, which: WhichCart): Promise<Cart> {
  const { cartId, practice } = which
  const owner = ownerIn(actor, which)
  if (cartId === undefined && practice === undefined) return findOrMakeCart(deps, owner)
  const cart = await findCart(deps.database.pool, owner)
  if (cart) return cart
  if (practice !== undefined) throw fail('certification_not_found', { certificationId: practice })
  throw fail('not_found', { cartId: cartId ?? '' })
}

/** Before everything else that a change checks. The active cart needs no look: the change makes it on first use. */
export async function assertCartExists(
  deps: ReadCartDeps,
  actor: Actor,
  which: WhichCart,
): Promise<void> {
  if (which.cartId !== undefined) await getCart(deps, actor, which)
}

/** Safe if any number of first uses come at once. Undefined if another one made the cart. */
export async function ensureCart(deps: ReadCartDeps, owner: CartOwner): Promise<Cart | undefined> {
  const now = deps.now()
  const { currency, country } = await deps.companyOf(owner.companyId)
  const cart = { owner, id: newId('cart', now), currency, country, now }
  return insertCartOnce(deps.database.pool, cart)
}

async function findOrMakeCart(deps: ReadCartDeps, owner: CartOwner): Promise<Cart> {
  const { pool } = deps.database
  const cart =
    (await findCart(pool, owner)) ??
    (await ensureCart(deps, owner)) ??
    (await findCart(pool, owner))
  assert(cart, `the cart of ${owner.ownerId} was just made and must exist`)
  return cart
}

type Reading = {
  readonly buyer: CartBuyer
  readonly addresses: LineAddresses
  readonly language: Actor['language']
}

async function findQuotedCart(
  deps: ReadCartDeps,
  { buyer, addresses, language }: Reading,
  cart: Cart,
  knownOffers: KnownAfterChange['offers'] = new Map(),
): Promise<QuotedCart> {
  const { pool } = deps.database
  const { lines, currency, country } = cart
  const checkedAt = deps.now()
  const isEmpty = lines.length === 0
  const quotes = isEmpty
    ? new Map<string, LineQuote>()
    : await deps.quoter.quote(pool, buyer, lines, {
        currency,
        country,
        language,
        known: knownOffers,
      })
  const totals = await deps.totals.of(pool, {
    buyer,
    currency,
    deliveries: countriesOf(cart, addresses).map((to) => ({ shipTo: { country: to } })),
    lines: goodsOf(cart, quotes, addresses),
    now: checkedAt,
  })
  const { timeZone } = await deps.companyOf(buyer.companyId)
  const quoted = quoteCart(cart, quotes, totals, { checkedAt, timeZone, addresses })
  if (!buyer.isChoiceRefused) return quoted
  return { ...quoted, problems: [unitProblem({ unitId: cart.unitId }), ...quoted.problems] }
}
