import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aBuyer, callerOf, getCart, useCartHttp } from '../cart.fixture.ts'

const now = new Date('2026-01-02T03:04:05Z')
const service = await useCartHttp(now)
const url = '/api/v1/cart/items/batch'

describe('adding several products at once', () => {
  it('adds what it can, answers for each line, and adds nothing twice', async () => {
    const call = callerOf(service, aBuyer())
    const [bolt, nut, discontinued] = [
      await aProduct(service.database),
      await aProduct(service.database),
      await aProduct(service.database),
    ]
    await service.database.transaction((tx) =>
      service.catalog.changeProduct(tx, discontinued.id, { discontinued: true }),
    )
    const items = [bolt.id, nut.id, discontinued.id, 'prd_none'].map((productId) => ({
      productId,
      quantity: 3,
    }))
    const refusedLines = [
      { productId: discontinued.id, quantity: 3, code: 'cart.product_discontinued' },
      { productId: 'prd_none', quantity: 3, code: 'cart.product_not_found' },
    ]

    expect(await call('POST', url, { items, allOrNothing: true })).toMatchObject({
      status: 422,
      code: 'cart.items_refused',
      details: { lines: refusedLines },
    })
    expect((await getCart(call)).items).toEqual([])
    expect(await call('POST', url, { items })).toMatchObject({
      status: 200,
      data: {
        added: 2,
        notAdded: refusedLines,
        cart: { items: [{ quantity: 3 }, { quantity: 3 }] },
      },
    })
    const secondAnswer = await call('POST', url, { items: items.slice(0, 2) })
    expect(secondAnswer).toMatchObject({
      data: { added: 0, notAdded: Array(2).fill({ code: 'cart.item_exists' }) },
    })
    expect((await getCart(call)).items).toHaveLength(2)
  })

  it('is limited to a hundred lines, and refused during a checkout', async () => {
    const buyer = aBuyer()
    const call = callerOf(service, buyer)
    const { id: productId } = await aProduct(service.database)
    const many = Array(101).fill({ productId, quantity: 1 })
    expect(await call('POST', url, { items: many })).toMatchObject({ status: 400 })
    await call('POST', url, { items: many.slice(0, 1), allOrNothing: true })
    const checkout = { expectedSnapshotVersion: 2, checkoutId: 'chk_1' }
    await service.database.transaction((tx) => service.carts.lockForCheckout(tx, buyer, checkout))
    const otherProduct = await aProduct(service.database)
    const answer = await call('POST', url, { items: [{ productId: otherProduct.id, quantity: 1 }] })
    expect(answer).toMatchObject({ status: 409, code: 'cart.locked_by_checkout' })
  })

  it('changes the version once per line, in the order of the request', async () => {
    const call = callerOf(service, aBuyer())
    const [bolt, nut, screw] = [
      await aProduct(service.database, { tiers: [[10, '2.25']] }),
      await aProduct(service.database, { perQuantity: 100 }),
      await aProduct(service.database),
    ]
    await call('POST', '/api/v1/cart/items', { productId: bolt.id, quantity: 1 })
    const cartBefore = await getCart(call)
    const items = [screw.id, bolt.id, 'prd_none', nut.id, screw.id].map((productId, at) => ({
      productId,
      quantity: at + 1,
    }))

    const { data } = (await call('POST', url, { items })) as { data: never }

    expect(data).toMatchObject({
      added: 2,
      notAdded: [
        { productId: bolt.id, code: 'cart.item_exists', details: { item: { quantity: 1 } } },
        { productId: 'prd_none', code: 'cart.product_not_found' },
        { productId: screw.id, code: 'cart.item_exists', details: { item: { quantity: 1 } } },
      ],
      cart: {
        snapshotVersion: cartBefore.snapshotVersion + 2,
        items: [
          { product: { id: bolt.id }, quantity: 1 },
          { product: { id: screw.id }, quantity: 1, itemVersion: 1 },
          { product: { id: nut.id }, quantity: 4, itemVersion: 1 },
        ],
        problems: [],
      },
    })
    expect(await getCart(call), 'the answer is the cart').toMatchObject(
      (data as { cart: object }).cart,
    )
  })

  it('stops at the full cart, and answers for a product that is already in it', async () => {
    const buyer = aBuyer()
    const call = callerOf(service, buyer)
    const [first, ...others] = await Promise.all(
      Array.from({ length: 4 }, () => aProduct(service.database)),
    )
    const line = (product?: { readonly id: string }) => ({
      productId: product?.id ?? '',
      quantity: 1,
    })
    await call('POST', url, { items: [line(first)] })
    await fillUp(buyer.companyId, buyer.id, 498)

    const answer = await call('POST', url, { items: [first, ...others].map(line) })

    expect(answer.data).toMatchObject({
      added: 1,
      notAdded: [
        { productId: first?.id, code: 'cart.item_exists' },
        { productId: others[1]?.id, code: 'cart.lines_limit_reached' },
        { productId: others[2]?.id, code: 'cart.lines_limit_reached' },
      ],
    })
    expect((await getCart(call)).items).toHaveLength(500)
  })

  it('adds each line once when two requests come at once', async () => {
    const call = callerOf(service, aBuyer())
    const products = await Promise.all(Array.from({ length: 12 }, () => aProduct(service.database)))
    const items = products.map(({ id: productId }) => ({ productId, quantity: 1 }))
    const answers = await Promise.all([
      call('POST', url, { items: items.slice(0, 8) }),
      call('POST', url, { items: items.slice(4).reverse() }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const addedCounts = answers.map(({ data }) => (data as { added: number }).added)
    expect(addedCounts.reduce((sum, count) => sum + count, 0)).toBe(12)
    const { items: lines, snapshotVersion } = await getCart(call)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(12)
    expect(snapshotVersion).toBe(13)
  })

  it('costs as many statements as adding one', async () => {
    const products = await Promise.all(Array.from({ length: 40 }, () => aProduct(service.database)))
    const items = products.map(({ id: productId }) => ({ productId, quantity: 1 }))
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      service.database.pool,
    )
    const name = rows[0]?.name
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      const statementsFor = async (count: number) => {
        const call = callerOf(service, aBuyer())
        await call('POST', url, { items: items.slice(0, 1) })
        query.mockClear()
        const answer = await call('POST', url, { items: items.slice(1, 1 + count) })
        expect(answer.data).toMatchObject({ added: count })
        // Other tests of this process may have left work under way on databases of their own.
        return query.mock.contexts.filter((client) => (client as pg.Client).database === name)
          .length
      }
      // A request that comes when a cache has just expired reads a little more.
      const fewestFor = async (count: number) =>
        Math.min(await statementsFor(count), await statementsFor(count), await statementsFor(count))
      const forOne = await fewestFor(1)
      expect(forOne).toBeGreaterThan(0)
      expect(await fewestFor(39)).toBe(forOne)
    } finally {
      query.mockRestore()
    }
  })

  /** Lines of products that are not sold any more. */
  async function fillUp(companyId: string, ownerId: string, count: number): Promise<void> {
    await sql`
      with cart as (
        update cart.carts set line_count = line_count + ${count}, snapshot_version = snapshot_version + ${count}
        where company_id = ${companyId} and owner_id = ${ownerId} returning *
      )
      insert into cart.items (company_id, cart_id, id, position, product_id, quantity, item_version,
        added_prices, added_currency, added_at, changed_at)
      select company_id, id, 'itm_' || n, n + 10, 'prd_' || n, 1, 1, '[{"minQuantity":1,"unitPrice":"1"}]', 'EUR',
        ${now}::timestamptz, ${now}::timestamptz
      from cart, generate_series(1, ${count}::integer) as n
    `.execute(service.database.pool)
  }
})
