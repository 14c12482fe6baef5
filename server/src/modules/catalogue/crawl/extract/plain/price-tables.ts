import {
  FileMalformed,
  fieldOfHeader,
  headerKey,
  type RawRecord,
  shownNameOf,
  type TableRow,
  tableReader,
  taxOf,
} from '#modules/imports/reading'
import { foundInFeed } from '../feed-product.ts'
import type { FoundField, FoundProduct, PageProblem } from '../found-product.ts'
import { normaliseAddress } from '../links/normalise-address.ts'
import { normaliseFeedRecord } from '../normalise-feed-record.ts'
import { articleNumberIn } from './labels.ts'
import { currenciesIn, type Statements } from './lines.ts'
import type { Table, TableRowOfPage } from './tables.ts'
import { quantityIn } from './tier-tables.ts'

export type TableContext = {
  readonly url: string
  readonly base: string
  readonly statements: Statements
  /** The sentence before the table. */
  readonly before: string
  /** The name of the page: that of all rows in a table of variants. */
  readonly heading: string | undefined
  readonly language: string | undefined
  readonly now: Date
  readonly report: (problem: PageProblem) => void
}

export type TableProduct = { readonly product: FoundProduct; readonly given: readonly FoundField[] }

const options = { replace: false, discontinueMaxPercent: 0, isFeed: true }

/** The products of a table whose columns are an article number and a price, a stock or a name. Otherwise none. */
export function productsInTable(table: Table, context: TableContext): TableProduct[] {
  const found = productsInRows(table, table.rows, context)
  return found.length > 0 ? found : productsInRows(table, transposeRows(table.rows), context)
}

function productsInRows(
  table: Table,
  rows: readonly TableRowOfPage[],
  context: TableContext,
): TableProduct[] {
  const head = headOf(rows)
  if (!head) return []
  const { headers, above, end } = head
  const kinds = headers.map((header) => kindOf(header))
  if (
    !kinds.includes('price') &&
    !kinds.includes('stock') &&
    !(kinds.includes('sku') && kinds.includes('name'))
  )
    return []
  const body = rows
    .slice(end)
    .filter(({ isTitle, isHead, cells }) => !isTitle && !isHead && cells.length > 1)
  const reader = tableReader(options)
  const numberAt = headers.findIndex((header) => kindOf(header) === 'sku')
  const data: TableRow[] = body.map(({ cells }, at) => ({
    cells: cells.slice(0, headers.length),
    line: at + 1,
  }))
  let records: RawRecord[]
  try {
    records = reader.recordsIn([{ cells: headers, line: 0 }, ...data])
    reader.end()
  } catch (error) {
    if (error instanceof FileMalformed) return []
    throw error
  }
  const numbers = records.filter(({ fields }) => isArticleNumber(fields.sku))
  // A column with words is no column of numbers: `Art | Preis` of shipping.
  if (numbers.length === 0 || (numberAt === -1 && numbers.length < records.length * 0.8)) return []
  const hasName = numbers.some(({ fields }) => fields.name !== undefined)
  if (!hasName && (numberAt === -1 || context.heading === undefined)) return []
  const said = saidAbout(table, above, context)
  const reading = { decimal: decimalOf(body, context.language) }
  return numbers.flatMap((record) => {
    const completed = complete(record, said, hasName ? undefined : context.heading)
    return productOf(completed, reading, body[record.line - 1]?.href, context)
  })
}

function isArticleNumber(value: unknown): boolean {
  if (typeof value !== 'string') return false
  return articleNumberIn(value)?.length === value.trim().replace(/[.:]+$/, '').length
}

type Head = {
  readonly headers: string[]
  /** What the rows above the last row of headers say. */
  readonly above: string
  readonly end: number
}

const headRowsMax = 4
const searchedMax = 6

/** The headers of a table: one row, or two of which the first stands above several columns of the second. */
function headOf(rows: readonly TableRowOfPage[]): Head | undefined {
  for (let at = 0; at < Math.min(rows.length, searchedMax); at += 1) {
    const row = rows[at]
    if (!row || row.isTitle) continue
    let end = at + 1
    while (end < at + headRowsMax && rows[end]?.isHead && !rows[end]?.isTitle) end += 1
    const levels = rows.slice(at, end).map(({ cells }) => cells)
    const headers = joinedHeaders(levels)
    const kinds = new Set(headers.map(kindOf).filter(Boolean))
    const isNumbered = kinds.has('sku') || kinds.has('loose')
    if (isNumbered && kinds.size > 1) {
      return { headers, above: levels.slice(0, -1).flat().join(' '), end }
    }
  }
  return undefined
}

function joinedHeaders(levels: readonly (readonly string[])[]): string[] {
  const width = Math.max(...levels.map((cells) => cells.length))
  return Array.from({ length: width }, (_, column) => {
    const texts = [...new Set(levels.map((cells) => cells[column]?.trim() ?? '').filter(Boolean))]
    const last = texts.at(-1) ?? ''
    return quantityIn(last) === undefined ? texts.join(' ') : last
  }).map((header) => header.slice(0, 200))
}

