import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Id, newId } from '#kernel/id'
import { unitPrice } from '#kernel/money'
import type { Cart, CartChange, CartLine, CartOwner, PriceTier } from '../cart.ts'
import { lockForCheckout } from '../checkout.ts'
import { findCart, findHeldCart, insertCartOnce } from '../store.ts'
import { applyChange } from './change-store.ts'
import { insertLines } from './insert-lines.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
let owners = 0

/** A cart with two lines has version 3, and its lines have version 1. */
const kinds = ['change_quantity', 'remove_item', 'clear', 'set_place'] as const

describe.each(kinds)('the change %s', (kind) => {
  const isOfLine = kind === 'change_quantity' || kind === 'remove_item'
  const currentVersion = isOfLine ? 1 : 3

  it('is refused at any version but the present one, and then changes nothing', async () => {
    const { owner, cart, itemId } = await aCart()
    for (const version of [currentVersion - 1, currentVersion + 1]) {
      expect(await applyTo(owner, aChange(kind, itemId, version))).toEqual({
        state: 'CONFLICT',
        current: currentVersion,
      })
    }
    expect(await readCart(owner)).toEqual(cart)
  })

  it('at the present version raises that of the cart by one, and returns the cart', async () => {
    const { owner, cart, itemId } = await aCart()
    const outcome = await applyTo(owner, aChange(kind, itemId, currentVersion))
    const changedCart = await readCart(owner)
    expect(outcome).toEqual({ state: 'CHANGED', snapshotVersion: 4, cart: changedCart })
    expect(changedCart).not.toEqual({ ...cart, snapshotVersion: 4 })
  })

  it('is refused during a checkout, at any version', async () => {
    const { owner, itemId } = await aCart()
    const cart = await lockCart(owner)
    for (const version of [currentVersion, currentVersion + 1]) {
      expect(await applyTo(owner, aChange(kind, itemId, version))).toEqual({
        state: 'LOCKED',
        lock: { checkoutId: 'chk_1', state: 'RESERVED' },
      })
    }
    expect(await readCart(owner)).toEqual(cart)
  })

  it('finds no cart of another owner', async () => {
    const { owner, itemId } = await aCart()
    const others = [
      { ...owner, ownerId: 'usr_without_cart' },
      { ...owner, companyId: 'co_2' as const },
    ]
    for (const other of others) {
      const outcome = await applyTo(other, aChange(kind, itemId, currentVersion))
      expect(outcome).toEqual({ state: 'NO_CART' })
    }
  })
})

describe.each(['change_quantity', 'remove_item'] as const)('the change %s', (kind) => {
  it('finds no line of another cart', async () => {
    const { owner } = await aCart()
    const { itemId } = await aCart()
    expect(await applyTo(owner, aChange(kind, itemId, 1))).toEqual({ state: 'NO_ITEM' })
  })

  it('leaves the versions of other lines alone', async () => {
    const { owner, itemId } = await aCart()
    await applyTo(owner, aChange(kind, itemId, 1))
    const otherLines = (await readCart(owner)).lines.filter(({ id }) => id !== itemId)
    expect(otherLines.map(({ itemVersion }) => itemVersion)).toEqual([1])
  })
})

describe('an addition', () => {
  it('needs no version, and raises that of the cart by one', async () => {
    const { owner } = await aCart()
    const outcome = await applyTo(owner, anAddition('prd_new'))
    const cart = await readCart(owner)
    expect(outcome).toEqual({ state: 'CHANGED', snapshotVersion: 4, cart })
    expect(cart.lines.map(({ itemVersion }) => itemVersion)).toEqual([1, 1, 1])
  })

  it('of a product that is in the cart returns its line, and changes nothing', async () => {
    const { owner, cart } = await aCart()
    const [line] = cart.lines
    expect(await applyTo(owner, anAddition('prd_1'))).toEqual({ state: 'EXISTS', line })
    expect(await readCart(owner)).toEqual(cart)
  })

  it('is refused during a checkout, and without a cart', async () => {
    const { owner } = await aCart()
    await lockCart(owner)
    expect(await applyTo(owner, anAddition('prd_new'))).toMatchObject({ state: 'LOCKED' })
    const noCart = { ...owner, ownerId: 'usr_without_cart' }
    expect(await applyTo(noCart, anAddition('prd_new'))).toEqual({ state: 'NO_CART' })
  })

  it('is refused from 500 lines on', async () => {
    const owner = await anEmptyCart()
    await addLines(owner, 499)
    expect(await applyTo(owner, anAddition('prd_last'))).toMatchObject({ state: 'CHANGED' })
    expect(await applyTo(owner, anAddition('prd_more'))).toEqual({ state: 'FULL' })
    expect(await readCart(owner)).toMatchObject({ snapshotVersion: 501 })
  })

  it('must have a price', async () => {
    const { owner } = await aCart()
    const change = { ...anAddition('prd_new'), prices: [] }
    await expect(applyTo(owner, change as CartChange)).rejects.toThrow(
      'a product must have a list price',
    )
  })
})

describe('an accepted price', () => {
  it('replaces the price of the line, in its currency', async () => {
    const { owner, itemId } = await aCart()
    const prices = tiersAt('9', 'USD')
    const change = { ...aChange('change_quantity', itemId, 1), prices } as CartChange
    await applyTo(owner, change)
    const { lines } = await readCart(owner)
    expect(lines.map(({ addedPrices }) => addedPrices)).toEqual([prices, tiersAt('2.5', 'EUR')])
  })

  it('is not needed for a new quantity', async () => {
    const { owner, itemId } = await aCart()
    await applyTo(owner, aChange('change_quantity', itemId, 1))
    expect((await readCart(owner)).lines[0]).toMatchObject({
      quantity: 8_000n,
      itemVersion: 2,
      addedPrices: tiersAt('2.5', 'EUR'),
    })
  })
})

