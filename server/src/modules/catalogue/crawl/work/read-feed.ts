import { createHash } from 'node:crypto'
import { addCounts, type FieldCounts, type FileShape, type FoundProduct } from '../extract/index.ts'
import {
  clearWaiting,
  findMapping,
  forgetFeed,
  putWaiting,
  type WaitsBecause,
} from '../mappings/mapping-store.ts'
import { feedBroken } from '../parsing/feed-broken.ts'
import { Unparsable } from '../parsing/parser.ts'
import { lockLiveRun } from '../runs/run-store.ts'
import { writeStep } from '../runs/step-store.ts'
import { offersEvent } from './events.ts'
import type { OpenedDocument } from './fetch-page.ts'
import { countsOfStep, type PageResult, shownOf, storeProducts } from './finish-page.ts'
import type { TakenPage } from './page.ts'
import { type RunWork, throwRunTaken } from './run-work.ts'

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
  const known = await findMapping(deps.database.pool, source)
  const mapping = known?.confirmed?.mapping
  const feed = { url: page.url, contentType, mapping }
  const reader = deps.parser.openFeed(source.companyId, feed, deps.now())
  const hash = createHash('sha256')
  const problems: string[] = []
  let bytes = 0
  let fields: FieldCounts = {}
  let stored = 0
  try {
    for await (const { piece, isLast } of inPieces(document.body)) {
      if (bytes === 0 && isHtml(piece, contentType)) {
        return failedResult('feed_is_html', { status, bytes: piece.length, stored })
      }
      hash.update(piece)
      bytes += piece.length
      const found = await reader.read(piece, isLast)
      if (found.shapes) {
        const because = mapping ? 'mapping_unfit' : 'mapping_missing'
        await noteWaiting(work, page, {
          readVersion: known?.version,
          because,
          shapes: found.shapes,
        })
        return failedResult(because, { status, bytes, stored })
      }
      fields = addCounts(fields, found.fields)
      problems.push(...found.problems.filter((code) => !problems.includes(code)))
      stored += await storeInBatches(work, page, found.products)
    }
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error
    return failedResult(error.reason, { status, bytes, stored, fields })
  } finally {
    await reader.close()
  }
  const contentHash = hash.digest('base64url').slice(0, 22)
  // What comes after the break is unknown, so the offers that are missing have not vanished.
  const broken = problems.find((code) => breaks.has(code) || stored === 0)
  if (broken !== undefined) return failedResult(broken, { status, bytes, stored, fields })
  if (known?.waiting) await noteFitting(work)
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
    ...(known && { mappingVersion: known.version }),
  }
}

/** The file needs an operator. Nothing is guessed, and the offers of its last reading stay. */
async function noteWaiting(
  { deps, lease, source }: RunWork,
  { url }: TakenPage,
  waiting: {
    readonly readVersion: number | undefined
    readonly because: WaitsBecause
    readonly shapes: readonly FileShape[]
  },
): Promise<void> {
  const { because } = waiting
  await deps.database.transaction(async (tx) => {
    const { id: runId } = (await lockLiveRun(tx, lease.key, lease.token)) ?? throwRunTaken()
    const now = deps.now()
    // An operator has confirmed a mapping in the meantime: the next run reads with it.
    if (!(await putWaiting(tx, source, { ...waiting, url, now }))) return
    // A server may know the file that fitted by its old mark: the next run reads it again.
    await forgetFeed(tx, source)
    const { id: sourceId, name } = source
    await deps.incidents.notify(tx, {
      key: 'crawl.mapping-waiting',
      dedupeKey: sourceId,
      now,
      severity: 'warning',
      summary:
        because === 'mapping_missing'
          ? `The XML file of the source ${name} has a format of its own. Nothing is read of it until an operator confirms its mapping.`
          : `The XML file of the source ${name} no longer fits its mapping. Nothing is read of it until an operator confirms a new one.`,
      details: { sourceId, runId, because },
    })
  })
  deps.metrics.mapping(because === 'mapping_missing' ? 'missing' : 'unfit')
}

/** The supplier has repaired the file, or it is of another format now. */
async function noteFitting({ deps, source }: RunWork): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const now = deps.now()
    if (!(await clearWaiting(tx, source, now))) return
    await deps.incidents.resolve(tx, { key: 'crawl.mapping-waiting', dedupeKey: source.id, now })
  })
}

function failedResult(
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
      const locked = (await lockLiveRun(tx, lease.key, lease.token)) ?? throwRunTaken()
      const seen = await storeProducts(tx, work, page, batch)
      // The offers of a feed are counted here. At its end they are only noted on its page.
      const events = offersEvent(page, shownOf(locked, seen))
      await writeStep(tx, locked, { ...countsOfStep(locked, seen, seen.length), events })
      return seen.length
    })
  }
  return stored
}
