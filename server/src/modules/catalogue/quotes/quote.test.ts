import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { decimalOf } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import { aCatalog, aProduct } from '#testing/catalog'

const companyId = 'co_00000000000000000000000001'
const database = await useDatabase()
const catalog = aCatalog({ database })

describe('a quote', () => {
  it.each([
    [1, '0.012345'],
    [99, '0.012345'],
    [100, '0.011'],
    [499, '0.011'],
    [500, '0.0095'],
    [100_000, '0.0095'],
  ])('for %i pieces has the price of their tier, %s', async (quantity, price) => {
    const { id } = await aProduct(database, {
      unitPrice: '0.012345',
      tiers: [
        [500, '0.0095'],
        [100, '0.011'],
      ],
      onHand: 200_000,
    })
    const quote = await quoteOf(id, quantity, { currency: 'EUR', country: 'DE' })
    expect(quote?.unitPrice && decimalOf(quote.unitPrice)).toBe(price)
    expect(quote?.problems).toEqual([])
  })

  it('names the supplier and the available stock', async () => {
    const { id, supplierCompanyId, sku } = await aProduct(database, { onHand: 7, leadTimeDays: 4 })
    expect(await quoteOf(id, 1)).toMatchObject({
      product: { id, sku, supplierCompanyId, supplier: { id: supplierCompanyId } },
      availability: { status: 'low_stock', available: 7000n, leadTimeDays: 4 },
      ships: true,
    })
  })

  it('names everything that keeps the line from being ordered', async () => {
    const { id } = await aProduct(database, { moq: 10, multiple: 5, onHand: 3, shipTo: ['US'] })
    expect(await problemsOf(id, 7, { currency: 'USD', country: 'DE' })).toEqual([
      'stock_short',
      'below_minimum',
      'not_a_multiple',
      'not_shipped_to_country',
      'currency_not_convertible',
    ])
    expect((await quoteOf(id, 7, { currency: 'USD' }))?.unitPrice).toBeUndefined()
  })

  it('reports a discontinued product', async () => {
    const { id } = await aProduct(database)
    await database.transaction((tx) => catalog.changeProduct(tx, id, { discontinued: true }))
    expect(await quoteOf(id, 1)).toMatchObject({
      state: 'DISCONTINUED',
      availability: { status: 'discontinued', available: 0n },
      problems: [{ code: 'product_discontinued' }],
    })
  })

  it('omits what does not exist', async () => {
    expect(await quoteOf('prd_00000000000000000000000000', 1)).toBeUndefined()
  })
})

async function quoteOf(productId: string, quantity: number, options = {}) {
  const quotes = await catalog.quote(
    database.pool,
    { companyId, unitId: undefined },
    [{ productId, quantity: quantityOf(quantity) }],
    options,
  )
  return quotes.get(productId)
}

async function problemsOf(productId: string, quantity: number, options = {}) {
  return (await quoteOf(productId, quantity, options))?.problems.map(({ code }) => code)
}
