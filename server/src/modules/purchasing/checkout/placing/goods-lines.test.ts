import { describe, expect, it } from 'vitest'
import { money, unitPrice } from '#kernel/money'
import { goodsLine } from './goods-lines.ts'

describe('a line of goods', () => {
  const product = {
    id: 'prd_1',
    supplierCompanyId: 'co_1',
    sku: 'S',
    mpn: 'M',
    name: 'Bolt',
    brand: 'B',
    taxClass: 'standard',
    pricing: { unit: 'C62' },
  } as const
  const part = {
    of: { productId: 'prd_1', quantity: 5_000n },
    delivery: 1,
    quantity: 3_000n,
    costCenter: 'C1',
  }
  const price = unitPrice('2.505', 'EUR')

  it('has the price of its product, the references of its part and the number of its delivery', () => {
    const quote = { product, unitPrice: price, conversion: undefined }
    expect(goodsLine(part, quote)).toEqual({
      taxClass: 'standard',
      line: {
        productId: 'prd_1',
        supplierCompanyId: 'co_1',
        sku: 'S',
        mpn: 'M',
        name: 'Bolt',
        brand: 'B',
        quantity: 3_000n,
        unitPrice: price,
        unit: 'C62',
        total: money(752n, 'EUR'),
        conversion: undefined,
        costCenter: 'C1',
        delivery: 2,
      },
    })
  })

  it('has a negotiated price in the place of that of the catalogue, which was converted', () => {
    const conversion = { from: 'USD' } as never
    const negotiatedPrice = {
      unitPrice: unitPrice('2', 'EUR'),
      note: 'By letter.',
      attachmentIds: ['a'],
    }
    const quote = { product, unitPrice: price, conversion }
    expect(goodsLine(part, quote)?.line.conversion).toBe(conversion)
    expect(goodsLine({ ...part, of: { ...part.of, negotiatedPrice } }, quote)?.line).toMatchObject({
      unitPrice: negotiatedPrice.unitPrice,
      total: money(600n, 'EUR'),
      conversion: undefined,
      negotiatedPrice: { note: 'By letter.', attachmentIds: ['a'] },
    })
  })

  it('is missing without a price', () => {
    const unpriced = { product, unitPrice: undefined, conversion: undefined }
    expect(goodsLine(part, unpriced)).toBeUndefined()
    expect(goodsLine(part, undefined)).toBeUndefined()
  })
})
