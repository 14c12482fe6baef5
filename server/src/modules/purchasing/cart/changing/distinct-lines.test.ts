import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { unitPrice } from '#kernel/money'
import type { LineDistinction } from '#modules/orders/line-references'
import type { Cart, CartChange, CartLine, CartOwner } from '../cart.ts'
import { findCart, insertCartOnce } from '../store.ts'
import { applyChange } from './change-store.ts'
import { insertLines } from './insert-lines.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const productId = 'prd_divided'
const early = { requestedDate: '2026-02-03' }
const late = { requestedDate: '2026-03-04' }
const booked: LineDistinction = { allocations: [{ percent: '100', costCenter: 'CC-1' }], ...late }
let owners = 0

describe('what tells lines of one product apart', () => {
  it('is stored with an added line', async () => {
    const { cart } = await aCart()
    expect(cart.lines).toMatchObject([early, late])
    expect(cart.lines.every(({ allocations }) => allocations === undefined)).toBe(true)
  })

  it('is stored with several lines at once', async () => {
    const { owner, cart } = await aCart()
    const lines = [aLine(booked), aLine({})]
    await database.transaction((tx) => insertLines(tx, cart, lines, now))
    expect((await readCart(owner)).lines.slice(2)).toEqual(lines)
  })

  it('changes with the quantity of a line', async () => {
    const { owner, cart } = await aCart()
    const outcome = await change(owner, cart.lines[0], 1, booked)
    expect(outcome.state).toBe('CHANGED')
    expect((await readCart(owner)).lines[0]).toMatchObject({ ...booked, quantity: 5_000n })
    // The key of the line changed, too: the place of the first one is free.
    expect((await add(owner, early)).state).toBe('CHANGED')
    expect(await add(owner, booked)).toMatchObject({ state: 'EXISTS' })
  })

  it('can be taken away', async () => {
    const { owner, cart } = await aCart()
    expect((await change(owner, cart.lines[0], 1, {})).state).toBe('CHANGED')
    expect((await readCart(owner)).lines[0]?.requestedDate).toBeUndefined()
  })

  it('does not change to that of another line, which the answer names', async () => {
    const { owner, cart } = await aCart()
    expect(await change(owner, cart.lines[0], 1, late)).toEqual({
      state: 'EXISTS',
      line: cart.lines[1],
    })
    expect(await readCart(owner)).toEqual(cart)
  })

  it('is checked after the version of the line', async () => {
    const { owner, cart } = await aCart()
    for (const distinction of [late, booked]) {
      expect(await change(owner, cart.lines[0], 2, distinction)).toEqual({
        state: 'CONFLICT',
        current: 1,
      })
    }
    expect(await readCart(owner)).toEqual(cart)
  })

  it('may stay as it is', async () => {
    const { owner, cart } = await aCart()
    const outcome = await change(owner, cart.lines[0], 1, early)
    expect(outcome).toMatchObject({ state: 'CHANGED', cart: { lines: [early, late] } })
  })
})

/** A cart with two lines of one product, for two days. */
async function aCart(): Promise<{ owner: CartOwner; cart: Cart }> {
  owners += 1
  const owner: CartOwner = { companyId: 'co_1', ownerId: `usr_distinct_${owners}` }
  const id = newId('cart', now)
  await insertCartOnce(database.pool, { owner, id, currency: 'EUR', country: 'DE', now })
  await add(owner, early)
  await add(owner, late)
  return { owner, cart: await readCart(owner) }
}

function add(owner: CartOwner, distinction: LineDistinction) {
  const { id: itemId, quantity, addedPrices: prices } = aLine({})
  const addition: CartChange = {
    kind: 'add_item',
    itemId,
    productId,
    quantity,
    prices,
    ...distinction,
  }
  return applyChange(database.pool, owner, addition, now)
}

function change(
  owner: CartOwner,
  line: CartLine | undefined,
  expectedItemVersion: number,
  distinction: LineDistinction,
) {
  const changed: CartChange = {
    kind: 'change_quantity',
    itemId: line?.id ?? '',
    quantity: 5_000n,
    expectedItemVersion,
    distinction: { ...distinction, productId },
  }
  return applyChange(database.pool, owner, changed, now)
}

function aLine(distinction: LineDistinction): CartLine {
  const addedPrices = [{ minQuantity: 0n, unitPrice: unitPrice('2.5', 'EUR') }]
  const id = newId('itm', now)
  return { id, itemVersion: 1, productId, quantity: 1_000n, addedPrices, ...distinction }
}

async function readCart(owner: CartOwner): Promise<Cart> {
  const cart = await findCart(database.pool, owner)
  if (!cart) throw new Error('no cart')
  return cart
}
