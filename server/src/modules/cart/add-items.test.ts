import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aBuyer, aCartHttp, type CartHttp, callerOf, read } from './cart.fixture.ts'

const now = new Date('2026-01-02T03:04:05Z')
let service: CartHttp

beforeAll(async () => {
  service = await aCartHttp(now)
})
afterAll(() => service.close())

const url = '/api/v1/cart/items/batch'

describe('several products that are added at once', () => {
  it('are in the cart, each that cannot be is answered, and asking twice adds nothing twice', async () => {
    const call = callerOf(service, aBuyer())
    const [bolt, nut, gone] = [
      await aProduct(service.database),
      await aProduct(service.database),
      await aProduct(service.database),
    ]
    await service.database.transaction((tx) =>
      service.catalog.changeProduct(tx, gone.id, { discontinued: true }),
    )
    const items = [bolt.id, nut.id, gone.id, 'prd_none'].map((productId) => ({
      productId,
      quantity: 3,
    }))
    const refused = [
      { productId: gone.id, quantity: 3, code: 'cart.product_discontinued' },
      { productId: 'prd_none', quantity: 3, code: 'cart.product_not_found' },
    ]

    expect(await call('POST', url, { items, allOrNothing: true })).toMatchObject({
      status: 422,
      code: 'cart.items_refused',
      details: { lines: refused },
    })
    expect((await read(call)).items).toEqual([])
    expect(await call('POST', url, { items })).toMatchObject({
      status: 200,
      data: { added: 2, notAdded: refused, cart: { items: [{ quantity: 3 }, { quantity: 3 }] } },
    })
    const again = await call('POST', url, { items: items.slice(0, 2) })
    expect(again).toMatchObject({
      data: { added: 0, notAdded: Array(2).fill({ code: 'cart.item_exists' }) },
    })
    expect((await read(call)).items).toHaveLength(2)
  })

  it('are a hundred at most, and none of a cart that is being checked out', async () => {
    const buyer = aBuyer()
    const call = callerOf(service, buyer)
    const { id: productId } = await aProduct(service.database)
    const many = Array(101).fill({ productId, quantity: 1 })
    expect(await call('POST', url, { items: many })).toMatchObject({ status: 400 })
    await call('POST', url, { items: many.slice(0, 1), allOrNothing: true })
    const checkout = { expectedSnapshotVersion: 2, checkoutId: 'chk_1' }
    await service.database.transaction((tx) => service.carts.lockForCheckout(tx, buyer, checkout))
    const other = await aProduct(service.database)
    const added = await call('POST', url, { items: [{ productId: other.id, quantity: 1 }] })
    expect(added).toMatchObject({ status: 409, code: 'cart.locked_by_checkout' })
  })
})
