import { numberColumn, optional } from './column.ts'
import type { Field } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** The pieces in one unit, such as a box. Undefined: unknown. */
export const contents = {
  name: 'contents',
  headers: 'contents contentquantity nocuperou piecesperunit inhalt inhaltsmenge contenu',
  read: contentsIn,
  digest: 23,
  column: optional(numberColumn('contents')),
  absent: undefined,
  bmecat: { part: 'ORDER_DETAILS', element: 'NO_CU_PER_OU' },
  example: [12, 50],
} as const satisfies Field<number | undefined>

/** The largest value of the column. */
const contentsMax = 999_999_999

function contentsIn(record: RecordReader, name: string): number | undefined {
  const value = record.raw(name)
  if (value === undefined || value === '') return undefined
  const amount = record.amountIn(String(value).trim())
  if (amount?.gt(0) && amount.lte(contentsMax)) return amount.toNumber()
  const message = `Contents are a number above 0, up to ${contentsMax}. They were left out.`
  record.complain('contents_invalid', message, name, false)
  return undefined
}
