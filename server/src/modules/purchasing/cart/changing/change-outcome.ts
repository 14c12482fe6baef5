import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { distinctionOf } from '#modules/orders/line-references'
import {
  type Cart,
  type CartChange,
  type CartLine,
  type CartOwner,
  type ChangeOutcome,
  linesMax,
} from '../cart.ts'
import { type LineColumns, toLine, toLock } from '../store.ts'
import type { CartRow } from '../tables.ts'

type LockedCart = Pick<
  CartRow,
  | 'id'
  | 'snapshot_version'
  | 'line_count'
  | 'currency'
  | 'country'
  | 'unit_id'
  | 'checkout_id'
  | 'checkout_state'
>

/** The row that a change returns: the locked cart, and its new version if the statement changed it. */
export type ChangeRow = LockedCart & {
  readonly changed_to: number | null
  readonly lines_before: readonly LineColumns[] | null
}
export type ItemChangeRow = ChangeRow & { readonly item_version: number | null }

/** The outcomes that every change has in common. Undefined: the cart exists, is not locked, and did not change. */
export function outcomeOf(
  row: ChangeRow | undefined,
  owner: CartOwner,
  change: CartChange,
): ChangeOutcome | undefined {
  if (!row) return { state: 'NO_CART' }
  if (row.changed_to !== null) {
    const before = cartBefore(row, owner)
    const cart = before && { ...cartAfter(before, change), snapshotVersion: row.changed_to }
    return { state: 'CHANGED', snapshotVersion: row.changed_to, cart }
  }
  const lock = toLock(row)
  return lock && { state: 'LOCKED', lock }
}

export function itemOutcomeOf(
  row: ItemChangeRow | undefined,
  owner: CartOwner,
  change: CartChange,
): ChangeOutcome {
  if (row && row.item_version === null) return { state: 'NO_ITEM' }
  const outcome = outcomeOf(row, owner, change)
  if (outcome) return outcome
  assert(row?.item_version, 'the statement must return the line')
  return { state: 'CONFLICT', current: row.item_version }
}

/**
 * The outcome of an addition that found the product in the cart, or the cart full. Undefined: the line in the way was
 * removed in the meantime, so the addition can be tried again.
 */
export function additionRefusal(
  { line_count: lineCount }: Pick<ChangeRow, 'line_count'>,
  line: CartLine | undefined,
): ChangeOutcome | undefined {
  if (line) return { state: 'EXISTS', line }
  return lineCount >= linesMax ? { state: 'FULL' } : undefined
}

/** Undefined: the cart has the expected version now and had another one before, so the change can be tried again. */
export function snapshotConflict(
  { snapshot_version: current }: Pick<ChangeRow, 'snapshot_version'>,
  expectedVersion: number,
): ChangeOutcome | undefined {
  return current === expectedVersion ? undefined : { state: 'CONFLICT', current }
}

function cartBefore(row: ChangeRow, { companyId }: CartOwner): Cart | undefined {
  if (!row.lines_before) return undefined
  return {
    id: row.id as Id<'cart'>,
    companyId,
    snapshotVersion: row.snapshot_version,
    currency: row.currency,
    country: row.country,
    unitId: row.unit_id ?? undefined,
    // A cart that was changed was not locked.
    lock: undefined,
    lines: row.lines_before.map(toLine),
  }
}

/** The cart after the statement. */
function cartAfter(cart: Cart, change: CartChange): Cart {
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
                ...(change.distinction && distinctionOf(change.distinction)),
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
        unitId: change.unitId === undefined ? cart.unitId : (change.unitId ?? undefined),
      }
  }
}

function addedLine(change: Extract<CartChange, { kind: 'add_item' }>): CartLine {
  const { itemId: id, productId, quantity, prices: addedPrices } = change
  return { id, itemVersion: 1, productId, quantity, addedPrices, ...distinctionOf(change) }
}
