import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { oneUnit } from '#kernel/quantity'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import type { ProductChanges } from './change-store.ts'

const database = await useDatabase()
const catalog = aCatalog({ database })

describe('a new product', () => {
  it('publishes an event', async () => {
    const { id } = await aProduct(database, { unitPrice: '2.5' })
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'product.created',
        entity_version: 1,
        data: { productId: id, listPrice: { amount: '2.50', currency: 'EUR' } },
      },
    ])
  })

  it('requires an existing category', async () => {
    const draft = await draftOf((await aProduct(database)).id)
    const added = database.transaction((tx) =>
      catalog.addProduct(tx, { ...draft, sku: 'other', categoryId: 'cat_nowhere' }),
    )
    await expect(added).rejects.toMatchObject({ code: 'catalog.category_unknown' })
  })
})

describe('changing a product', () => {
  it('publishes an event for what has changed', async () => {
    const { id } = await aProduct(database, { unitPrice: '2.50', onHand: 10 })
    await change(id, { name: 'Renamed bolt', listPrice: new Decimal('2.75'), onHand: 4_000n })

    expect((await eventsOf(id)).slice(1)).toMatchObject([
      {
        type: 'product.updated',
        entity_version: 2,
        data: { changed: ['name'], name: 'Renamed bolt' },
      },
      {
        type: 'product.price_changed',
        data: { before: { amount: '2.50' }, listPrice: { amount: '2.75' } },
      },
      { type: 'product.stock_changed', data: { before: 10, available: 4 } },
    ])
    expect((await catalog.readProduct(buyer, id)).product).toMatchObject({
      name: 'Renamed bolt',
      version: 2,
      availability: { available: 4_000n, status: 'low_stock' },
    })
  })

  it('publishes nothing when nothing has changed', async () => {
    const { id } = await aProduct(database, { unitPrice: '2.50', onHand: 10 })
    await change(id, { listPrice: new Decimal('2.5'), onHand: 10_000n })
    expect(await eventsOf(id)).toHaveLength(1)
  })

  it('discontinues it once', async () => {
    const { id } = await aProduct(database)
    await change(id, { discontinued: true })
    await change(id, { discontinued: true })
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'product.created',
      'product.discontinued',
    ])
  })

  it('requires a product', async () => {
    await expect(change('prd_00000000000000000000000000', {})).rejects.toMatchObject({
      code: 'catalog.product_not_found',
      status: 404,
    })
  })
})

function change(productId: string, changes: ProductChanges) {
  return database.transaction((tx) => catalog.changeProduct(tx, productId, changes))
}

async function eventsOf(productId: string) {
  const { rows } = await sql<{ type: string; entity_version: number; data: unknown }>`
    select type, entity_version, data from platform.events
    where entity_id = ${productId} /* across companies: whoever the supplier is */ order by arrival
  `.execute(database.pool)
  return rows
}

async function draftOf(productId: string) {
  const { product } = await catalog.readProduct(buyer, productId)
  return {
    supplierCompanyId: product.supplier.id,
    sku: product.sku,
    mpn: product.mpn,
    gtins: product.gtins,
    name: product.name,
    brand: product.brand,
    description: product.description,
    attributes: product.attributes,
    categoryId: product.category.id,
    unit: product.pricing.unit,
    moq: oneUnit,
    multiple: oneUnit,
    leadTimeDays: 1,
    shipTo: product.shipTo,
    listPrice: product.pricing.list.amount,
    currency: 'EUR',
    tiers: [],
    onHand: oneUnit,
    sample: false,
    releasedOn: product.releasedOn,
  }
}
