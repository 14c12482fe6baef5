import { dayColumn } from './column.ts'
import type { Field } from './field.ts'
import type { RecordReader } from './record-reader.ts'

export const releasedOn = {
  name: 'releasedOn',
  headers: 'releasedon releasedate availablefrom erscheinungsdatum datesortie',
  read: dayIn,
  digest: 19,
  column: dayColumn('released_on'),
  search: 'facts',
  example: ['2026-02-03', '2026-02-04'],
} as const satisfies Field<string>

function dayIn(record: RecordReader, name: string): string | undefined {
  const given = record.line(name, 40)
  if (given === undefined) return undefined
  const day = given.slice(0, 10)
  const time = Date.parse(`${day}T00:00:00Z`)
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(time).toJSON()?.startsWith(day)) return day
  record.complain('date_invalid', 'A date is written 2026-01-31.', name, false)
  return undefined
}
