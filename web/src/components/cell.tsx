import type { ReactNode } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import type { Words } from '../language/words.ts'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { type ColumnShape, type ListShape, nameBeside } from './list-of.ts'

/** The label of a column or filter: its own for this list, or the one for every list. */
export function labelOf({ find }: Words, { name }: ListShape, path: string): MessageKey {
  const own = `columns.${name}.${path}`
  return (find(own) === undefined ? `columns.${path}` : own) as MessageKey
}

/** The name of a state. A state that is newer than these pages is shown as it is. */
export function stateName({ find }: Words, area: string, value: string): string {
  return find(`${area}.${value}`) ?? value
}

/** A value as its kind is shown. `area` has the names of its states. */
export function cellOf(
  words: Words,
  { path, kind }: ColumnShape,
  item: object,
  area: string,
): ReactNode {
  const value = valueAt(item, path)
  if (value === undefined || value === null) return ''
  switch (kind) {
    case 'record':
      return recordCell(String(value), valueAt(item, nameBeside(path)))
    case 'money':
      return words.money(value as { amount: string; currency: string })
    case 'number':
      return words.number(Number(value))
    case 'instant':
      return <time dateTime={String(value)}>{words.instant(String(value))}</time>
    case 'day':
      return <time dateTime={String(value)}>{words.day(String(value))}</time>
    case 'flag':
      return words.t(value ? 'shell.yes' : 'shell.no')
    case 'state':
      return stateName(words, area, String(value))
    case 'texts':
      return words.list(value as string[])
    default:
      return String(value)
  }
}

/** The id of the row, by its number if it has one. */
export function ownCell(item: object, path: string): ReactNode {
  const number = valueAt(item, 'number')
  return (
    <RecordId id={String(valueAt(item, path))} {...(typeof number === 'string' && { number })} />
  )
}

function recordCell(id: string, name: unknown): ReactNode {
  return typeof name === 'string' ? <CompanyName id={id} name={name} /> : <RecordName id={id} />
}

export function valueAt(item: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], item)
}
