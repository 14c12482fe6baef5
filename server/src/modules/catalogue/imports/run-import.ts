import { setImmediate as breathe } from 'node:timers/promises'
import { createSettling, createWordReader } from '#modules/search'
import type { Database } from '#platform/db'
import type { Lease } from '#platform/leases'
import type { RunDeps, RunEnd, Supplier } from './import-run.ts'
import type { ClaimedImport, Progress } from './import-store.ts'
import { type Normalised, normalise } from './reading/normalise.ts'
import { unpack } from './reading/open-file.ts'
import { openReader } from './reading/readers.ts'
import { FileMalformed, type RawRecord } from './reading/record.ts'
import { unitCodeOf } from './reading/units-of-measure.ts'
import { readChunks } from './receiving/file-store.ts'
import { type KnownCategories, makeCategories } from './writing/categories.ts'
import { listTranslated } from './writing/compare-store.ts'
import { type BatchWriting, writeBatch } from './writing/write-batch.ts'

/**
 * The number of records in a batch. The first batch is smaller and has no concurrent batch, so that a file with errors
 * only ends early.
 */
const firstBatchMax = 500
const batchMax = 1_000

/**
 * The number of concurrent batches, if half of the connections allow it. With 3, PostgreSQL and Node sometimes wait for
 * each other.
 */
const underWayMax = 5

/**
 * Reads the file from its beginning and writes the records that are not written yet. Each batch commits with its
 * position, so an interrupted run continues there, and reads the uncommitted records again. Throws `FileMalformed` if
 * the file becomes unreadable, and `LeaseLost` if another worker has the import.
 */
export async function runImport(
  deps: RunDeps,
  job: ClaimedImport,
  lease: Lease,
  supplier: Supplier,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<RunEnd> {
  const { database, now } = deps
  const { companyId, id, options } = job
  const counted = { bytes: 0 }
  const stored = countBytes(readChunks(database.pool, companyId, id), counted)
  const pieces = unpack(stored, { unpackedMax: deps.unpackedMax })
  const { reading, records } = await openReader(job.format ?? 'jsonl', pieces, options, now())
  const memory = { categories: new Map(), reader: createWordReader(), settling: createSettling() }
  const run = { deps, job, lease, supplier, memory, met: new Set<string>() }
  const begun: Progress = { ...job.counts, bytesRead: job.bytesRead, unnamed: job.unnamed }

  let reached = begun
  const settled = async ({ outcome }: BatchWriting) => {
    const { progress, end } = await outcome
    deps.metrics.records(progress, reached)
    reached = progress
    onProgress(progress)
    return end
  }
  const atATime = Math.max(1, Math.min(underWayMax, Math.floor(database.connectionsMax / 2)))
  const batches = batchRecords(records, begun.records)[Symbol.asyncIterator]()
  const prepared = () => prepare(batches, reading, { database, companyId }, memory.categories)
  let next = prepared()
  let place = begun.records
  /** The oldest batch is first. */
  const underWay: BatchWriting[] = []
  const oldestSettled = async () => {
    const oldest = underWay.shift()
    return oldest && (await settled(oldest))
  }
  const allSettled = async () => {
    while (underWay.length > 0) {
      const end = await oldestSettled()
      if (end) return end
    }
    return undefined
  }
  try {
    for (;;) {
      const batch = await next.catch(async (error: unknown) => {
        // The records before the malformed part are written, unless the run has ended.
        return (await allSettled()) ?? Promise.reject(error)
      })
      if (typeof batch === 'string') return batch
      if (!batch) return (await allSettled()) ?? 'read'
      signal.throwIfAborted()
      // The next batch is prepared while PostgreSQL writes this one, and written while earlier ones are still written.
      next = prepared()
      next.catch(() => undefined)
      for (const one of underWay) await one.mayBeJoined(batch)
      const after =
        underWay.at(-1)?.outcome ?? Promise.resolve({ progress: reached, end: undefined })
      underWay.push(writeBatch(run, batch, place, counted.bytes, after))
      place += batch.length
      const end = underWay.length === atATime ? await oldestSettled() : undefined
      if (end) return end
    }
  } finally {
    await Promise.allSettled(underWay.map(({ outcome }) => outcome))
    // A failure loses nothing: searches read the pending entries until another writer or a vacuum merges them.
    await database.transaction(memory.settling.rest).catch(() => undefined)
  }
}

/**
 * After this number of records, the loop yields to other work of the process, such as connections on which PostgreSQL
 * waits for rows.
 */
const atOnceMax = 100

/** Converts the next records to products, and creates their categories. */
async function prepare(
  batches: AsyncIterator<readonly RawRecord[]>,
  reading: Parameters<typeof normalise>[1],
  { database, companyId }: { readonly database: Database; readonly companyId: string },
  known: KnownCategories,
): Promise<readonly Normalised[] | undefined> {
  const next = await batches.next()
  if (next.done) return undefined
  const batch: Normalised[] = []
  for (const [at, record] of next.value.entries()) {
    if (at % atOnceMax === 0) await breathe()
    batch.push(normalise(record, reading, unitCodeOf))
  }
  const translated = await translatedIn(batch, database, companyId)
  const paths = batch.flatMap(({ product }) =>
    product?.categoryPath && !translated.has(product.sku) ? [product.categoryPath] : [],
  )
  await makeCategories(database, paths, known)
  return batch
}

/** The category of a record that only translates its product is a text, and no category of the catalogue. */
async function translatedIn(
  batch: readonly Normalised[],
  { pool }: Database,
  companyId: string,
): Promise<ReadonlySet<string>> {
  const records = batch.flatMap(({ product }) =>
    product?.textsIn === undefined || !product.categoryPath
      ? []
      : [{ sku: product.sku, language: product.textsIn, name: product.name ?? '' }],
  )
  return listTranslated(pool, companyId, records)
}

/** Yields the records after the first `skip`, in batches that fit a transaction. */
async function* batchRecords(
  found: AsyncIterable<readonly RawRecord[]>,
  skip: number,
): AsyncGenerator<readonly RawRecord[]> {
  let passed = 0
  let batch: RawRecord[] = []
  let max = firstBatchMax
  try {
    for await (const records of found) {
      for (const record of records) {
        passed += 1
        if (passed <= skip) continue
        batch.push(record)
        if (batch.length < max) continue
        yield batch
        batch = []
        max = batchMax
      }
    }
  } catch (error) {
    // The records before the malformed part are written. Any other error leads to a retry.
    if (error instanceof FileMalformed && batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}

async function* countBytes(
  pieces: AsyncIterable<Buffer>,
  counted: { bytes: number },
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    counted.bytes += piece.length
    yield piece
  }
}