const looseNumbers = new Set(
  'artnr nr no nummer number numero code art ref partnumber artikel article item modell model type typ'.split(
    ' ',
  ),
)
const looseNames = new Set(
  'artikel article item produkt product produit ware modell model ausfuhrung beschreibung description type typ'.split(
    ' ',
  ),
)
const stockKeys = new Set(
  'verfugbarkeit verfuegbarkeit availability disponibilite stockstatus lagerstatus status lieferbarkeit'.split(
    ' ',
  ),
)

function kindOf(header: string): 'sku' | 'name' | 'price' | 'stock' | 'loose' | undefined {
  if (header === '' || header.length > 120) return undefined
  if (quantityIn(header) !== undefined) return 'price'
  const bare = header.replace(/\s*(?:\/|(?<!\p{L})(?:je|pro|per|par|les)(?!\p{L})).{0,25}$/iu, '')
  const field = fieldOfHeader(header)?.field ?? fieldOfHeader(bare)?.field
  if (field === 'sku' || field === 'name' || field === 'price') return field
  if (field === 'stock') return 'stock'
  if (shownNameOf(header) === 'grossPrice' || shownNameOf(bare) === 'grossPrice') return 'price'
  const key = headerKey(bare)
  if (stockKeys.has(key)) return 'stock'
  if (/^(?:netto|net|ht|nettoeur|eur|gbp|chf|pu|puht)$/.test(key)) return 'price'
  if (looseNumbers.has(key)) return 'loose'
  return looseNames.has(key) ? 'name' : undefined
}

type Said = Statements & {
  readonly unit: { readonly quantity: string | undefined; readonly unit: string } | undefined
}

const basisAbove = /(?<!\p{L})(?:je|pro|per|par|la|les)\s*(\d{1,6})?\s*([\p{L}²³]{1,15})/iu

/** What the caption, the headers above, and the sentences around the table say of its prices. */
function saidAbout({ caption }: Table, above: string, { statements, before }: TableContext): Said {
  const near = [above, caption, before]
  const tax = near.map((text) => taxOf(text)).find(Boolean) ?? statements.tax
  const currencies = near.map(currenciesIn).find((found) => found.length > 0)
  const currency = currencies
    ? currencies.length === 1
      ? currencies[0]
      : undefined
    : statements.currency
  const [, quantity, unit] = basisAbove.exec(above) ?? []
  return { tax, currency, unit: unit === undefined ? undefined : { quantity, unit } }
}

function complete(record: RawRecord, said: Said, heading: string | undefined): RawRecord {
  const { fields, shown } = record
  const own = typeof fields.price === 'string' ? fields.price : shown?.grossPrice
  const isPriced = own !== undefined && /\d/.test(own)
  const tax = shown?.tax ?? (fields.price !== undefined ? said.tax : undefined)
  return {
    ...record,
    problems: [],
    fields: {
      ...fields,
      ...(heading !== undefined && { name: heading }),
      ...(isPriced &&
        fields.currency === undefined &&
        said.currency &&
        currenciesIn(own).length === 0 && { currency: said.currency }),
      ...(isPriced && fields.unit === undefined && said.unit && { unit: said.unit.unit }),
      ...(isPriced &&
        fields.perQuantity === undefined &&
        said.unit?.quantity && { perQuantity: said.unit.quantity }),
    },
    shown: { ...shown, ...(tax && { tax }) },
  }
}

function productOf(
  record: RawRecord,
  reading: { readonly decimal: '.' | ',' },
  href: string | undefined,
  { url, base, now, report }: TableContext,
): TableProduct[] {
  const { product, problems, shown, given } = normaliseFeedRecord(record, reading)
  for (const { code, message } of problems) report({ code, message })
  const found = product && foundInFeed(product, shown, { url, kind: 'price-table', now })
  if (!found) return []
  const link = href === undefined ? undefined : normaliseAddress(href, base)
  return [{ product: link ? { ...found, url: link } : found, given: [...given] }]
}

/** The sign of the decimals of a table: what its clear numbers have, or what is usual in the language. */
function decimalOf(rows: readonly TableRowOfPage[], language: string | undefined): '.' | ',' {
  const texts = rows.flatMap(({ cells }) => cells)
  const commas = texts.filter((text) => /(?<![\d.,])\d+,\d{2}(?!\d)/.test(text)).length
  const points = texts.filter((text) => /(?<![\d.,])\d+\.\d{2}(?!\d)/.test(text)).length
  if (commas !== points) return commas > points ? ',' : '.'
  return /^(?:de|fr|it|es|nl|pl|cs)(?!-CH)/i.test(language ?? '') ? ',' : '.'
}

const transposedMax = 40

/** A table with a label at the begin of each row, and a product in each column. */
function transposeRows(rows: readonly TableRowOfPage[]): TableRowOfPage[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (width < 3 || rows.length > transposedMax || rows.length < 2) return []
  return Array.from({ length: width }, (_, column) => ({
    cells: rows.filter(({ isTitle }) => !isTitle).map(({ cells }) => cells[column] ?? ''),
    isHead: column === 0,
    isTitle: false,
    href: undefined,
  }))
}
