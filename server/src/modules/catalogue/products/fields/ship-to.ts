import { Type } from 'typebox'
import { isCountry } from '#kernel/country'
import { textsColumn } from './column.ts'
import { type Field, sameList } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** Countries to which the product can be shipped. */
export const shipTo = {
  name: 'shipTo',
  headers: 'shipto countries lander laender lieferlander lieferlaender pays payslivraison',
  keys: ['countries'],
  read: countriesIn,
  digest: 15,
  column: textsColumn('ship_to'),
  isSame: sameList,
  view: { schema: Type.Array(Type.String({ description: 'ISO 3166-1 alpha-2.' })) },
  cell: (value) => value.join('|'),
  search: 'facts',
  example: [['DE'], ['AT', 'CH']],
} as const satisfies Field<readonly string[]>

function countriesIn(record: RecordReader, name: string): readonly string[] | undefined {
  const countries = record.list(name, 300, 10)?.map((code) => code.toUpperCase())
  const wrong = countries?.find((code) => !isCountry(code))
  if (wrong !== undefined) {
    record.complain('country_unknown', `${wrong} is no country of ISO 3166-1.`, name, true)
  }
  return countries && [...new Set(countries)]
}
