import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aKey, type Client, createClient } from './client.ts'
import { buyByCard, checkOut, fillCart, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const theirs = await world.company()
const supplierId = await aCompany(database, { supplier: true })
const { email, password } = await aPerson(database, {
  companyId: supplierId,
  role: 'company_admin',
})
const { body } = await world.anybody.post('/auth/login', { email, password })
const supplier = createClient(world.baseUrl, { bearer: body.data.accessToken })
const bolt = await aProduct(database, {
  supplierCompanyId: supplierId,
  name: 'Titanium bolt',
  unitPrice: '10',
})

describe('an agreement between a supplier and a buyer', () => {
  let listId: string
  let contractId: string

  it('is written by the supplier and read by the buyer, also with an API key', async () => {
    const list = { name: 'Framework', currency: 'EUR', discounts: [{ by: 'all', percent: '2.5' }] }
    listId = (await created(supplier, '/api/v1/price-lists', list)).id
    const entries = [
      {
        sku: bolt.sku,
        unitPrice: '8.4',
        tiers: [{ minQuantity: 10, unitPrice: '7.99' }],
      },
    ]
    const put = await supplier.put(`/api/v1/price-lists/${listId}/entries`, { entries })
    expect(put.body.data).toEqual({ stored: 1, removed: 0, entryCount: 1, version: 2 })
    const contract = {
      buyerCompanyId: ours.companyId,
      reference: 'FW-2026',
      state: 'ACTIVE',
      priceListIds: [listId],
    }
    contractId = (await created(supplier, '/api/v1/contracts', contract)).id

    const read = await ours.integration.get(`/api/v1/contracts/${contractId}`)
    expect(read.body.data).toMatchObject({ reference: 'FW-2026', supplier: { id: supplierId } })
    expect((await ours.buyer.get('/api/v1/contracts')).body.data).toHaveLength(1)
    expect((await theirs.buyer.get('/api/v1/contracts')).body.data).toEqual([])
    expect((await theirs.buyer.get(`/api/v1/contracts/${contractId}`)).status).toBe(404)
    const file = await fetch(`${world.baseUrl}/api/v1/price-lists/${listId}/entries.csv`, {
      headers: { authorization: `Bearer ${body.data.accessToken}` },
    })
    expect((await file.text()).trimEnd().split('\r\n')).toEqual([
      '"productId","sku","unitPrice.amount","unitPrice.currency"',
      `"${bolt.id}","${bolt.sku}","8.40","EUR"`,
    ])
    const shown = await supplier.get(`/api/v1/price-lists/${listId}/entries`)
    expect(shown.body.data).toMatchObject([
      { sku: bolt.sku, unitPrice: { amount: '8.40', currency: 'EUR' } },
    ])
  })

  it('is visible to the buyer’s people and keys, and to nobody else', async () => {
    for (const client of [ours.buyer, ours.integration]) {
      const { body } = await client.get(`/api/v1/products/${bolt.id}`)
      expect(body.data.price).toMatchObject({
        list: { amount: '8.40' },
        tiers: [{ minQuantity: 10, unitPrice: { amount: '7.99' } }],
        agreed: {
          priceListId: listId,
          contract: { id: contractId, reference: 'FW-2026' },
          listPrice: { amount: '10.00', currency: 'EUR' },
        },
      })
      const found = await client.get('/api/v1/products?q=titanium&maxPrice=8.4')
      expect(found.body.data).toMatchObject([{ price: { list: { amount: '8.40' } } }])
    }
    const other = await theirs.buyer.get(`/api/v1/products/${bolt.id}`)
    expect(other.body.data.price.list.amount).toBe('10.00')
    expect(other.body.data.price.agreed).toBeUndefined()
    expect((await theirs.buyer.get('/api/v1/products?q=titanium&maxPrice=9.99')).body.data).toEqual(
      [],
    )
  })

  it('decides the price in the cart, at the checkout and in the order', async () => {
    const cart = await fillCart(ours.buyer, [{ productId: bolt.id, quantity: 10 }])
    const shown = await ours.buyer.get('/api/v1/cart')
    expect(shown.body.data.items[0]).toMatchObject({
      unitPrice: { amount: '7.99' },
      lineTotal: { amount: '79.90' },
    })
    const { orderId } = await buyByCard(ours.buyer, cart)
    const { body } = await ours.buyer.get(`/api/v1/orders/${orderId}`)
    expect(body.data.lines).toMatchObject([{ unitPrice: { amount: '7.99' }, quantity: 10 }])
  })

  it('is checked again by carts, checkouts and orders after its quote was dropped', async () => {
    const line = { productId: bolt.id, quantity: 1 }
    const quoteOf = async () =>
      (await ours.buyer.post('/api/v1/products/quotes', { items: [line] })).body.data[0]
    const first = await quoteOf()
    expect(first).toMatchObject({ unitPrice: { amount: '8.40' } })
    const version = await fillCart(ours.buyer, [line])

    await supplier.put(`/api/v1/price-lists/${listId}/entries`, {
      entries: [{ productId: bolt.id, unitPrice: '8.1' }],
    })

    const next = await quoteOf()
    expect(next).toMatchObject({ unitPrice: { amount: '8.10' }, lineTotal: { amount: '8.10' } })
    expect(next.quoteId).not.toBe(first.quoteId)
    const cart = (await ours.buyer.get('/api/v1/cart')).body.data
    expect(cart.items[0].unitPrice.amount).toBe('8.10')
    expect(cart.problems).toMatchObject([{ code: 'cart.price_changed' }])
    const refused = await checkOut(ours.buyer, version, { acceptedTotal: first.lineTotal })
    expect([refused.status, refused.body.meta.code]).toEqual([409, 'checkout.total_changed'])
    const order = { lines: [{ ...line, expectedUnitPrice: first.unitPrice }], shipTo }
    const placed = await ours.integration.post(
      '/api/v1/orders',
      { ...order, payment: { method: 'card' } },
      { key: aKey() },
    )
    expect([placed.status, placed.body.meta.code]).toEqual([409, 'checkout.price_changed'])
  })
})

describe('the supplier side of an agreement', () => {
  it('belongs to the supplier itself', async () => {
    const list = { name: 'Mine', currency: 'EUR' }
    const refused = await ours.admin.post('/api/v1/price-lists', list)
    expect(refused).toMatchObject({ status: 403 })
    expect(refused.body.meta.code).toBe('catalog.supplier_required')
    const other = await supplier.post('/api/v1/price-lists', {
      ...list,
      supplierId: ours.companyId,
    })
    expect(other.body.meta.code).toBe('catalog.supplier_unknown')
    const operator = await world.operator()
    const unnamed = await operator.post('/api/v1/price-lists', list)
    expect(unnamed.body.meta.code).toBe('catalog.supplier_unknown')
    expect((await operator.post('/api/v1/price-lists', { ...list, supplierId })).status).toBe(201)
  })

  it('accepts valid prices only', async () => {
    const { id } = await created(supplier, '/api/v1/price-lists', { name: 'Bad', currency: 'EUR' })
    const path = `/api/v1/price-lists/${id}/entries`
    const bad: readonly unknown[] = ['-1', '1e3', '1.1234567', '', 1.5, 'NaN', '1,5']
    for (const unitPrice of bad) {
      const answer = await supplier.put(path, { entries: [{ sku: bolt.sku, unitPrice }] })
      expect(answer.status, String(unitPrice)).toBe(400)
    }
    const many = Array.from({ length: 1_001 }, () => ({ sku: bolt.sku, unitPrice: '1' }))
    expect((await supplier.put(path, { entries: many })).status).toBe(400)
    for (const discounts of [
      [{ by: 'all', percent: '100' }],
      [{ by: 'all', percent: '0' }],
      [{ by: 'all', percent: '0.00' }],
    ]) {
      expect((await supplier.patch(`/api/v1/price-lists/${id}`, { discounts })).status).toBe(400)
    }
    for (const discounts of [
      [{ by: 'brand', percent: '5' }],
      [
        { by: 'all', percent: '5' },
        { by: 'all', percent: '6' },
      ],
      [
        { by: 'brand', value: 'HP', percent: '5' },
        { by: 'brand', value: 'hp', percent: '6' },
      ],
    ]) {
      const answer = await supplier.patch(`/api/v1/price-lists/${id}`, { discounts })
      expect(answer.body.meta.code).toBe('catalog.discounts_invalid')
    }
    const unknown = { discounts: [{ by: 'category', value: 'cat_nothing', percent: '5' }] }
    const answer = await supplier.patch(`/api/v1/price-lists/${id}`, unknown)
    expect(answer.body.meta.code).toBe('catalog.category_unknown')
  })
})

describe('a product that an operator excludes for a company', () => {
  it('does not exist for its people, its keys and its streamed searches', async () => {
    const operator = await world.operator()
    const draft = {
      name: 'No titanium',
      excluded: { products: [bolt.id] },
      companyIds: [theirs.companyId],
    }
    const missing = await theirs.buyer.get('/api/v1/products/prd_00000000000000000000000000')
    await created(operator, '/api/v1/assortments', draft)
    for (const client of [theirs.buyer, theirs.integration]) {
      const read = await client.get(`/api/v1/products/${bolt.id}`)
      expect(read.status).toBe(404)
      expect(Object.keys(read.body.meta)).toEqual(Object.keys(missing.body.meta))
      const found = await client.get('/api/v1/products?q=titanium')
      expect(found.body).toMatchObject({ data: [], meta: { total: 0, facets: { brand: [] } } })
      const suggested = await client.get('/api/v1/products/suggest?q=titan')
      expect(suggested.body.data).toMatchObject({ products: [], categories: [] })
      const add = { productId: bolt.id, quantity: 1 }
      const added = await client.post('/api/v1/cart/items', add)
      expect(added.body.meta.code).toBe('cart.product_not_found')
    }
    const streamed = await theirs.integration.post('/api/v1/searches', { q: 'titanium' })
    await expect
      .poll(
        async () => {
          const { body } = await theirs.integration.get(`/api/v1/searches/${streamed.body.data.id}`)
          return body.data.state
        },
        { timeout: 60_000 },
      )
      .toBe('COMPLETED')
    const end = await theirs.integration.get(`/api/v1/searches/${streamed.body.data.id}`)
    expect(end.body.data.sources).toMatchObject([{ source: 'catalog', found: 0 }])
    expect((await ours.buyer.get('/api/v1/products?q=titanium')).body.meta.total).toBe(1)
  })

  it('cannot be bought from a cart that already has it', async () => {
    const operator = await world.operator()
    const nut = await aProduct(world.parts.platform.database, { name: 'Iron nut' })
    const version = await fillCart(theirs.buyer, [{ productId: nut.id, quantity: 1 }])
    await created(operator, '/api/v1/assortments', {
      name: 'No nuts',
      excluded: { products: [nut.id] },
      companyIds: [theirs.companyId],
    })
    const { body } = await theirs.buyer.get('/api/v1/cart')
    expect(body.data.problems).toMatchObject([{ itemId: body.data.items[0].id }])
    expect(body.data.items[0].product.name).toBe('')
    const refused = await checkOut(theirs.buyer, version)
    expect(refused.status).toBe(422)
    expect(refused.body.meta.details).toMatchObject({
      problems: [{ code: 'catalog.product_not_found' }],
    })
  })
})

const created = async (client: Client, path: string, body: object) => {
  const answer = await client.post(path, body)
  expect(answer.body, path).toMatchObject({ success: true })
  return answer.body.data
}
