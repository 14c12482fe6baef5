import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import type { Cart, CartChange, CartLine, CartOwner, ChangeOutcome } from '../cart.ts'
import { type LineColumns, toLine, toLock } from '../store.ts'
import type { CartRow } from '../tables.ts'

type Held = Pick<
  CartRow,
  | 'id'
  | 'snapshot_version'
  | 'line_count'
  | 'currency'
  | 'country'
  | 'checkout_id'
  | 'checkout_state'
>

/** What the statement found, and the cart's new version if it changed something. */
export type Met = Held & {
  readonly changed_to: number | null
  readonly lines_before: readonly LineColumns[] | null
}
export type MetItem = Met & { readonly item_version: number | null }

/** The outcomes that every change has in common. Undefined: the cart exists, is not locked, and did not change. */
export function outcomeOf(
  met: Met | undefined,
  owner: CartOwner,
  change: CartChange,
): ChangeOutcome | undefined {
  if (!met) return { state: 'NO_CART' }
  if (met.changed_to !== null) {
    const before = cartBefore(met, owner)
    const cart = before && { ...changed(before, change), snapshotVersion: met.changed_to }
    return { state: 'CHANGED', snapshotVersion: met.changed_to, cart }
  }
  const lock = toLock(met)
  return lock && { state: 'LOCKED', lock }
}

export function itemOutcomeOf(
  met: MetItem | undefined,
  owner: CartOwner,
  change: CartChange,
): ChangeOutcome {
  if (met && met.item_version === null) return { state: 'NO_ITEM' }
  const outcome = outcomeOf(met, owner, change)
  if (outcome) return outcome
  assert(met?.item_version, 'the statement must return the line')
  return { state: 'CONFLICT', current: met.item_version }
}

function cartBefore(met: Met, { companyId }: CartOwner): Cart | undefined {
  if (!met.lines_before) return undefined
  return {
    id: met.id as Id<'cart'>,
    companyId,
    snapshotVersion: met.snapshot_version,
    currency: met.currency,
    country: met.country,
    // A cart that was changed was not locked.
    lock: undefined,
    lines: met.lines_before.map(toLine),
  }
}

/** The cart after the statement. */
function changed(cart: Cart, change: CartChange): Cart {
  switch (change.kind) {
    case 'add_item':
      return { ...cart, lines: [...cart.lines, addedLine(change)] }
    case 'change_quantity':
      return {
        ...cart,
        lines: cart.lines.map((line) =>
          line.id === change.itemId
            ? {
                ...line,
                quantity: change.quantity,
                itemVersion: line.itemVersion + 1,
                addedPrices: change.prices ?? line.addedPrices,
              }
            : line,
        ),
      }
    case 'remove_item':
      return { ...cart, lines: cart.lines.filter((line) => line.id !== change.itemId) }
    case 'clear':
      return { ...cart, lines: [] }
    case 'set_place':
      return {
        ...cart,
        currency: change.currency ?? cart.currency,
        country: change.country ?? cart.country,
      }
  }
}

function addedLine(change: Extract<CartChange, { kind: 'add_item' }>): CartLine {
  const { itemId: id, productId, quantity, prices: addedPrices } = change
  return { id, itemVersion: 1, productId, quantity, addedPrices }
}
