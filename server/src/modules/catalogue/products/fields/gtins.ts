import { Type } from 'typebox'
import { isGtin } from '#kernel/gtin'
import { textsColumn } from './column.ts'
import { type Field, sameList } from './field.ts'
import type { RecordReader } from './record-reader.ts'

export const gtins = {
  name: 'gtins',
  headers: 'gtin gtins ean eans ean13 upc barcode strichcode codebarre codeean',
  keys: ['gtin', 'ean'],
  read: gtinsIn,
  digest: 6,
  column: textsColumn('gtins'),
  absent: [],
  isSame: sameList,
  view: { schema: Type.Array(Type.String()) },
  cell: (value) => value.join('|'),
  search: 'words',
  words: (value) => value.join(' '),
  example: [['4006381333931'], ['96385074']],
} as const satisfies Field<readonly string[]>

function gtinsIn(record: RecordReader, name: string): readonly string[] | undefined {
  const given = record.list(name, 200, 50)
  const digits = given?.map((gtin) => gtin.replace(/[\s-]/g, ''))
  const wrong = digits?.find((gtin) => !isGtin(gtin))
  if (wrong !== undefined) {
    record.complain('gtin_invalid', `${wrong} is no GTIN: its check digit is wrong.`, name, false)
  }
  return digits && [...new Set(digits.filter(isGtin))]
}
