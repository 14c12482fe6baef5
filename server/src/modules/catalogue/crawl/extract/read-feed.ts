import {
  FileMalformed,
  formatOfContent,
  formatOfMediaType,
  type ImportedProduct,
  peeked,
} from '#modules/imports/reading'
import { type FeedFormat, foundInFeed, kindOfFormat } from './feed-product.ts'
import { countFields } from './field-counts.ts'
import { isJsonList } from './files/json-items.ts'
import { openFeed } from './files/open-feed.ts'
import type { FieldCounts, FoundProduct } from './found-product.ts'
import { normaliseFeedRecord } from './normalise-feed-record.ts'

export type ReadFeedInput = {
  readonly url: string
  readonly contentType: string
  /** Unpacked. It is pulled only as it is needed. */
  readonly body: AsyncIterable<Buffer>
  /** Decides which prices with a period are current. */
  readonly now: Date
  /** Selects one of several texts, as two letters. */
  readonly language?: string
  /** Gets the values of each record, read or not. */
  readonly onCounted?: (counts: FieldCounts) => void
}

/** A record of a feed that could not be read, or the end of what can be read. It has no `gtins`, as a product has. */
export type FeedProblem = {
  readonly code: string
  readonly message: string
  readonly line?: number
  readonly sku?: string
}

const headBytes = 4_096

/**
 * Reads a feed of Google Merchant (XML or a table), a BMEcat catalogue, CSV, JSON or XLSX, with the readers of catalogue files. It
 * yields as it reads, so that a feed of any length needs the memory of a few records. It throws for nothing that a feed contains.
 */
export async function* readFeed(input: ReadFeedInput): AsyncGenerator<FoundProduct | FeedProblem> {
  const { head, all } = await peeked(input.body, headBytes)
  const format = formatOf(head, input.contentType)
  if (typeof format === 'object') {
    yield format
    return
  }
  try {
    yield* readRecords(input, format, all)
  } catch (error) {
    if (!(error instanceof FileMalformed)) throw error
    const { code, message, line } = error
    yield { code, message, ...(line === undefined ? {} : { line }) }
  }
}

async function* readRecords(
  { url, now, language, onCounted }: ReadFeedInput,
  format: FeedFormat,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<FoundProduct | FeedProblem> {
  const context = { url, kind: kindOfFormat[format], now }
  const { reading, records } = await openFeed(format, body, { now, language })
  for await (const batch of records) {
    for (const record of batch) {
      const { product, problems, line, sku, shown, given } = normaliseFeedRecord(record, reading)
      const where = { line, ...(sku === undefined ? {} : { sku }) }
      for (const { code, message } of problems) yield { code, message, ...where }
      const found = product && foundInFeed(withCurrentPrice(product, problems), shown, context)
      // A record that is no article at all has no values to count.
      if (given.size > 0) onCounted?.(countFields(found, given))
      if (!product) continue
      for (const problem of problemsOf(product, found)) yield { ...problem, ...where }
      if (found) yield found
    }
  }
}

/** An import takes a price that has ended and says so. Here it would be a price that nobody pays. */
function withCurrentPrice(
  product: ImportedProduct,
  problems: readonly { readonly code: string }[],
): ImportedProduct {
  if (!problems.some(({ code }) => code === 'price_ended')) return product
  const { listPrice: _ended, ...others } = product
  return others
}

function problemsOf(
  { name, listPrice, currency }: ImportedProduct,
  found: FoundProduct | undefined,
): { readonly code: string; readonly message: string }[] {
  if (name === undefined) return [{ code: 'name_missing', message: 'The record has no name.' }]
  const isWithout = listPrice !== undefined && currency === undefined && !found?.price
  return isWithout ? [{ code: 'currency_missing', message: 'The price has no currency.' }] : []
}

const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/** The content decides before the type that the server gives. A page of a shop in place of its feed is an error of the source. */
function formatOf(head: Buffer, contentType: string): FeedFormat | FeedProblem {
  const text = head.toString('latin1').replace(/\0/g, '')
  if (/<(?:!doctype\s+html|html|body|head)[\s>]/i.test(text)) {
    return { code: 'feed_is_html', message: 'The address of the feed shows a page.' }
  }
  if (head.subarray(0, 4).equals(zipMark)) return 'xlsx'
  if (isJsonList(head.toString('utf8'))) return 'json'
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const format = formatOfContent(head)
  // A line of a table may begin with anything.
  const named = formatOfMediaType(mediaType)
  const isText = format === 'csv' || format === undefined
  return (
    (isText ? (named ?? format) : format) ?? {
      code: 'feed_unknown',
      message: 'The file is no feed of Google Merchant, no BMEcat, no CSV, no JSON and no XLSX.',
    }
  )
}
