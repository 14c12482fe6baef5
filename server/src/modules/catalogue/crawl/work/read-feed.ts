import { createHash } from 'node:crypto'
import { addCounts, type FieldCounts, type FoundProduct } from '../extract/index.ts'
import { feedBroken } from '../parsing/feed-broken.ts'
import { Unparsable } from '../parsing/parser.ts'
import { lockLiveRun } from '../runs/run-store.ts'
import { writeStep } from '../runs/step-store.ts'
import { offersEvent } from './events.ts'
import type { OpenedDocument } from './fetch-page.ts'
import { type PageResult, shownOf, storeProducts, tallied } from './finish-page.ts'
import type { TakenPage } from './page.ts'
import { type RunWork, taken } from './run-work.ts'

/** The child reads pieces of this size, and memory holds one of them. */
const pieceBytes = 262_144
const batchMax = 500

/** Problems after which the rest of the feed was not read. */
const breaks: ReadonlySet<string> = new Set([feedBroken, 'file_malformed', 'archive_broken'])

/** Reads a feed while it arrives, and stores its offers batch by batch: no feed has to fit into memory. */
export async function readFeedDocument(
  work: RunWork,
  page: TakenPage,
  document: OpenedDocument,
): Promise<PageResult> {
  const { deps, source } = work
  const { status, contentType, etag, lastModified } = document
  const reader = deps.parser.openFeed(source.companyId, { url: page.url, contentType }, deps.now())
  const hash = createHash('sha256')
  const problems: string[] = []
  let bytes = 0
  let fields: FieldCounts = {}
  let stored = 0
  try {
    for await (const { piece, isLast } of inPieces(document.body)) {
      if (bytes === 0 && isHtml(piece, contentType)) {
        return failed('feed_is_html', { status, bytes: piece.length, stored })
      }
      hash.update(piece)
      bytes += piece.length
      const found = await reader.read(piece, isLast)
      fields = addCounts(fields, found.fields)
      problems.push(...found.problems.filter((code) => !problems.includes(code)))
      stored += await storeInBatches(work, page, found.products)
    }
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error
    return failed(error.reason, { status, bytes, stored, fields })
  } finally {
    await reader.close()
  }
  const contentHash = hash.digest('base64url').slice(0, 22)
  // What comes after the break is unknown, so the offers that are missing have not vanished.
  const broken = problems.find((code) => breaks.has(code) || stored === 0)
  if (broken !== undefined) return failed(broken, { status, bytes, stored, fields })
  return {
    state: page.known?.contentHash === contentHash ? 'UNCHANGED' : 'FETCHED',
    reason: problems[0],
    status,
    bytes,
    links: [],
    products: [],
    fields,
    stored,
    document: { contentHash, etag, lastModified },
  }
}

function failed(
  reason: string,
  counts: Required<Pick<PageResult, 'bytes' | 'stored'>> & Pick<PageResult, 'status' | 'fields'>,
): PageResult {
  return { state: 'FAILED', reason, ...counts, links: [], products: [] }
}

/** A login page or an error page in place of the feed. */
function isHtml(first: Buffer, contentType: string): boolean {
  const head = first.subarray(0, 1_024).toString('latin1').replace(/^ï»¿/, '').trimStart()
  return /^<(?:!doctype html|html|head|body)\b/i.test(head) || /^text\/html\b/i.test(contentType)
}

async function* inPieces(
  body: AsyncIterable<Buffer>,
): AsyncIterable<{ readonly piece: Buffer; readonly isLast: boolean }> {
  let chunks: Buffer[] = []
  let size = 0
  let before: Buffer | undefined
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    if (before) yield { piece: before, isLast: false }
    before = Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (before) yield { piece: before, isLast: size === 0 }
  if (size > 0 || !before) yield { piece: Buffer.concat(chunks), isLast: true }
}

async function storeInBatches(
  work: RunWork,
  page: TakenPage,
  products: readonly FoundProduct[],
): Promise<number> {
  const { deps, lease } = work
  let stored = 0
  for (let from = 0; from < products.length; from += batchMax) {
    const batch = products.slice(from, from + batchMax)
    stored += await deps.database.transaction(async (tx) => {
      const locked = (await lockLiveRun(tx, lease.key, lease.token)) ?? taken()
      const seen = await storeProducts(tx, work, page, batch)
      // The offers of a feed are counted here. At its end they are only noted on its page.
      const events = offersEvent(page, shownOf(locked, seen))
      await writeStep(tx, locked, { ...tallied(locked, seen, seen.length), events })
      return seen.length
    })
  }
  return stored
}
