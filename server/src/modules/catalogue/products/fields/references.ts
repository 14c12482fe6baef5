import { Type } from 'typebox'
import { textsColumn } from './column.ts'
import { type Field, listCell, sameList } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** What the fields have in common that name other articles. */
const ofNumbers = {
  read: numbersIn,
  absent: [],
  isSame: sameList,
  cell: listCell,
}

const numbersMax = 100

const viewOf = (description: string) => ({
  schema: Type.Optional(Type.Array(Type.String(), { maxItems: numbersMax, description })),
  of: (value: readonly string[]) => (value.length > 0 ? value : undefined),
})

/** Article numbers of the same supplier. */
export const substitutes = {
  ...ofNumbers,
  name: 'substitutes',
  headers: 'substitutes alternatives alternativartikel ersatzartikel substituts',
  digest: 27,
  column: textsColumn('substitutes'),
  view: viewOf(
    'The article numbers of products of this supplier that can take the place of this one. Absent if the supplier names none.',
  ),
  bmecat: { part: 'REFERENCES', element: 'similar' },
  example: [['F-10'], ['F-11', 'F-12']],
} as const satisfies Field<readonly string[]>

/** Article numbers of the same supplier. */
export const accessories = {
  ...ofNumbers,
  name: 'accessories',
  headers: 'accessories accessory zubehor zubehoer zubehorartikel accessoires',
  digest: 28,
  column: textsColumn('accessories'),
  view: viewOf(
    'The article numbers of products of this supplier that go with this one. Absent if the supplier names none.',
  ),
  bmecat: { part: 'REFERENCES', element: 'accessories' },
  example: [['F-20', 'F-21'], ['F-22']],
} as const satisfies Field<readonly string[]>

/** Numbers of any manufacturer. BMEcat has no reference for what an article fits. */
export const compatibleWith = {
  ...ofNumbers,
  name: 'compatibleWith',
  headers:
    'compatiblewith fits fitsfor kompatibelmit passendfur passendfuer passtzu compatibleavec',
  digest: 29,
  column: textsColumn('compatible_with'),
  view: viewOf(
    'The numbers of the articles that this product fits, of any manufacturer. Search finds it by them. Absent if the supplier names none.',
  ),
  bmecat: { part: 'EXTENSIONS', element: 'UDX.PURVEYOR.COMPATIBLE_WITH' },
  search: 'words',
  words: (value) => value.join(' '),
  example: [['SX-440'], ['SX-440', 'SX 441']],
} as const satisfies Field<readonly string[]>

/** Each number once. A product does not name itself. */
function numbersIn(record: RecordReader, name: string): readonly string[] | undefined {
  const given = record.list(name, numbersMax, 100)
  const own = record.sku.toLowerCase()
  return given && [...new Set(given)].filter((number) => number.toLowerCase() !== own)
}
