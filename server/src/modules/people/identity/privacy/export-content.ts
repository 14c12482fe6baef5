import { csvLine } from '#kernel/csv'
import type { Tx } from '#platform/db'
import type { PersonalData, PersonOfData } from '#platform/personal-data'
import type { Seal } from '#platform/seal'
import { type ExportKey, type ExportPart, insertPart } from './export-part-store.ts'

/**
 * What can be downloaded as a table: a list of the product, such as `orders`, or a part of a section, such as
 * `identity.sessions`.
 */
export type ExportTable = {
  readonly name: string
  readonly section: string
  readonly field?: string
  readonly rows: number
  readonly columns: readonly string[]
}

/** The head of an export. */
export type ExportHead = {
  readonly person: string
  readonly preparedAt: string
  readonly tables: readonly ExportTable[]
  /** The whole data, in an export from a release that had no parts. */
  readonly data?: object
}

export type OpenPart = Omit<ExportPart, 'sealed'> & { readonly content: unknown }

const placeOf = ({ companyId, id }: ExportKey, part: number) =>
  `${companyId}|identity.privacy_export_parts|content_sealed|${id}|${part}`

/** Reads every source of personal data and writes what it returns, page by page. */
export async function writeParts(
  deps: { readonly seal: Seal; readonly sources: readonly PersonalData[] },
  tx: Tx,
  key: ExportKey,
  person: PersonOfData,
): Promise<ExportTable[]> {
  const tables = new Map<string, ExportTable>()
  let part = 0
  const write = async (section: string, field: string | undefined, content: unknown) => {
    const sealed = deps.seal.seal(JSON.stringify(content), placeOf(key, part))
    await insertPart(tx, key, { part, section, field, sealed })
    part += 1
    const name = field === undefined ? section : `${section}.${field}`
    const rows = rowsOf(content)
    const before = tables.get(name)
    tables.set(name, {
      name,
      section,
      ...(field === undefined ? {} : { field }),
      rows: (before?.rows ?? 0) + rows.length,
      columns: [...new Set([...(before?.columns ?? []), ...rows.flatMap(Object.keys)])],
    })
  }
  for (const { name, collect } of deps.sources) {
    const found = collect(tx, person)
    if (Symbol.asyncIterator in found) {
      let isEmpty = true
      for await (const page of found) {
        await write(name, undefined, page)
        isEmpty = false
      }
      if (isEmpty) await write(name, undefined, [])
    } else {
      const whole = await found
      if (Array.isArray(whole)) await write(name, undefined, whole)
      else for (const [field, value] of Object.entries(whole)) await write(name, field, value)
    }
  }
  return [...tables.values()]
}

export function openPart(seal: Seal, key: ExportKey, { sealed, ...part }: ExportPart): OpenPart {
  return { ...part, content: JSON.parse(seal.open(sealed, placeOf(key, part.part))) }
}

/**
 * Throws after the last part if rows are missing, because somebody deleted parts meanwhile. The answer then breaks off, and nobody
 * takes it for the whole.
 */
export async function* assertWhole(
  tables: readonly ExportTable[],
  parts: AsyncIterable<OpenPart>,
): AsyncGenerator<OpenPart> {
  let missing = tables.reduce((sum, { rows }) => sum + rows, 0)
  for await (const part of parts) {
    missing -= rowsOf(part.content).length
    yield part
  }
  if (missing > 0) throw new Error(`${missing} rows of a privacy export are missing.`)
}

/** The whole export as one JSON document: `{ person, preparedAt, data: { orders: [...], identity: { ... } } }`. */
export async function* jsonOf(
  { person, preparedAt }: ExportHead,
  parts: AsyncIterable<OpenPart>,
): AsyncGenerator<string> {
  yield `{"person":${JSON.stringify(person)},"preparedAt":${JSON.stringify(preparedAt)},"data":{`
  let open: { readonly section: string; readonly end: string } | undefined
  let isFirst = true
  for await (const { section, field, content } of parts) {
    if (open?.section !== section) {
      if (open) yield `${open.end},`
      open = field === undefined ? { section, end: ']' } : { section, end: '}' }
      yield `${JSON.stringify(section)}:${field === undefined ? '[' : '{'}`
      isFirst = true
    }
    const text =
      field === undefined
        ? JSON.stringify(content).slice(1, -1)
        : `${JSON.stringify(field)}:${JSON.stringify(content)}`
    if (text === '') continue
    yield isFirst ? text : `,${text}`
    isFirst = false
  }
  yield `${open?.end ?? ''}}}`
}

/** One table as CSV. Values that are not plain are written as JSON. */
export async function* csvOf(
  { columns }: ExportTable,
  parts: AsyncIterable<OpenPart>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const { content } of parts) {
    const lines = rowsOf(content).map((row) =>
      csvLine(columns.map((column) => cellOf(row[column]))),
    )
    yield lines.join('')
  }
}

type Row = Readonly<Record<string, unknown>>

/** A list yields its rows, an object one row, and a plain value one row with one column. */
function rowsOf(content: unknown): readonly Row[] {
  if (Array.isArray(content)) return content.flatMap(rowsOf)
  const isThing = typeof content === 'object' && content !== null
  return [isThing ? (content as Row) : { value: content }]
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
