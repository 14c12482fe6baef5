import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import type { Principal } from '#kernel/actor'
import { sql } from '#platform/db'
import { aCart } from '#testing/cart'
import { type AProductOptions, aProduct } from '#testing/catalog'
import {
  aBuyer,
  aFilledCart,
  type CartAnswer,
  type CartHttp,
  callerOf,
  getCart,
  useCartHttp,
} from './cart.fixture.ts'

const start = new Date('2026-01-02T03:04:05Z')
const service = await useCartHttp(start)

describe('a cart in checkout', () => {
  it('refuses every change, names the checkout, and is unchanged afterwards', async () => {
    const { call, item, buyer, productId } = await aFilledCart(service)
    const { carts, database } = service
    const otherProduct = await product()
    const checkout = { expectedSnapshotVersion: 2, checkoutId: 'chk_1' }
    const cartTaken = await database.transaction((tx) => carts.lockForCheckout(tx, buyer, checkout))
    expect(cartTaken).toMatchObject({
      snapshotVersion: 2,
      lines: [{ productId, quantity: 1_000n }],
    })

    const lockedAnswer = {
      status: 409,
      code: 'cart.locked_by_checkout',
      details: { checkoutId: 'chk_1', state: 'RESERVED' },
    }
    const version = { expectedItemVersion: 1 }
    expect(
      await call('POST', '/api/v1/cart/items', { productId: otherProduct.id, quantity: 1 }),
    ).toMatchObject(lockedAnswer)
    expect(await call('PATCH', item.path, { quantity: 2, ...version })).toMatchObject(lockedAnswer)
    expect(await call('DELETE', item.path, version)).toMatchObject(lockedAnswer)
    expect(await call('DELETE', '/api/v1/cart', { expectedSnapshotVersion: 2 })).toMatchObject(
      lockedAnswer,
    )
    expect(
      await call('PATCH', '/api/v1/cart', { country: 'FR', expectedSnapshotVersion: 2 }),
    ).toMatchObject(lockedAnswer)
    await expect(
      database.transaction((tx) =>
        carts.lockForCheckout(tx, buyer, { ...checkout, checkoutId: 'chk_2' }),
      ),
    ).rejects.toMatchObject({ code: 'cart.locked_by_checkout' })

    const state = 'PAYMENT_INITIATED_CART_RECONCILING'
    const { cartId } = cartTaken
    await database.transaction(async (tx) =>
      carts.setLockState(tx, buyer.companyId, cartId, { checkoutId: 'chk_1', state }),
    )
    expect(await getCart(call)).toMatchObject({ lock: { checkoutId: 'chk_1', state } })
    await database.transaction((tx) =>
      carts.unlockAfterCheckout(tx, buyer.companyId, cartId, 'chk_1'),
    )
    expect(await getCart(call)).toMatchObject({
      lock: null,
      snapshotVersion: 2,
      items: [{ quantity: 1 }],
    })
  })

  it('is refused to a checkout with another version, and when it is empty', async () => {
    const { carts, database } = service
    const { buyer } = await aFilledCart(service)
    const lockForCheckout = (actor: Principal, expectedSnapshotVersion: number) =>
      database.transaction((tx) =>
        carts.lockForCheckout(tx, actor, { expectedSnapshotVersion, checkoutId: 'chk_3' }),
      )
    await expect(lockForCheckout(buyer, 1)).rejects.toMatchObject({
      code: 'cart.version_conflict',
      details: { expected: 1, current: 2 },
    })
    const newBuyer = aBuyer()
    await expect(lockForCheckout(newBuyer, 1)).rejects.toMatchObject({ code: 'cart.empty' })
    await carts.read(newBuyer)
    await expect(lockForCheckout(newBuyer, 1)).rejects.toMatchObject({
      code: 'cart.empty',
      status: 422,
    })
  })
})

