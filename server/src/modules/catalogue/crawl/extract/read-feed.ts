import {
  FileMalformed,
  formatOfContent,
  formatOfMediaType,
  type ImportedProduct,
  peekPieces,
} from '#modules/imports/reading'
import { type FeedContext, type FeedFormat, foundInFeed, kindOfFormat } from './feed-product.ts'
import { countFields } from './field-counts.ts'
import { isJsonList } from './files/json-items.ts'
import { type OpenedFeed, openFeed } from './files/open-feed.ts'
import type { FieldCounts, FoundProduct } from './found-product.ts'
import { type FeedRecord, normaliseFeedRecord } from './normalise-feed-record.ts'
import { type ConfirmedMapping, type FileShape, openOwnXml } from './own-xml/read-own-xml.ts'

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
  /** What a person has confirmed of an XML file of the supplier's own format. Without it, such a file has no products. */
  readonly mapping?: ConfirmedMapping | undefined
  /** Gets the ways to read such a file that waits for a mapping. */
  readonly onShapes?: (shapes: readonly FileShape[]) => void
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
 * Reads a feed of Google Merchant (XML or a table), a BMEcat catalogue, CSV, JSON or XLSX, with the readers of catalogue files, and
 * other XML by a mapping. It yields as it reads, so that a feed of any length needs the memory of a few records. It throws for nothing that a feed contains.
 */
export async function* readFeed(input: ReadFeedInput): AsyncGenerator<FoundProduct | FeedProblem> {
  const { head, all } = await peekPieces(input.body, headBytes)
  const format = formatOf(head, input.contentType)
  if (typeof format === 'object') {
    yield format
    return
  }
  try {
    const opened = await open(input, format, all)
    if ('code' in opened) yield opened
    else yield* readRecords(input, format, opened)
  } catch (error) {
    if (!(error instanceof FileMalformed)) throw error
    const { code, message, line } = error
    yield { code, message, ...(line === undefined ? {} : { line }) }
  }
}

async function open(
  { now, language, mapping, onShapes }: ReadFeedInput,
  format: FeedFormat,
  body: AsyncIterable<Buffer>,
): Promise<OpenedFeed | FeedProblem> {
  if (format !== 'own-xml') return openFeed(format, body, { now, language })
  const opened = await openOwnXml({ body, mapping, language })
  if (opened.is === 'opened') return opened
  if (opened.is === 'unknown') return formatUnknown
  onShapes?.(opened.shapes)
  const { code, message } = opened
  return { code, message }
}

async function* readRecords(
  { url, now, onCounted }: ReadFeedInput,
  format: FeedFormat,
  { reading, records }: OpenedFeed,
): AsyncGenerator<FoundProduct | FeedProblem> {
  const context = { url, kind: kindOfFormat[format], now }
  for await (const batch of records) {
    for (const record of batch) {
      const read = normaliseFeedRecord(record, reading)
      const { product, problems, line, sku, given } = read
      const where = { line, ...(sku === undefined ? {} : { sku }) }
      for (const { code, message } of problems) yield { code, message, ...where }
      const found = foundIn(read, context)
      // A record that is no article at all has no values to count.
      if (given.size > 0) onCounted?.(countFields(found, given))
      if (!product) continue
      for (const problem of problemsOf(product, found)) yield { ...problem, ...where }
      if (found) yield found
    }
  }
}

export function foundIn(
  { product, problems, shown }: FeedRecord,
  context: FeedContext,
): FoundProduct | undefined {
  return product && foundInFeed(withCurrentPrice(product, problems), shown, context)
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
  if (isOwnXml(text)) return 'own-xml'
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const format = formatOfContent(head)
  // A line of a table may begin with anything.
  const named = formatOfMediaType(mediaType)
  const isText = format === 'csv' || format === undefined
  return (isText ? (named ?? format) : format) ?? formatUnknown
}

const formatUnknown: FeedProblem = {
  code: 'feed_unknown',
  message:
    'The file is no feed of Google Merchant, no BMEcat, no CSV, no JSON, no XLSX and no XML with products.',
}

/** XML without the root of a known format. Some suppliers call their own root `feed`, as Atom does. */
function isOwnXml(text: string): boolean {
  const start = text.replace(/^[^<]{0,8}/, '').slice(0, 4_096)
  if (!/^<[?!\p{L}_]/u.test(start)) return false
  if (/<(?:\w+:)?(?:BMECAT|rss|RDF)[\s>]/i.test(start)) return false
  const isFeed = /<feed[\s>]/i.test(start)
  return !isFeed || !/w3\.org\/2005\/Atom|base\.google\.com|<entry[\s>]/i.test(start)
}
