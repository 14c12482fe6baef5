import type { FieldName } from '#modules/products/fields'
import type { Problem } from '../import.ts'
import type { Column } from './columns.ts'
import type { ShownFields } from './shown-fields.ts'

/** The fields that a record of a file may have, before any check. */
export type RawFields = Partial<Readonly<Record<FieldName, unknown>>>

export type RawRecord = {
  /** The line in which it begins, from 1. */
  readonly line: number
  readonly fields: RawFields
  /** The problems that the reader found. */
  readonly problems: readonly Problem[]
  /** The reader guarantees that no text has half of a surrogate pair, a zero byte or U+FFFD. */
  readonly isSound?: boolean
  /** The language of the part of the file in which it stands. It has precedence over that of the upload. */
  readonly textsIn?: string | undefined
  readonly shown?: ShownFields
}

/** A record that cannot be read at all. */
export function brokenRecord(line: number, code: string, message: string): RawRecord {
  return { line, fields: {}, problems: [{ code, message, fatal: true }] }
}

/** How to interpret the texts of a file. */
export type Reading = {
  /** The decimal separator of ambiguous numbers. */
  readonly decimal: '.' | ','
  /** The language of the texts, as the upload states it. */
  readonly textsIn?: string | undefined
}

/** The layout of a table, shown to people who prepare the file. */
export type Layout = {
  readonly delimiter: string
  readonly encoding: string
  /** In the order of the file. Empty until the first line has been read. */
  readonly columns: readonly { readonly header: string; readonly column: Column }[]
}

export type FileReader = {
  readonly reading: Reading
  /** The layout of a table, as far as it has been read. */
  readonly layout?: () => Layout
  /** Yields batches, so that the whole file is never in memory. */
  readonly records: AsyncIterable<readonly RawRecord[]>
}

/** The rest of the file cannot be read. The records before stay valid. */
export class FileMalformed extends Error {
  override readonly name = 'FileMalformed'
  readonly code: string
  readonly line: number | undefined

  constructor(code: string, message: string, line?: number) {
    super(message)
    this.code = code
    this.line = line
  }
}