describe('the problems of a cart', () => {
  it('name the reason why each line cannot be ordered, and allow adding it', async () => {
    const buyer = aBuyer()
    const products: [AProductOptions, number][] = [
      [{ onHand: 2 }, 3],
      [{ moq: 10 }, 5],
      [{ multiple: 6 }, 7],
      [{ shipTo: ['US'] }, 1],
      [{ currency: 'USD' }, 1],
    ]
    const lines = []
    for (const [options, quantity] of products) {
      lines.push({ productId: (await product(options)).id, quantity })
    }
    await aCart(service.carts, buyer, lines)

    const { items, problems, totals } = await getCart(callerOf(service, buyer))
    expect(problems.map(({ code, itemId, details }) => [itemId, code, details])).toEqual([
      [items[0]?.id, 'cart.stock_short', { requested: 3, available: 2 }],
      [items[1]?.id, 'cart.below_minimum', { requested: 5, minimum: 10 }],
      [items[2]?.id, 'cart.not_a_multiple', { requested: 7, multiple: 6 }],
      [items[3]?.id, 'cart.not_shipped_to_country', { country: 'DE' }],
      [items[4]?.id, 'cart.currency_not_convertible', { from: 'USD', to: 'EUR' }],
    ])
    expect(items[4]).toMatchObject({ unitPrice: null, lineTotal: null })
    // 3, 5, 7 and 1 pieces at 2.50.
    expect(totals).toMatchObject({ subtotal: { amount: '40.00', currency: 'EUR' }, lineCount: 5 })
  })

  it('report a price change since the product was added, at any quantity', async () => {
    const { call, item, productId } = await aFilledCart(service, {
      unitPrice: '2.50',
      tiers: [[10, '2.00']],
    })
    const tenPieces = await call('PATCH', item.path, { quantity: 10, expectedItemVersion: 1 })
    expect((tenPieces.data as CartAnswer).problems).toEqual([])

    await change(productId, { tiers: [{ minQuantity: 10_000n, unitPrice: new Decimal('2.25') }] })
    const { problems } = await getCart(call)
    expect(problems).toEqual([
      {
        code: 'cart.price_changed',
        itemId: item.id,
        message: expect.any(String),
        details: {
          old: { amount: '2.00', currency: 'EUR' },
          new: { amount: '2.25', currency: 'EUR' },
        },
      },
    ])
    const ninePieces = await call('PATCH', item.path, { quantity: 9, expectedItemVersion: 2 })
    expect((ninePieces.data as CartAnswer).problems).toEqual([])
  })

  it('report a price change of less than a unit, also of lines that were added before decimals', async () => {
    const metres = { unit: 'MTR', moq: 0.001, multiple: 0.001, unitPrice: '2.50' }
    const { id: productId } = await product(metres)
    const buyer = aBuyer()
    await aCart(service.carts, buyer, [{ productId, quantity: 0.5 }])
    const call = callerOf(service, buyer)
    expect((await getCart(call)).problems).toEqual([])
    await change(productId, { listPrice: new Decimal('2.75') })
    expect((await getCart(call)).problems).toMatchObject([{ code: 'cart.price_changed' }])
    await sql`
      update cart.items set added_prices = '[{"minQuantity": 1, "unitPrice": "2.5"}]'
      where company_id = ${buyer.companyId} and product_id = ${productId}
    `.execute(service.database.pool)
    expect((await getCart(call)).problems).toMatchObject([{ code: 'cart.price_changed' }])
  })

  it('report a changed price until today’s price is accepted, and accept no other', async () => {
    const { call, item, productId } = await aFilledCart(service, { unitPrice: '2.50' })
    await change(productId, { listPrice: new Decimal('2.75') })
    const accept = (amount: string, expectedItemVersion = 1) =>
      call('PATCH', item.path, {
        quantity: 2,
        expectedItemVersion,
        acceptedUnitPrice: { amount, currency: 'EUR' },
      })
    const current = { amount: '2.75', currency: 'EUR' }
    expect(await accept('2.50')).toMatchObject({
      status: 409,
      code: 'cart.price_changed',
      details: { current },
    })
    expect(await accept('2.75', 7)).toMatchObject({ code: 'cart.version_conflict' })
    expect((await getCart(call)).problems).toMatchObject([{ code: 'cart.price_changed' }])
    const cart = (await accept('2.75')).data as CartAnswer
    expect([cart.problems, (await getCart(call)).problems]).toEqual([[], []])
  })

  it('report a discontinued product', async () => {
    const later = new Date('2026-01-02T04:00:00Z')

    const { call, item, productId } = await aFilledCart(service)
    await change(productId, { discontinued: true })
    service.setClock(later)
    expect(await getCart(call)).toMatchObject({
      items: [
        {
          unitPrice: null,
          lineTotal: null,
          availability: { status: 'discontinued', checkedAt: later.toISOString() },
        },
      ],
      totals: { subtotal: { amount: '0.00' }, tax: null, total: null },
      problems: [{ code: 'cart.product_discontinued', itemId: item.id }],
    })
    service.setClock(start)
  })
})

const product = (options?: AProductOptions) => aProduct(service.database, options)

const change = (productId: string, changes: Parameters<CartHttp['catalog']['changeProduct']>[2]) =>
  service.database.transaction((tx) => service.catalog.changeProduct(tx, productId, changes))
