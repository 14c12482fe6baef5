import { csvLine } from '#kernel/csv'
import { type Field, valueAt } from './fields.ts'

/** The titles of the columns: the paths of the fields. An amount of money has two columns. */
export function csvHeader(fields: readonly Field[]): string {
  return csvLine(
    fields.flatMap(({ path, kind }) =>
      kind === 'money' ? [`${path}.amount`, `${path}.currency`] : [path],
    ),
  )
}

export function csvRow(fields: readonly Field[], item: unknown): string {
  return csvLine(
    fields.flatMap(({ path, kind }) => {
      if (kind !== 'money') return [textOf(valueAt(item, path))]
      return [textOf(valueAt(item, `${path}.amount`)), textOf(valueAt(item, `${path}.currency`))]
    }),
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}
