import { setImmediate as breathe } from 'node:timers/promises'
import { createSettling, createWordReader } from '#modules/search'
import type { Database } from '#platform/db'
import type { Lease } from '#platform/leases'
import { type KnownCategories, makeCategories } from './categories.ts'
import { readChunks } from './file-store.ts'
import type { ClaimedImport, Progress } from './import-store.ts'
import type { ImportMetrics } from './metrics.ts'
import { type Normalised, normalise } from './reading/normalise.ts'
import { unpacked } from './reading/open-file.ts'
import { openReader } from './reading/readers.ts'
import { FileMalformed, type RawRecord } from './reading/record.ts'
import { type BatchWriting, writeBatch } from './write-batch.ts'

export type RunDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly metrics: ImportMetrics
  readonly unpackedMax: number
  readonly failedPercent: number
}

export type Supplier = { readonly currency: string | undefined; readonly country: string }

/** How a run that was not cut off has ended: with the file, by somebody's wish, or for its share of errors. */
export type RunEnd = 'read' | 'cancelled' | 'failing'

/** Records of a batch. The first one is smaller: a file that is all wrong is given up after it, and none is written beside it. */
const firstBatchMax = 500
const batchMax = 1_000

/**
 * So many batches are written at a time, where half of the connections are as many: with 3 PostgreSQL waits for Node now and
 * then, and Node for PostgreSQL.
 */
const underWayMax = 5

/**
 * Reads the file from its beginning and writes what was not written yet. Each batch commits with its place, so a run
 * that was cut off goes on there; what it had not committed is read again. Throws `FileMalformed` where the file ends
 * badly and `LeaseLost` where another worker has it.
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
  const stored = counting(readChunks(database.pool, companyId, id), counted)
  const pieces = unpacked(stored, { unpackedMax: deps.unpackedMax })
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
  const batches = batched(records, begun.records)[Symbol.asyncIterator]()
  const prepared = () => prepare(batches, reading, database, memory.categories)
  let next = prepared()
  let place = begun.records
  /** The oldest first. */
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
        // What was read before the file broke off is written, or has ended the run.
        return (await allSettled()) ?? Promise.reject(error)
      })
      if (typeof batch === 'string') return batch
      if (!batch) return (await allSettled()) ?? 'read'
      signal.throwIfAborted()
      // The next one is read while PostgreSQL writes this one, and this one is begun while it writes those before.
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
    // Where that fails nothing is lost: searches read what is left until others write, or until the next vacuum.
    await database.transaction(memory.settling.rest).catch(() => undefined)
  }
}

/**
 * So many records are looked at before others have their turn: the connections whose rows PostgreSQL waits for, of which it takes
 * some at a time, and whoever else this process serves.
 */
const atOnceMax = 100

/** The next records as products, whose categories are there. */
async function prepare(
  batches: AsyncIterator<readonly RawRecord[]>,
  reading: Parameters<typeof normalise>[1],
  database: Database,
  known: KnownCategories,
): Promise<readonly Normalised[] | undefined> {
  const next = await batches.next()
  if (next.done) return undefined
  const batch: Normalised[] = []
  for (const [at, record] of next.value.entries()) {
    if (at % atOnceMax === 0) await breathe()
    batch.push(normalise(record, reading))
  }
  const paths = batch.flatMap(({ product }) =>
    product?.categoryPath ? [product.categoryPath] : [],
  )
  await makeCategories(database, paths, known)
  return batch
}

/** After the first `skip` records, in batches of a size that a transaction likes. */
async function* batched(
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
    // What was read before the file broke off is written; any other error is tried again.
    if (error instanceof FileMalformed && batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}

async function* counting(
  pieces: AsyncIterable<Buffer>,
  counted: { bytes: number },
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    counted.bytes += piece.length
    yield piece
  }
}