describe('the place of a cart', () => {
  it.each([
    [
      { currency: 'USD', country: undefined },
      { currency: 'USD', country: 'DE' },
    ],
    [
      { currency: undefined, country: 'FR' },
      { currency: 'EUR', country: 'FR' },
    ],
    [
      { currency: 'USD', country: 'FR' },
      { currency: 'USD', country: 'FR' },
    ],
  ])('changes to %j', async (place, fields) => {
    const { owner } = await aCart()
    await applyTo(owner, { kind: 'set_place', ...place, expectedSnapshotVersion: 3 })
    expect(await readCart(owner)).toMatchObject(fields)
  })
})

describe('several lines at once', () => {
  it('raise the version of the cart by one each, in their order', async () => {
    const { owner, cart } = await aCart()
    const lines = [aLine('prd_b'), aLine('prd_a')]
    const changedCart = await database.transaction((tx) => insertLines(tx, cart, lines, now))
    expect(changedCart).toEqual({ ...cart, snapshotVersion: 5, lines: [...cart.lines, ...lines] })
    expect(await readCart(owner)).toEqual(changedCart)
  })

  it('change nothing if there are none', async () => {
    const { owner, cart } = await aCart()
    expect(await database.transaction((tx) => insertLines(tx, cart, [], now))).toBe(cart)
    const staleCart = { ...cart, snapshotVersion: 2 }
    expect(await database.transaction((tx) => insertLines(tx, staleCart, [], now))).toBe(staleCart)
    expect(await readCart(owner)).toEqual(cart)
  })

  it('are not added to a cart that somebody else has changed', async () => {
    const { owner, cart } = await aCart()
    const staleCart = { ...cart, snapshotVersion: 2 }
    const insertIntoStaleCart = () =>
      database.transaction((tx) => insertLines(tx, staleCart, [aLine('prd_new')], now))
    await expect(insertIntoStaleCart()).rejects.toThrow(`the transaction holds cart ${cart.id}`)
    expect(await readCart(owner)).toEqual(cart)
  })

  it('must have a price', async () => {
    const { cart } = await aCart()
    const line = { ...aLine('prd_new'), addedPrices: [] }
    await expect(database.transaction((tx) => insertLines(tx, cart, [line], now))).rejects.toThrow(
      'a product must have a list price',
    )
  })
})

type Kind = (typeof kinds)[number]

function aChange(kind: Kind, itemId: string, version: number): CartChange {
  switch (kind) {
    case 'change_quantity':
      return { kind, itemId, quantity: 8_000n, expectedItemVersion: version }
    case 'remove_item':
      return { kind, itemId, expectedItemVersion: version }
    case 'clear':
      return { kind, expectedSnapshotVersion: version }
    case 'set_place':
      return { kind, currency: 'USD', country: 'FR', expectedSnapshotVersion: version }
  }
}

async function anEmptyCart(): Promise<CartOwner> {
  owners += 1
  const owner: CartOwner = { companyId: 'co_1', ownerId: `usr_versions_${owners}` }
  const id = newId('cart', now)
  await insertCartOnce(database.pool, { owner, id, currency: 'EUR', country: 'DE', now })
  return owner
}

/** A cart with two lines, at version 3. */
async function aCart(): Promise<{ owner: CartOwner; cart: Cart; itemId: Id<'itm'> }> {
  const owner = await anEmptyCart()
  await applyTo(owner, anAddition('prd_1'))
  await applyTo(owner, anAddition('prd_2'))
  const cart = await readCart(owner)
  const [line] = cart.lines
  if (!line) throw new Error('prd_1 was not added')
  return { owner, cart, itemId: line.id }
}

function addLines(owner: CartOwner, count: number): Promise<Cart> {
  const lines = Array.from({ length: count }, (_, at) => aLine(`prd_${at}`))
  return database.transaction(async (tx) => {
    const cart = await findHeldCart(tx, owner)
    if (!cart) throw new Error('no cart')
    return insertLines(tx, cart, lines, now)
  })
}

async function readCart(owner: CartOwner): Promise<Cart> {
  const cart = await findCart(database.pool, owner)
  if (!cart) throw new Error('no cart')
  return cart
}

async function lockCart(owner: CartOwner): Promise<Cart> {
  const actor = { companyId: owner.companyId, id: owner.ownerId } as Parameters<
    typeof lockForCheckout
  >[1]
  const checkout = { expectedSnapshotVersion: 3, checkoutId: 'chk_1' }
  await database.transaction((tx) => lockForCheckout(tx, actor, checkout))
  return readCart(owner)
}

function applyTo(owner: CartOwner, change: CartChange) {
  return applyChange(database.pool, owner, change, now)
}

function anAddition(productId: string): CartChange {
  const itemId = newId('itm', now)
  return { kind: 'add_item', itemId, productId, quantity: 1_000n, prices: tiersAt('2.5', 'EUR') }
}

function aLine(productId: string): CartLine {
  const addedPrices = tiersAt('2.5', 'EUR')
  return { id: newId('itm', now), itemVersion: 1, productId, quantity: 1_000n, addedPrices }
}

function tiersAt(amount: string, currency: string): PriceTier[] {
  return [{ minQuantity: 1_000n, unitPrice: unitPrice(amount, currency) }]
}
