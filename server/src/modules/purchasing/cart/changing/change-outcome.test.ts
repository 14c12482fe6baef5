import { describe, expect, it } from 'vitest'
import { unitPrice } from '#kernel/money'
import type { Cart, CartChange, CartOwner, PriceTier } from '../cart.ts'
import type { LineColumns } from '../store.ts'
import {
  additionRefusal,
  type ChangeRow,
  type ItemChangeRow,
  itemOutcomeOf,
  outcomeOf,
  snapshotConflict,
} from './change-outcome.ts'

const owner: CartOwner = { companyId: 'co_1', ownerId: 'usr_1' }
const clear: CartChange = { kind: 'clear', expectedSnapshotVersion: 3 }

describe('a change', () => {
  it('finds no cart', () => {
    expect(outcomeOf(undefined, owner, clear)).toEqual({ state: 'NO_CART' })
    expect(itemOutcomeOf(undefined, owner, clear)).toEqual({ state: 'NO_CART' })
  })

  it('finds no line, whatever the state of the cart is', () => {
    const rows = [anItemRow(null), anItemRow(null, lockColumns), anItemRow(null, { changed_to: 4 })]
    for (const row of rows) expect(itemOutcomeOf(row, owner, clear)).toEqual({ state: 'NO_ITEM' })
  })

  it('finds a cart that a checkout has locked', () => {
    const lock = { checkoutId: 'chk_1', state: 'RESERVED' }
    expect(outcomeOf(aRow(lockColumns), owner, clear)).toEqual({ state: 'LOCKED', lock })
    expect(itemOutcomeOf(anItemRow(2, lockColumns), owner, clear)).toEqual({
      state: 'LOCKED',
      lock,
    })
  })

  it('finds another version of its line', () => {
    expect(itemOutcomeOf(anItemRow(2), owner, clear)).toEqual({ state: 'CONFLICT', current: 2 })
  })

  it('of the cart changes nothing at another version', () => {
    expect(outcomeOf(aRow(), owner, clear)).toBeUndefined()
    expect(snapshotConflict({ snapshot_version: 4 }, 3)).toEqual({ state: 'CONFLICT', current: 4 })
    expect(snapshotConflict({ snapshot_version: 3 }, 3)).toBeUndefined()
  })

  it('gives the cart its next version, but not the cart if another change came between', () => {
    const changed = { changed_to: 4, lines_before: null }
    const outcome = { state: 'CHANGED', snapshotVersion: 4, cart: undefined }
    expect(outcomeOf(aRow(changed), owner, clear)).toEqual(outcome)
    expect(itemOutcomeOf(anItemRow(2, changed), owner, clear)).toEqual(outcome)
  })
})

describe('an addition', () => {
  const line = { ...aLine('itm_1'), id: 'itm_1' as const }

  it('is refused if the product is in the cart', () => {
    expect(additionRefusal({ line_count: 1 }, line)).toEqual({ state: 'EXISTS', line })
    expect(additionRefusal({ line_count: 500 }, line)).toEqual({ state: 'EXISTS', line })
  })

  it('is refused from 500 lines on', () => {
    expect(additionRefusal({ line_count: 500 }, undefined)).toEqual({ state: 'FULL' })
    expect(additionRefusal({ line_count: 501 }, undefined)).toEqual({ state: 'FULL' })
  })

  it('can be tried again if its product has left the cart in the meantime', () => {
    expect(additionRefusal({ line_count: 499 }, undefined)).toBeUndefined()
  })
})

describe('the cart after a change', () => {
  const cart: Cart = {
    id: 'cart_1',
    companyId: 'co_1',
    snapshotVersion: 4,
    currency: 'EUR',
    country: 'DE',
    lock: undefined,
    lines: [aLine('itm_1'), aLine('itm_2')],
  }
  const prices = tiersAt('3.5')

  it.each<[string, CartChange, Partial<Cart>]>([
    [
      'has the new line last, at its first version',
      { kind: 'add_item', itemId: 'itm_3', productId: 'prd_3', quantity: 5_000n, prices },
      {
        lines: [
          ...cart.lines,
          {
            id: 'itm_3',
            itemVersion: 1,
            productId: 'prd_3',
            quantity: 5_000n,
            addedPrices: prices,
          },
        ],
      },
    ],
    [
      'has the new quantity and the next version in one line',
      { kind: 'change_quantity', itemId: 'itm_2', quantity: 9_000n, expectedItemVersion: 2 },
      { lines: [aLine('itm_1'), { ...aLine('itm_2'), quantity: 9_000n, itemVersion: 3 }] },
    ],
    [
      'has the accepted prices',
      {
        kind: 'change_quantity',
        itemId: 'itm_1',
        quantity: 9_000n,
        expectedItemVersion: 2,
        prices,
      },
      {
        lines: [
          { ...aLine('itm_1'), quantity: 9_000n, itemVersion: 3, addedPrices: prices },
          aLine('itm_2'),
        ],
      },
    ],
    [
      'lacks the removed line',
      { kind: 'remove_item', itemId: 'itm_1', expectedItemVersion: 2 },
      { lines: [aLine('itm_2')] },
    ],
    ['has no lines after it was cleared', clear, { lines: [] }],
    ['has the new country', aPlace(undefined, 'FR'), { country: 'FR' }],
    ['has the new currency', aPlace('USD', undefined), { currency: 'USD' }],
    ['has both', aPlace('USD', 'FR'), { currency: 'USD', country: 'FR' }],
  ])('%s', (_what, change, fields) => {
    const changed = { changed_to: 4, lines_before: [columnsOf('itm_1'), columnsOf('itm_2')] }
    const outcome = { state: 'CHANGED', snapshotVersion: 4, cart: { ...cart, ...fields } }
    expect(outcomeOf(aRow(changed), owner, change)).toEqual(outcome)
    expect(itemOutcomeOf(anItemRow(2, changed), owner, change)).toEqual(outcome)
  })
})

const lockColumns = { checkout_id: 'chk_1', checkout_state: 'RESERVED' }

/** A cart at version 3. */
function aRow(columns: Partial<ChangeRow> = {}): ChangeRow {
  return {
    id: 'cart_1',
    snapshot_version: 3,
    line_count: 2,
    currency: 'EUR',
    country: 'DE',
    unit_id: null,
    checkout_id: null,
    checkout_state: null,
    changed_to: null,
    lines_before: null,
    ...columns,
  }
}

function anItemRow(version: number | null, columns: Partial<ChangeRow> = {}): ItemChangeRow {
  return { ...aRow(columns), item_version: version }
}

/** The line that `columnsOf` describes. */
function aLine(id: 'itm_1' | 'itm_2') {
  return {
    id,
    itemVersion: 2,
    productId: `prd ${id}`,
    quantity: 1_000n,
    addedPrices: tiersAt('2.5'),
  }
}

function columnsOf(id: string): LineColumns {
  return {
    item_id: id,
    product_id: `prd ${id}`,
    quantity: 1_000,
    item_version: 2,
    added_prices: [{ minQuantity: 1, unitPrice: '2.5' }],
    allocations: null,
    requested_date: null,
    address_id: null,
    added_currency: 'EUR',
  }
}

function tiersAt(amount: string): PriceTier[] {
  return [{ minQuantity: 1_000n, unitPrice: unitPrice(amount, 'EUR') }]
}

function aPlace(currency: string | undefined, country: string | undefined): CartChange {
  return { kind: 'set_place', currency, country, expectedSnapshotVersion: 3 }
}
