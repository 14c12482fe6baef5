import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { type Id, newId } from '#kernel/id'
import { isCurrency } from '#kernel/money'
import type { LineQuote } from '#modules/quotes'
import { buyingUnitOf } from '#modules/structure'
import type { Cart, CartChange, CartOwner, ChangeOutcome, WhichCart } from '../cart.ts'
import { expectedOf } from '../certification/judge.ts'
import { changePracticeCart, failPractice, type PracticeDeps } from '../certification/practice.ts'
import { fail, itemExists } from '../failures.ts'
import type { QuotedCart } from '../quoted-cart.ts'
import {
  assertCartExists,
  buyerOfCart,
  ensureCart,
  ownerIn,
  pricesOf,
  type ReadCartDeps,
  readAfterChange,
} from '../read-cart.ts'
import { findCart, findHeldCart, findUnitOfCart } from '../store.ts'
import { acceptPrice } from './accept-price.ts'
import { applyChange } from './change-store.ts'
import { readDistinction } from './check-distinction.ts'
import { expectedVersionOf, withExpectedVersion } from './expected-version.ts'
import type { AddItem, ChangeRequest } from './requests.ts'

/**
 * Accepts any product that exists and is for sale, whatever else is wrong with it. It reserves nothing, and the cart's
 * problems list what would refuse an order.
 */
export async function addItem(
  deps: ReadCartDeps,
  actor: Actor,
  item: AddItem,
  which: WhichCart,
): Promise<QuotedCart> {
  await assertCartExists(deps, actor, which)
  const { productId, quantity } = item
  const distinction = await readDistinction(deps, actor, which, item)
  const itemId = newId('itm', deps.now())
  return addLine(deps, actor, { itemId, productId, quantity, ...distinction }, which)
}

type NewLine = AddItem & { readonly itemId: Id<'itm'> }

/**
 * Expects that the owner chose no unit for the cart, as for most carts, and so need not read it first. The change refuses a line with the
 * prices of another unit: then its unit is known.
 */
async function addLine(
  deps: ReadCartDeps,
  actor: Actor,
  line: NewLine,
  which: WhichCart,
  unitId?: string,
): Promise<QuotedCart> {
  const { productId } = line
  const offer = await findOffer(deps, actor, line, which, unitId)
  if (!offer) {
    const unitOfCart = await findUnitOfCart(deps.database.pool, ownerIn(actor, which))
    if (unitOfCart === unitId) throw fail('product_not_found', { productId })
    return addLine(deps, actor, line, which, unitOfCart)
  }
  const change: CartChange = { kind: 'add_item', ...line, unitId, prices: pricesOf(offer) }
  const outcome = await applyToCart(deps, actor, change, which)
  if (outcome.state === 'OTHER_UNIT') return addLine(deps, actor, line, which, outcome.unitId)
  const cart = changedCartOf(outcome, change)
  return readAfterChange(deps, actor, which, { cart, offers: new Map([[productId, offer]]) })
}

/** Check and change are one statement, which mostly also returns what the answer needs. */
export async function changeCart(
  deps: ReadCartDeps,
  actor: Actor,
  request: ChangeRequest,
  which: WhichCart,
): Promise<QuotedCart> {
  await assertCartExists(deps, actor, which)
  if (request.kind === 'set_place') await assertPlaceKnown(deps, actor, request)
  const versionedChange = await addExpectedVersion(deps, actor, request, which)
  const distinctChange = await addDistinction(deps, actor, request, versionedChange, which)
  const change = await addAcceptedPrices(deps, actor, request, distinctChange, which)
  const cart = changedCartOf(await applyToCart(deps, actor, change, which), change)
  return readAfterChange(deps, actor, which, { cart })
}

/**
 * Adds what tells the line apart from now on, if the request changes its allocations, its requested date or its address. Not if the line
 * does not exist in that version; the change itself then reports it. An address that stays is not checked again: if the owner no longer
 * sees it, that is a problem of the cart, and no reason to refuse another change.
 */
async function addDistinction(
  deps: ReadCartDeps,
  actor: Actor,
  request: ChangeRequest,
  change: CartChange,
  which: WhichCart,
): Promise<CartChange> {
  if (request.kind !== 'change_quantity' || change.kind !== 'change_quantity') return change
  const { quantity, allocations, requestedDate, addressId } = request
  if ([allocations, requestedDate, addressId].every((one) => one === undefined)) return change
  const cart = await findCart(deps.database.pool, ownerIn(actor, which))
  const line = cart?.lines.find(({ id }) => id === change.itemId)
  if (line?.itemVersion !== change.expectedItemVersion) return change
  const isKept = addressId === undefined || addressId === line.addressId
  const distinction = await readDistinction(deps, actor, which, {
    quantity,
    allocations: allocations === undefined ? line.allocations : (allocations ?? undefined),
    requestedDate: requestedDate === undefined ? line.requestedDate : (requestedDate ?? undefined),
    addressId: isKept ? undefined : (addressId ?? undefined),
  })
  const kept = isKept ? { addressId: line.addressId } : {}
  return { ...change, distinction: { ...distinction, ...kept, productId: line.productId } }
}

