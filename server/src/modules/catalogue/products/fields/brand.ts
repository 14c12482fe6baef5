import { Type } from 'typebox'
import { textColumn } from './column.ts'
import type { Field } from './field.ts'

export const BrandView = Type.Union([Type.String(), Type.Null()], {
  description: 'Null if the supplier names none.',
})

/** A product without a brand has an empty text inside. */
export const viewBrand = (value: string): string | null => (value === '' ? null : value)

export const brand = {
  name: 'brand',
  headers: 'brand manufacturer manufacturername marke hersteller herstellername marque fabricant',
  keys: ['manufacturer'],
  read: (record, name) => record.line(name, 100),
  digest: 4,
  column: textColumn('brand'),
  absent: '',
  view: { schema: BrandView, of: viewBrand },
  bmecat: { part: 'DETAILS', element: 'MANUFACTURER_NAME' },
  google: 'brand',
  search: 'words',
  words: (value) => value,
  example: ['Boltworks', 'Nordbolt'],
} as const satisfies Field<string>
