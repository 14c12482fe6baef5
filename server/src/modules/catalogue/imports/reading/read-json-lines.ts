import { setImmediate as breathe } from 'node:timers/promises'
import { allFields, type FieldName } from '#modules/products/fields'
import { fieldOfHeader, shownNameOf } from './columns.ts'
import { brokenRecord, type RawFields, type RawRecord } from './record.ts'
import type { ShownFields } from './shown-fields.ts'

/** A longer line cannot be a product. */
const lineBytesMax = 1_048_576
const newline = 0x0a
/** After this number of lines, the loop yields to other work. */
const atOnceMax = 100

/** Reads one JSON object a line, in UTF-8. It reports an invalid line as a problem and continues with the next one. */
export async function* readJsonLines(
  pieces: AsyncIterable<Buffer>,
  isFeed = false,
): AsyncGenerator<readonly RawRecord[]> {
  let line = 0
  for await (const lines of linesOf(pieces)) {
    let records: RawRecord[] = []
    for (const bytes of lines) {
      line += 1
      const record = bytes === undefined ? tooLong(line) : recordOf(bytes, line, isFeed)
      if (record) records.push(record)
      if (records.length < atOnceMax) continue
      yield records
      records = []
      await breathe()
    }
    if (records.length > 0) yield records
  }
}

/** The lines that end in each piece. Undefined for a line that is too long. The last line may end with the file. */
async function* linesOf(
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<readonly (Buffer | undefined)[]> {
  let begun: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    const lines: (Buffer | undefined)[] = []
    let from = 0
    for (;;) {
      const end = piece.indexOf(newline, from)
      const part = piece.subarray(from, end === -1 ? piece.length : end)
      length += part.length
      // The rest of a line beyond the limit is discarded.
      if (length <= lineBytesMax) begun.push(part)
      else begun = []
      if (end === -1) break
      lines.push(length > lineBytesMax ? undefined : joinParts(begun))
      begun = []
      length = 0
      from = end + 1
    }
    if (lines.length > 0) yield lines
  }
  if (length > 0) yield [length > lineBytesMax ? undefined : joinParts(begun)]
}

function joinParts(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function recordOf(bytes: Buffer, line: number, isFeed: boolean): RawRecord | undefined {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return brokenRecord(line, 'text_broken', 'The line is not valid UTF-8. Save the file as UTF-8.')
  }
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return brokenRecord(line, 'line_malformed', 'The line is not a JSON object.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return brokenRecord(line, 'line_malformed', 'The line is not a JSON object.')
  }
  // In valid UTF-8 only an escape can produce half of a surrogate pair or a zero byte.
  const isSound = !text.includes('\\u') && !text.includes('\ufffd')
  if (isFeed) return { ...recordOfObject(value, line), isSound }
  return { line, fields: fieldsOf(value), problems: [], isSound }
}

/** An object of a feed, which may have the headers of tables as keys. */
export function recordOfObject(value: object, line: number): RawRecord {
  return { line, ...withHeaders(value, fieldsOf(value)), problems: [] }
}

/** Keys that are no field, read as the headers of a table: `Preis netto`, `Artikelnummer`, `link`. */
function withHeaders(
  value: object,
  known: RawFields,
): { readonly fields: RawFields; readonly shown: ShownFields } {
  const fields: Record<string, unknown> = { ...known }
  const shown: Record<string, string> = {}
  for (const [key, content] of Object.entries(value)) {
    if (content === null || fieldOfKey(key) !== undefined) continue
    const named = fieldOfHeader(key)
    const name = named ? undefined : shownNameOf(key)
    if (named && fields[named.field] === undefined) {
      fields[named.field] = content
      if (named.price?.tax) shown.tax ??= named.price.tax
      if (named.price?.currency) fields.currency ??= named.price.currency
    }
    if (name && typeof content === 'string') shown[name] ??= content
    if (name && typeof content === 'number') shown[name] ??= String(content)
    if (typeof content === 'boolean' && taxKeys.has(key.toLowerCase().replace(/_/g, ''))) {
      shown.tax = content ? 'gross' : 'net'
    }
  }
  return { fields, shown }
}

const taxKeys: ReadonlySet<string> = new Set([
  'taxincluded',
  'vatincluded',
  'priceincludestax',
  'priceincludesvat',
  'valueaddedtaxincluded',
])

/** Keeps the known keys and ignores all others. */
function fieldsOf(value: object): RawFields {
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const content = (value as Record<string, unknown>)[key]
    const field = fieldOfKey(key)
    if (field !== undefined && content !== null && fields[field] === undefined) {
      fields[field] = content
    }
  }
  return fields
}

function tooLong(line: number): RawRecord {
  return brokenRecord(line, 'line_too_long', 'The line is longer than 1 MiB.')
}

const knownFields: ReadonlyMap<string, FieldName> = new Map(
  allFields.flatMap(({ name, keys = [] }) =>
    [name, ...keys].map((key) => [key, name as FieldName] as const),
  ),
)

/** The field of a key in a JSON record. */
function fieldOfKey(key: string): FieldName | undefined {
  return knownFields.get(key)
}