/** Adds the prices that the buyer accepted, if the request has any. */
async function addAcceptedPrices(
  deps: ReadCartDeps,
  actor: Actor,
  request: ChangeRequest,
  change: CartChange,
  which: WhichCart,
): Promise<CartChange> {
  if (request.kind !== 'change_quantity' || change.kind !== 'change_quantity') return change
  const { accepted } = request
  if (!accepted) return change
  return { ...change, prices: await acceptPrice(deps, actor, { ...change, accepted }, which) }
}

/** Undefined: the unit cannot buy the product. Throws if it has ended. */
async function findOffer(
  { database, quoter }: ReadCartDeps,
  actor: Actor,
  { productId, quantity }: AddItem,
  which: WhichCart,
  unitId: string | undefined,
): Promise<LineQuote['product'] | undefined> {
  const buyer = await buyerOfCart(database.pool, actor, which, { unitId })
  const { language } = actor
  const items = [{ productId, quantity }]
  const quote = (await quoter.quote(database.pool, buyer, items, { language })).get(productId)
  if (quote?.state === 'DISCONTINUED') throw fail('product_discontinued', { productId })
  return quote?.product
}

async function applyToCart(
  deps: ReadCartDeps,
  actor: Actor,
  change: CartChange,
  which: WhichCart,
): Promise<ChangeOutcome> {
  const { cartId, practice } = which
  if (practice !== undefined) return changePracticeCart(deps, actor, practice, change)
  const { pool } = deps.database
  const owner = ownerIn(actor, which)
  // Each repeat means that another cart became active while the statement waited for the one before.
  for (;;) {
    const outcome = await (change.kind === 'change_quantity' && change.distinction
      ? applyWhileHeld(deps, owner, change)
      : applyChange(pool, owner, change, deps.now()))
    if (outcome.state !== 'NO_CART') return outcome
    if (cartId !== undefined) throw fail('not_found', { cartId })
    await ensureCart(deps, owner)
  }
}

/** Holds the cart first: the statement looks for an equal line, and must see those that others have just added. */
function applyWhileHeld(
  { database, now }: ReadCartDeps,
  owner: CartOwner,
  change: CartChange,
): Promise<ChangeOutcome> {
  return database.transaction(async (tx) => {
    await findHeldCart(tx, owner)
    return applyChange(tx, owner, change, now())
  })
}

/** The cart after the change, if the statement knows it. Throws if nothing was changed. */
function changedCartOf(outcome: ChangeOutcome, change: CartChange): Cart | undefined {
  switch (outcome.state) {
    case 'CHANGED':
      return outcome.cart
    case 'LOCKED':
      throw fail('locked_by_checkout', outcome.lock)
    case 'CONFLICT':
      throw fail('version_conflict', { expected: expectedOf(change), current: outcome.current })
    case 'EXISTS':
      throw itemExists(outcome.line)
    case 'FULL':
      throw fail('lines_limit_reached')
    case 'OTHER_UNIT':
      throw new Error('only an addition expects a unit, and it is tried again')
    case 'NO_CART':
    case 'NO_ITEM':
      throw fail('item_not_found', 'itemId' in change ? { itemId: change.itemId } : {})
  }
}

async function assertPlaceKnown(
  { database }: ReadCartDeps,
  actor: Actor,
  { name, currency, country, unitId }: Extract<ChangeRequest, { kind: 'set_place' }>,
): Promise<void> {
  if ([name, currency, country, unitId].every((field) => field === undefined)) {
    throw fail('nothing_to_change')
  }
  if (currency !== undefined && !isCurrency(currency)) throw fail('currency_unknown', { currency })
  if (country !== undefined && !isCountry(country)) throw fail('country_unknown', { country })
  if (unitId) await buyingUnitOf(database.pool, actor, unitId)
}

/** Adds the version that the client expects. Without it a client would overwrite what it has not seen. */
async function addExpectedVersion(
  deps: PracticeDeps,
  actor: Actor,
  request: ChangeRequest,
  which: WhichCart,
): Promise<CartChange> {
  const version = expectedVersionOf(request)
  const { practice } = which
  if (version === undefined && practice) {
    await failPractice(deps, actor, practice, 'VERSION_MISSING')
  }
  return withExpectedVersion(request, version)
}
