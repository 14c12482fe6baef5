import type { Problem } from '../import.ts'
import type { Column } from './columns.ts'

/** What a record of a file may say of a product, before anybody has looked at it. */
export const fieldNames = [
  'sku',
  'name',
  'description',
  'language',
  'brand',
  'mpn',
  'gtins',
  'category',
  'unit',
  'perQuantity',
  'contents',
  'price',
  'currency',
  'tiers',
  'stock',
  'moq',
  'multiple',
  'leadTimeDays',
  'shipTo',
  'attributes',
  'images',
  'classes',
  'releasedOn',
  'discontinued',
  'successor',
] as const

export type FieldName = (typeof fieldNames)[number]

export type RawFields = Partial<Readonly<Record<FieldName, unknown>>>

export type RawRecord = {
  /** Where it begins in the file, counted from 1. */
  readonly line: number
  readonly fields: RawFields
  /** Found by the reader. */
  readonly problems: readonly Problem[]
  /** The reader knows that no text in it has half a letter, a zero byte or the mark of a broken one. */
  readonly isSound?: boolean
}

/** Unreadable as a whole. */
export function brokenRecord(line: number, code: string, message: string): RawRecord {
  return { line, fields: {}, problems: [{ code, message, fatal: true }] }
}

/** How the text of a file is meant. */
export type Reading = {
  /** What stands before the decimals where a number could be read in two ways. */
  readonly decimal: '.' | ','
}

/** How a table is laid out, for whoever has to help with it. */
export type Layout = {
  readonly delimiter: string
  readonly encoding: string
  /** In the order of the file; empty until its first line has been read. */
  readonly columns: readonly { readonly header: string; readonly column: Column }[]
}

export type FileReader = {
  readonly reading: Reading
  /** Of a table, as far as it has been read. */
  readonly layout?: () => Layout
  /** In batches, as they come: the whole file is never in memory. */
  readonly records: AsyncIterable<readonly RawRecord[]>
}

/** The file cannot be read any further. What came before it stands. */
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
