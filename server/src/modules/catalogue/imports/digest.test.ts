import { hash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { digested } from './digest.ts'
import type { ImportedProduct } from './reading/imported-product.ts'

describe('the digest of a record', () => {
  it('covers every field in a fixed order', () => {
    expect(digested(washer)).toEqual({
      digest: asJson(washer),
      attributesJson: JSON.stringify(washer.attributes),
    })
    expect(digested({ sku: 'W-1' })).toEqual({ digest: asJson({ sku: 'W-1' }) })
  })

  it.each(fields.filter((field) => field !== 'sku'))('stays the same without %s', (field) => {
    const { [field]: _, ...others } = washer
    const said = others as ImportedProduct
    expect(digested(said).digest).toBe(asJson(said))
  })

  it('changes with every field but the stock', () => {
    const { digest } = digested(washer)
    for (const field of fields) {
      const other = { ...washer, [field]: 'another' } as ImportedProduct
      expect([field, digested(other).digest === digest]).toEqual([field, field === 'onHand'])
    }
  })
})

const washer: Required<ImportedProduct> = {
  sku: 'W-1',
  name: 'Washer "M8"',
  description: 'Flat.\nZinc plated.',
  language: 'en',
  brand: 'Boltworks',
  mpn: '125-A',
  gtins: ['4006381333931'],
  categoryPath: ['Fasteners', 'Washers'],
  unit: 'C62',
  listPrice: new Decimal('0.50'),
  currency: 'EUR',
  tiers: [{ minQuantity: 100, unitPrice: new Decimal('0.4') }],
  onHand: 10,
  moq: 10,
  multiple: 10,
  leadTimeDays: 2,
  shipTo: ['DE', 'AT'],
  attributes: [
    { label: 'Thickness', value: '1.6', kind: 'number', unit: 'mm' },
    { label: 'Material', value: 'Steel', kind: 'text' },
  ],
  imageUrls: ['https://example.com/w-1.png'],
  classes: ['23110101'],
  releasedOn: '2026-02-03',
  discontinued: false,
  successor: 'W-2',
  perQuantity: 100,
  contents: 12,
  texts: { de: { name: 'Unterlegscheibe' } },
  textsIn: 'en',
}

const fields = Object.keys(washer) as (keyof ImportedProduct)[]

/** As every release has written it: a product whose digest is another one is read and compared field by field. */
function asJson({ onHand: _, ...said }: ImportedProduct): string {
  return hash('sha256', JSON.stringify(said), 'base64url').slice(0, 27)
}
