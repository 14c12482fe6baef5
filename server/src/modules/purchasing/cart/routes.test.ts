import { describe, expect, it } from 'vitest'
import type { Principal } from '#kernel/actor'
import { sql } from '#platform/db'
import { anIntegration } from '#testing/cart'
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

describe('a cart', () => {
  it('is created on first use, once, in the currency of its company', async () => {
    const call = callerOf(service, aBuyer())
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('GET', '/api/v1/cart')))

    expect(new Set(answers.map(({ data }) => (data as CartAnswer).id)).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 200,
      data: {
        id: expect.stringMatching(/^cart_[0-9a-z]{26}$/),
        mode: 'AVAILABILITY_CHECKED_NON_RESERVING',
        snapshotVersion: 1,
        currency: 'EUR',
        country: 'DE',
        items: [],
        totals: { subtotal: { amount: '0.00', currency: 'EUR' }, lineCount: 0, pieceCount: 0 },
        problems: [],
        lock: null,
      },
    })
  })

  it('shows each line with its price at that quantity, stock and total', async () => {
    const call = callerOf(service, aBuyer())
    const bolt = await product({ unitPrice: '2.505', tiers: [[10, '2.125']], onHand: 40 })
    const nut = await product({ unitPrice: '0.125' })
    await call('POST', '/api/v1/cart/items', { productId: bolt.id, quantity: 12 })
    const answer = await call('POST', '/api/v1/cart/items', { productId: nut.id, quantity: 1 })

    expect(answer.status).toBe(201)
    expect(answer.data).toEqual({
      id: expect.any(String),
      mode: 'AVAILABILITY_CHECKED_NON_RESERVING',
      snapshotVersion: 3,
      currency: 'EUR',
      country: 'DE',
      items: [
        {
          id: expect.stringMatching(/^itm_[0-9a-z]{26}$/),
          itemVersion: 1,
          product: {
            id: bolt.id,
            sku: bolt.sku,
            mpn: bolt.mpn,
            language: 'en',
            name: bolt.name,
            brand: 'Boltworks',
            supplier: { id: bolt.supplierCompanyId, name: expect.any(String) },
          },
          quantity: 12,
          unitPrice: { amount: '2.125', currency: 'EUR' },
          basisPrice: { amount: '2.125', currency: 'EUR' },
          perQuantity: 1,
          unit: 'C62',
          lineTotal: { amount: '25.50', currency: 'EUR' },
          availability: {
            status: 'in_stock',
            available: 40,
            checkedAt: start.toISOString(),
            leadTimeDays: 3,
          },
        },
        expect.objectContaining({ lineTotal: { amount: '0.12', currency: 'EUR' } }),
      ],
      // Half to even in each line, and the sum of what the lines show.
      totals: expect.objectContaining({
        subtotal: { amount: '25.62', currency: 'EUR' },
        total: { amount: '25.62', currency: 'EUR' },
        lineCount: 2,
        pieceCount: 13,
      }),
      shippingOptions: [],
      problems: [],
      lock: null,
    })
  })

  it('belongs to one person or key', async () => {
    const { id: productId } = await product()
    const owners = [aBuyer(), aBuyer(), anIntegration(), anIntegration(), aBuyer('co_2')]
    const views: CartAnswer[] = []
    for (const owner of owners) {
      const call = callerOf(service, owner)
      views.push((await call('POST', '/api/v1/cart/items', { productId, quantity: 1 })).data)
    }
    expect(new Set(views.map(({ id }) => id)).size).toBe(owners.length)

    const [firstView] = views
    const item = `/api/v1/cart/items/${firstView?.items[0]?.id}`
    for (const other of owners.slice(1)) {
      const call = callerOf(service, other)
      const answers = [
        await call('PATCH', item, { quantity: 9, expectedItemVersion: 1 }),
        await call('DELETE', `${item}?expectedItemVersion=1`),
      ]
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 404, code: 'cart.item_not_found' })
      }
    }
    const cart = await callerOf(service, owners[0] as Principal)('GET', '/api/v1/cart')
    expect(cart.data).toMatchObject({ snapshotVersion: 2, items: [{ quantity: 1 }] })
  })

  it('can be shown for another country and in another currency', async () => {
    const { call } = await aFilledCart(service, { shipTo: ['DE'] })
    const inFrance = await call('PATCH', '/api/v1/cart', {
      country: 'FR',
      expectedSnapshotVersion: 2,
    })
    expect(inFrance.data).toMatchObject({ country: 'FR', currency: 'EUR', snapshotVersion: 3 })
    expect(inFrance.data).toMatchObject({ problems: [{ code: 'cart.not_shipped_to_country' }] })

    const noChange = await call('PATCH', '/api/v1/cart', { expectedSnapshotVersion: 3 })
    expect(noChange).toMatchObject({ status: 400, code: 'cart.nothing_to_change' })
    expect((await call('GET', '/api/v1/cart')).data).toMatchObject({ snapshotVersion: 3 })
    const unknownCurrency = { currency: 'QQQ', expectedSnapshotVersion: 3 }
    expect(await call('PATCH', '/api/v1/cart', unknownCurrency)).toMatchObject({
      status: 400,
      code: 'cart.currency_unknown',
    })
    const staleChange = { currency: 'USD', expectedSnapshotVersion: 2 }
    expect(await call('PATCH', '/api/v1/cart', staleChange)).toMatchObject({
      status: 409,
      details: { expected: 2, current: 3 },
    })
  })
})

