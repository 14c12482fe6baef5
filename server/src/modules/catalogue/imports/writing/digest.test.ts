import { hash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { quantitiesAsNumbers } from '#kernel/quantity'
import { allFields, fields } from '#modules/products/fields'
import type { ImportedProduct } from '../reading/imported-product.ts'
import { digestRecord } from './digest.ts'

/** The fields of the first releases, in the order of the digest. Fields of later releases do not change its digest. */
const washer = {
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
  tiers: [{ minQuantity: 100_000n, unitPrice: new Decimal('0.4') }],
  onHand: 10_000n,
  moq: 10_000n,
  multiple: 10_000n,
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
} satisfies ImportedProduct

describe('the digest of a record', () => {
  it('is the same as in every release before', () => {
    expect(digestRecord(washer).digest).toBe('bc6RArIOpMdqFrYhub99TG8oq-w')
    expect(digestRecord({ sku: 'W-1' }).digest).toBe('T3XVCfYLoUJQeGp3NRR1yp-J_Xe')
  })

  it('covers the fields in a fixed order', () => {
    expect(digestRecord(washer)).toEqual({
      digest: asJson(washer),
      attributesJson: JSON.stringify(washer.attributes),
    })
  })

  it.each(Object.keys(washer).filter((key) => key !== 'sku'))(
    'stays the same without %s',
    (key) => {
      const { [key as keyof typeof washer]: _, ...others } = washer
      const said = others as ImportedProduct
      expect(digestRecord(said).digest).toBe(asJson(said))
    },
  )

  it('changes with every field but the stock', () => {
    const { digest } = digestRecord(washer)
    for (const key of [...Object.keys(fields), 'textsIn']) {
      const other = { ...washer, [key]: 'another' }
      expect([key, digestRecord(other).digest === digest]).toEqual([key, key === 'onHand'])
    }
  })

  it('has a place for each field, and one for the language of the upload', () => {
    const places = [25, ...allFields.flatMap(({ digest }) => digest ?? [])]
    const rule = 'Each place is taken once and none is left out. The language of the upload has 25.'
    expect(
      places.toSorted((one, other) => one - other),
      rule,
    ).toEqual(places.map((_, place) => place))
  })
})

/** As every release has written it: a product whose digest is another one is read and compared field by field. */
function asJson({ onHand: _, ...said }: ImportedProduct): string {
  return hash('sha256', JSON.stringify(said, quantitiesAsNumbers), 'base64url').slice(0, 27)
}
