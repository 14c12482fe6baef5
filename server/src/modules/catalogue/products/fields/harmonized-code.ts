import { Type } from 'typebox'
import { optional, textColumn } from './column.ts'
import type { Field } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** The code of the WCO's Harmonized System, as digits alone. Undefined: unknown. */
export const harmonizedCode = {
  name: 'harmonizedCode',
  headers:
    'harmonizedcode hscode hsnumber customsnumber customstariffnumber tariffnumber zolltarifnummer zolltarifnr hsnummer codesh codedouanier tarifdouanier',
  keys: ['hsCode'],
  read: harmonizedCodeIn,
  digest: 26,
  column: optional(textColumn('harmonized_code')),
  absent: undefined,
  view: {
    schema: Type.Optional(
      Type.String({
        pattern: '^[0-9]{6,10}$',
        description:
          "The code of the WCO's Harmonized System for customs: six digits, and up to four of a country or of the European Union. Absent if the supplier names none.",
      }),
    ),
  },
  bmecat: { part: 'CUSTOMS', element: 'CUSTOMS_NUMBER' },
  example: ['73181588', '731815'],
} as const satisfies Field<string | undefined>

/** People group the digits: `7318.15.88`, `7318 15 88`. */
function harmonizedCodeIn(record: RecordReader, name: string): string | undefined {
  const given = record.line(name, 100)
  if (given === undefined) return undefined
  const digits = given.replace(/[\s.]/g, '')
  if (/^\d{6,10}$/.test(digits)) return digits
  const message = 'A code of the Harmonized System has 6 to 10 digits. It was left out.'
  record.complain('harmonized_code_invalid', message, name, false)
  return undefined
}