describe('adding to a cart', () => {
  it('refuses a product that is in the cart and names its line', async () => {
    const { call, item, productId } = await aFilledCart(service)
    const secondAnswer = await call('POST', '/api/v1/cart/items', { productId, quantity: 5 })
    expect(secondAnswer).toMatchObject({
      status: 409,
      code: 'cart.item_exists',
      details: { item: { id: item.id, itemVersion: 1, productId, quantity: 1 } },
    })
    expect(await getCart(call)).toMatchObject({ snapshotVersion: 2, items: [{ quantity: 1 }] })
  })

  it('refuses unknown and discontinued products', async () => {
    const call = callerOf(service, aBuyer())
    const discontinuedProduct = await product()
    await change(discontinuedProduct.id, { discontinued: true })
    const answers = [
      await call('POST', '/api/v1/cart/items', { productId: 'prd_nobody_knows', quantity: 1 }),
      await call('POST', '/api/v1/cart/items', { productId: discontinuedProduct.id, quantity: 1 }),
    ]
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [404, 'cart.product_not_found'],
      [422, 'cart.product_discontinued'],
    ])
  })

  it.each([
    ['nothing', { quantity: 0 }],
    ['less than nothing', { quantity: -1 }],
    ['four decimals', { quantity: 0.0001 }],
    ['a text', { quantity: '2' }],
    ['more than a million', { quantity: 1_000_001 }],
    ['far more', { quantity: 1e9 }],
    ['no quantity', {}],
    ['a field nobody knows', { quantity: 1, price: '0.01' }],
  ])('refuses %s', async (_what, body) => {
    const { id: productId } = await product()
    const call = callerOf(service, aBuyer())
    const answer = await call('POST', '/api/v1/cart/items', { productId, ...body })
    expect(answer).toMatchObject({ status: 400, code: 'platform.request_invalid' })
    expect((await getCart(call)).items).toEqual([])
  })

  it('refuses line 501', async () => {
    const buyer = aBuyer()
    const call = callerOf(service, buyer)
    const { id: cartId } = await getCart(call)
    await fillCart(buyer, cartId, 499)
    const lastProduct = await product()
    const { id: productId } = await product()
    const lastAnswer = await call('POST', '/api/v1/cart/items', {
      productId: lastProduct.id,
      quantity: 1,
    })
    expect(lastAnswer).toMatchObject({ status: 201, data: { totals: { lineCount: 500 } } })
    const answer = await call('POST', '/api/v1/cart/items', { productId, quantity: 1 })
    expect(answer).toMatchObject({ status: 422, code: 'cart.lines_limit_reached' })
  })

  it('requires the scope', async () => {
    const reader = callerOf(service, service.callers.reader as Principal)
    const stranger = callerOf(service, service.callers.stranger as Principal)
    const body = { productId: 'prd_1', quantity: 1 }
    expect((await reader('GET', '/api/v1/cart')).status).toBe(200)
    expect((await reader('POST', '/api/v1/cart/items', body)).status).toBe(403)
    expect((await stranger('GET', '/api/v1/cart')).status).toBe(403)
    expect((await service.http.inject({ url: '/api/v1/cart' })).statusCode).toBe(401)
  })
})

