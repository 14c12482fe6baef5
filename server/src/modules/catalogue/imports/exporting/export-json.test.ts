import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { useImportService } from '#testing/imports'
import type { ImportedProduct } from '../reading/imported-product.ts'

const service = await useImportService(await useDatabase())

/** Each field: its name in JSON, and two values. A discontinued product is in no export, and no other has a successor. */
type Fields = Record<
  Exclude<keyof ImportedProduct, 'discontinued' | 'successor' | 'textsIn'>,
  readonly [name: string, before: unknown, after: unknown]
>

const fields: Fields = {
  sku: ['sku', 'F-1', 'F-1'],
  name: ['name', 'Washer', 'Flat washer'],
  description: ['description', 'Zinc plated.', 'Stainless.'],
  language: ['language', 'en', 'de'],
  brand: ['brand', 'Boltworks', 'Nordbolt'],
  mpn: ['mpn', '125-A', '125-B'],
  gtins: ['gtins', ['4006381333931'], ['96385074']],
  categoryPath: ['category', ['Fasteners', 'Washers'], ['Fasteners', 'Rings']],
  unit: ['unit', 'C62', 'MTR'],
  perQuantity: ['perQuantity', 100, 10],
  contents: ['contents', 12, 50],
  listPrice: ['price', '0.5', '0.75'],
  currency: ['currency', 'EUR', 'CHF'],
  tiers: [
    'tiers',
    [{ minQuantity: 50, unitPrice: '0.4' }],
    [{ minQuantity: 60, unitPrice: '0.6' }],
  ],
  onHand: ['stock', 10, 20],
  moq: ['moq', 10, 20],
  multiple: ['multiple', 10, 20],
  leadTimeDays: ['leadTimeDays', 2, 3],
  shipTo: ['shipTo', ['DE'], ['AT', 'CH']],
  attributes: [
    'attributes',
    [{ label: 'Material', value: 'Steel', kind: 'text' }],
    [{ label: 'Thickness', value: '1.6', kind: 'number', unit: 'mm' }],
  ],
  imageUrls: ['images', ['https://example.com/a.png'], ['https://example.com/b.png']],
  classes: ['classes', ['ECLASS-5.1=19010203'], ['ETIM-7.0=EC000001']],
  releasedOn: ['releasedOn', '2026-02-03', '2026-02-04'],
  texts: [
    'texts',
    { fr: { name: 'Rondelle', description: 'Zinguée.' }, it: { name: 'Rondella' } },
    { fr: { name: 'Rondelle plate', description: 'Inox.' }, it: { name: 'Rondella piana' } },
  ],
}

it('an export as JSON has every field of an import, as the last import changed it', async () => {
  const recordOf = (at: 1 | 2) =>
    Object.fromEntries(Object.values(fields).map((field) => [field[0], field[at]]))
  await carryOut(JSON.stringify(recordOf(1)))
  const changed = await carryOut(JSON.stringify(recordOf(2)))
  expect(changed).toMatchObject({ records: { updated: 1 }, problems: 0 })

  const { text } = await service.send('admin', 'GET', '/exports?format=jsonl')

  expect(JSON.parse(text)).toEqual(recordOf(2))
  expect(await carryOut(text)).toMatchObject({
    records: { unchanged: 1 },
    problems: 0,
  })
})

async function carryOut(file: string) {
  return (await service.carryOut(file, { type: 'application/jsonl' })).body.data
}
