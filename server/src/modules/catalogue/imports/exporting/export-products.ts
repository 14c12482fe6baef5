import { getWorkingTime } from '#modules/calendar'
import { listWholeProducts, type WholeProduct } from '#modules/products'
import type { Conn } from '#platform/db'
import type { WorkingTime } from '#platform/working-time'
import type { ImportFormat } from '../import.ts'
import { bmecatHead, bmecatProduct, bmecatTail } from './export-bmecat.ts'
import { csvHead, csvProduct } from './export-csv.ts'
import { googleHead, googleProduct, googleTail } from './export-google.ts'
import { jsonProduct } from './export-json.ts'
import {
  type ExportedCategory,
  listExportedCategories,
  listExportedLanguages,
} from './export-store.ts'

type Writer = {
  readonly head: string
  readonly each: (product: WholeProduct, supplierTime: WorkingTime) => string
  readonly tail: string
}

const pageMax = 500

/**
 * Exports the products on sale in a format that an import reads: importing the file changes nothing. It reads page by
 * page, so that it holds no connection while the client reads slowly. A product has the state of the moment when its
 * page was read.
 */
export async function* exportProducts(
  conn: Conn,
  supplierCompanyId: string | undefined,
  format: ImportFormat,
  now: Date,
): AsyncGenerator<string> {
  const categories =
    format === 'bmecat' ? await listExportedCategories(conn, supplierCompanyId) : []
  const languages = format === 'csv' ? await listExportedLanguages(conn, supplierCompanyId) : []
  const { head, each, tail } = writerOf(format, { categories, languages }, now)
  if (head !== '') yield head
  const timeOf = workingTimesOf(conn)
  let after = ''
  for (;;) {
    const products = await listWholeProducts(conn, supplierCompanyId, { after, limit: pageMax })
    const texts: string[] = []
    for (const product of products) texts.push(each(product, await timeOf(product)))
    if (texts.length > 0) yield texts.join('')
    after = products.at(-1)?.id ?? after
    if (products.length < pageMax) break
  }
  if (tail !== '') yield tail
}

/** The calendar of each supplier is read once. */
function workingTimesOf(conn: Conn): (product: WholeProduct) => Promise<WorkingTime> {
  const known = new Map<string, WorkingTime>()
  return async ({ supplierCompanyId }) => {
    const time = known.get(supplierCompanyId) ?? (await getWorkingTime(conn, supplierCompanyId))
    known.set(supplierCompanyId, time)
    return time
  }
}

type Columns = {
  readonly categories: readonly ExportedCategory[]
  readonly languages: readonly string[]
}

function writerOf(format: ImportFormat, { categories, languages }: Columns, now: Date): Writer {
  switch (format) {
    case 'jsonl':
      return { head: '', each: jsonProduct, tail: '' }
    case 'csv':
      return {
        head: csvHead(languages),
        each: (product) => csvProduct(product, languages),
        tail: '',
      }
    case 'google':
      return {
        head: googleHead,
        each: (product, supplierTime) => googleProduct(product, supplierTime, now),
        tail: googleTail,
      }
    case 'bmecat':
      return { head: bmecatHead(now, categories), each: bmecatProduct, tail: bmecatTail }
  }
}