describe('the expected version', () => {
  it('allows a change and moves both versions', async () => {
    const { call, item } = await aFilledCart(service)
    const answer = await call('PATCH', item.path, { quantity: 7, expectedItemVersion: 1 })
    expect(answer).toMatchObject({
      status: 200,
      data: { snapshotVersion: 3, items: [{ itemVersion: 2, quantity: 7 }] },
    })
    const removal = await call('DELETE', item.path, { expectedItemVersion: 2 })
    expect(removal).toMatchObject({ status: 200, data: { snapshotVersion: 4, items: [] } })
  })

  it('comes from the query or the body of a DELETE, or from both when they agree', async () => {
    for (const [query, body] of [
      ['?expectedSnapshotVersion=2', undefined],
      ['', { expectedSnapshotVersion: 2 }],
      ['?expectedSnapshotVersion=2', { expectedSnapshotVersion: 2 }],
    ] as const) {
      const { call } = await aFilledCart(service)
      expect(await call('DELETE', `/api/v1/cart${query}`, body)).toMatchObject({
        status: 200,
        data: { snapshotVersion: 3, items: [] },
      })
    }
  })

  it('is refused when query and body differ', async () => {
    const { call, item } = await aFilledCart(service)
    const ambiguous = { status: 400, code: 'cart.expected_version_ambiguous' }
    expect(
      await call('DELETE', `${item.path}?expectedItemVersion=1`, { expectedItemVersion: 2 }),
    ).toMatchObject(ambiguous)
    expect(
      await call('DELETE', '/api/v1/cart?expectedSnapshotVersion=2', {
        expectedSnapshotVersion: 1,
      }),
    ).toMatchObject({ ...ambiguous, details: { body: 1, query: 2 } })
    expect(await getCart(call)).toMatchObject({ snapshotVersion: 2 })
  })

  it('is required', async () => {
    const { call, item } = await aFilledCart(service)
    const answers = [
      await call('PATCH', item.path, { quantity: 2 }),
      await call('DELETE', item.path),
      await call('DELETE', item.path, {}),
      await call('DELETE', '/api/v1/cart'),
      await call('PATCH', '/api/v1/cart', { currency: 'USD' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, code: 'cart.expected_version_required' })
    }
    expect(answers.map(({ details }) => details?.field)).toEqual([
      'expectedItemVersion',
      'expectedItemVersion',
      'expectedItemVersion',
      'expectedSnapshotVersion',
      'expectedSnapshotVersion',
    ])
    expect(await getCart(call)).toMatchObject({ snapshotVersion: 2 })
  })

  it.each([0, -1, 1.5, '1', null, 2 ** 53, true])('is refused when it is %s', async (version) => {
    const { call, item } = await aFilledCart(service)
    const answers = [
      await call('PATCH', item.path, { quantity: 2, expectedItemVersion: version }),
      await call('DELETE', item.path, { expectedItemVersion: version }),
      await call('DELETE', '/api/v1/cart', { expectedSnapshotVersion: version }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, code: 'platform.request_invalid' })
      expect(JSON.stringify(answer.details)).toContain('Version')
    }
    expect(await getCart(call)).toMatchObject({ snapshotVersion: 2 })
  })

  it.each(['0', '-1', '1.5', 'one', '', '9007199254740993', '1&expectedItemVersion=1'])(
    'is refused in the query as "%s"',
    async (version) => {
      const { call, item } = await aFilledCart(service)
      const answer = await call('DELETE', `${item.path}?expectedItemVersion=${version}`)
      expect(answer).toMatchObject({ status: 400, code: 'platform.request_invalid' })
      expect(await getCart(call)).toMatchObject({ snapshotVersion: 2 })
    },
  )

  it('is refused when it is stale or ahead, and nothing changes', async () => {
    const { call, item } = await aFilledCart(service)
    await call('PATCH', item.path, { quantity: 3, expectedItemVersion: 1 })
    const conflict = { status: 409, code: 'cart.version_conflict' }
    for (const expected of [1, 3]) {
      const details = { expected, current: 2 }
      expect(
        await call('PATCH', item.path, { quantity: 9, expectedItemVersion: expected }),
      ).toMatchObject({ ...conflict, details })
      expect(await call('DELETE', `${item.path}?expectedItemVersion=${expected}`)).toMatchObject({
        ...conflict,
        details,
      })
    }
    expect(await call('DELETE', '/api/v1/cart?expectedSnapshotVersion=2')).toMatchObject({
      ...conflict,
      details: { expected: 2, current: 3 },
    })
    expect(await getCart(call)).toMatchObject({
      snapshotVersion: 3,
      items: [{ itemVersion: 2, quantity: 3 }],
    })
  })

  it('allows one of twenty simultaneous requests', async () => {
    const { call, item } = await aFilledCart(service)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call('PATCH', item.path, { quantity: n + 2, expectedItemVersion: 1 }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'cart.version_conflict')).toHaveLength(19)
    expect(await getCart(call)).toMatchObject({ snapshotVersion: 3, items: [{ itemVersion: 2 }] })
  })
})

const product = (options?: AProductOptions) => aProduct(service.database, options)

const change = (productId: string, changes: Parameters<CartHttp['catalog']['changeProduct']>[2]) =>
  service.database.transaction((tx) => service.catalog.changeProduct(tx, productId, changes))

/** Writes lines of products that do not exist, without the checks of the API. */
async function fillCart({ companyId }: Principal, cartId: string, count: number): Promise<void> {
  await sql`
    with lines as (
      insert into cart.items (company_id, cart_id, id, position, product_id, quantity, item_version,
                              added_prices, added_currency, added_at, changed_at)
      select ${companyId}, ${cartId}, 'itm_' || n, n, 'prd_forgotten_' || n, 1000, 1, '[]', 'EUR', ${start}, ${start}
      from generate_series(1, ${count}::integer) n
    )
    update cart.carts set line_count = ${count} where company_id = ${companyId} and id = ${cartId}
  `.execute(service.database.pool)
}
