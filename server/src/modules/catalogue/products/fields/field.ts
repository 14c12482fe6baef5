import type { TSchema } from 'typebox'
import type { Column } from './column.ts'
import type { RecordReader } from './record-reader.ts'

/** The parts of a product in BMEcat. Their elements stand in `read-bmecat.ts` and `export-bmecat.ts`. */
export type BmecatPart = 'DETAILS' | 'ORDER_DETAILS' | 'EXTENSIONS' | 'CUSTOMS' | 'REFERENCES'

/**
 * One field of a product, for all that handles products: catalogue files, the database, the API and search. They iterate
 * over the fields of `index.ts`.
 */
export type Field<Value, Given = Value> = {
  /** Its name in files, in `mapping` and in problems. */
  readonly name: string
  /** Usual headers of its column in English, German and French, in the form that `headerKey` returns. */
  readonly headers: string
  /** Its other keys in JSON records. */
  readonly keys?: readonly string[]
  /** Reads it from a record. Undefined: the record does not have it, and an import does not change it. */
  readonly read: (record: RecordReader, name: string) => Given | undefined
  /**
   * Its place in the digest of a record. Take the next free number and never change one: a product whose digest differs
   * is read and compared again. The language of the upload has 25. Absent: the digest does not cover it.
   */
  readonly digest?: number
  /** False: a product does not keep it. It only says what happens to the product. */
  readonly stored?: false
  /** Absent: a store has its own statement for it. */
  readonly column?: Column<Value>
  /** The value of a new product without it. Absent: `newProduct` decides. */
  readonly absent?: Value | undefined
  /** Absent: they are compared with `===`. */
  isSame?(one: Value, other: Value): boolean
  /** In the API. Absent: not shown, or as a part of something else, such as the price. */
  readonly view?: {
    readonly schema: TSchema
    /** Absent: as it is. */
    of?(value: Value): unknown
  }
  /** In exports as JSON. Absent: as it is. */
  json?(value: Value): unknown
  /** In exports as CSV, BMEcat and Google. Absent: as a text. An import must read it. */
  cell?(value: Value): string
  /** False: an export as CSV has no column for it. */
  readonly inCsv?: false
  /** Its element in BMEcat 2005, and in BMEcat 1.2 if that differs. `UDX.PURVEYOR.…` in `extensions` if BMEcat has none. In REFERENCES: the type of a reference. */
  readonly bmecat?: {
    readonly part: BmecatPart
    readonly element: string
    readonly before?: string
  }
  /** Its element in a feed of Google Merchant, without `g:`. */
  readonly google?: string
  /** What search does after a change: it reads the words again, or copies facts for filters and order. */
  readonly search?: 'words' | 'facts'
  /** Its words in search, with the weight of brands and numbers. */
  words?(value: Value): string
  /** Two values of a JSON record: before and after a change. They are for tests and for the API reference. */
  readonly example: readonly [unknown, unknown]
}

export function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at])
}

/** A backslash escapes the separator inside a part. */
export function listCell(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('|', '\\|')).join('|')
}
