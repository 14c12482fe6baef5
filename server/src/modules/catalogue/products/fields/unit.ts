import { textColumn } from './column.ts'
import type { Field } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** What the quantity counts: a code of UN/ECE Recommendation 20. */
export const unit = {
  name: 'unit',
  headers:
    'unit orderunit unitofmeasure uom einheit mengeneinheit bestelleinheit unite unitedevente me einh unitofsale sellingunit',
  read: unitIn,
  digest: 8,
  column: textColumn('unit'),
  // Pieces. `#platform/units` reads a file, which a process that reads foreign files may not.
  absent: 'C62',
  bmecat: { part: 'ORDER_DETAILS', element: 'ORDER_UNIT' },
  example: ['C62', 'MTR'],
} as const satisfies Field<string>

function unitIn(record: RecordReader, name: string): string | undefined {
  const given = record.line(name, 50)
  if (given === undefined) return undefined
  const code = record.unitIn(given)
  if (code === undefined) {
    const message = `${given} is no unit of UN/ECE Recommendation 20, and none of its usual names.`
    record.complain('unit_unknown', message, name, true)
  }
  return code
}
