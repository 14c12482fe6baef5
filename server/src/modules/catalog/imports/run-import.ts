import type { Database } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { type Lease, LeaseLost } from '#platform/leases'
import { defaultLanguage } from '../language.ts'
import type { KnownCategories } from './categories.ts'
import { insertProblems, insertSkus, readChunks } from './file-store.ts'
import type { RecordProblem } from './import.ts'
import { type ClaimedImport, markProgress, type Progress } from './import-store.ts'
import type { ImportMetrics } from './metrics.ts'
import { type Normalised, normalise } from './normalise.ts'
import { unpacked } from './open-file.ts'
import { openReader } from './readers.ts'
import { FileMalformed, type RawRecord } from './record.ts'
import { type Written, writeProducts } from './write-products.ts'

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

/** Problems that are kept of one import. Beyond it they are counted only. */
export const problemsMax = 100_000

const batchMax = 1_000
/** So many records are looked at before their share of errors says anything. */
const judgedFrom = 100

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
  const known: KnownCategories = new Map()
  let progress: Progress = { ...job.counts, bytesRead: job.bytesRead, unnamed: job.unnamed }

  const batches = batched(records, job.counts.records)[Symbol.asyncIterator]()
  let next = prepare(batches, reading)
  for (;;) {
    const batch = await next
    if (!batch) return 'read'
    signal.throwIfAborted()
    // The next one is read while PostgreSQL writes this one.
    next = prepare(batches, reading)
    next.catch(() => undefined)
    const writing = { deps, job, lease, supplier, known, bytesRead: counted.bytes }
    const outcome = await writeBatch(writing, batch, progress, now())
    deps.metrics.records(outcome.progress, progress)
    progress = outcome.progress
    onProgress(progress)
    if (outcome.isCancelled) return 'cancelled'
    if (isFailing(progress, deps.failedPercent)) return 'failing'
  }
}

function isFailing({ records, failed }: Progress, percent: number): boolean {
  return records >= judgedFrom && failed * 100 > records * percent
}

async function prepare(
  batches: AsyncIterator<readonly RawRecord[]>,
  reading: Parameters<typeof normalise>[1],
): Promise<readonly Normalised[] | undefined> {
  const next = await batches.next()
  return next.done ? undefined : next.value.map((record) => normalise(record, reading))
}

type Writing = {
  readonly deps: RunDeps
  readonly job: ClaimedImport
  readonly lease: Lease
  readonly supplier: Supplier
  readonly known: KnownCategories
  readonly bytesRead: number
}

/** All of it or nothing: products, search, events, problems, and where the run stands. */
async function writeBatch(
  { deps, job, lease, supplier, known, bytesRead }: Writing,
  batch: readonly Normalised[],
  before: Progress,
  now: Date,
): Promise<{ readonly progress: Progress; readonly isCancelled: boolean }> {
  const { companyId, id, options, key } = job
  const { progress, isCancelled, written } = await deps.database.transaction(async (tx) => {
    const earlier = await insertSkus(tx, companyId, id, firstOfEach(batch, before.records))
    const { taken, problems } = withoutRepeated(batch, before.records, earlier)
    const defaults = {
      supplierCompanyId: companyId,
      currency: options.currency ?? supplier.currency,
      country: supplier.country,
      language: options.language ?? defaultLanguage,
      today: now.toISOString().slice(0, 10),
    }
    const products = taken.flatMap(({ product }) => product ?? [])
    const written = await writeProducts(tx, products, defaults, known, now)
    const all = [...problems, ...refusedOf(taken, written)].sort((a, b) => a.line - b.line)
    const progress = progressAfter(before, batch, all, written, bytesRead)
    const room = Math.max(0, problemsMax - before.problems)
    await insertProblems(tx, companyId, id, before.problems, all.slice(0, room))
    crashPoint('catalog.import_batch_written')
    const { held, isCancelled } = await markProgress(tx, key, lease, progress)
    if (!held) throw new LeaseLost()
    return { progress, isCancelled, written }
  })
  written.remember()
  crashPoint('catalog.import_batch_committed')
  return { progress, isCancelled }
}

function progressAfter(
  before: Progress,
  batch: readonly Normalised[],
  problems: readonly RecordProblem[],
  written: Written,
  bytesRead: number,
): Progress {
  const { created, updated, unchanged, discontinued } = written
  const good = created + updated + unchanged + discontinued
  return {
    records: before.records + batch.length,
    created: before.created + created,
    updated: before.updated + updated,
    unchanged: before.unchanged + unchanged,
    discontinued: before.discontinued + discontinued,
    failed: before.failed + batch.length - good,
    problems: before.problems + problems.length,
    unnamed: before.unnamed + batch.filter(({ sku }) => sku === undefined).length,
    bytesRead: Math.max(before.bytesRead, bytesRead),
  }
}

/** Article numbers of the batch with the place of their record: also of those that are left out, which are named. */
function firstOfEach(batch: readonly Normalised[], from: number) {
  const first = new Map<string, number>()
  for (const [at, { sku }] of batch.entries()) {
    if (sku !== undefined && !first.has(sku)) first.set(sku, from + at + 1)
  }
  return [...first].map(([sku, record]) => ({ sku, record }))
}

/** The first record of an article number counts, here as in an earlier batch; the others are told. */
function withoutRepeated(
  batch: readonly Normalised[],
  from: number,
  earlier: ReadonlyMap<string, number>,
) {
  const seen = new Map<string, number>(earlier)
  const taken: Normalised[] = []
  const problems: RecordProblem[] = []
  for (const [at, one] of batch.entries()) {
    problems.push(...one.problems)
    const first = one.sku === undefined ? undefined : seen.get(one.sku)
    if (one.sku !== undefined && first === undefined) seen.set(one.sku, from + at + 1)
    if (one.product === undefined) continue
    if (first === undefined) taken.push(one)
    else {
      const message = `Record ${first} of the file has this article number already.`
      const { line } = one.record
      problems.push({
        line,
        sku: one.sku,
        code: 'sku_repeated',
        message,
        field: 'sku',
        fatal: true,
      })
    }
  }
  return { taken, problems }
}

function refusedOf(taken: readonly Normalised[], { refused }: Written): RecordProblem[] {
  return taken.flatMap(({ sku, record }) => {
    const problem = sku === undefined ? undefined : refused.get(sku)
    return problem ? [{ ...problem, line: record.line, sku }] : []
  })
}

/** After the first `skip` records, in batches of a size that a transaction likes. */
async function* batched(
  found: AsyncIterable<readonly RawRecord[]>,
  skip: number,
): AsyncGenerator<readonly RawRecord[]> {
  let passed = 0
  let batch: RawRecord[] = []
  try {
    for await (const records of found) {
      for (const record of records) {
        passed += 1
        if (passed <= skip) continue
        batch.push(record)
        if (batch.length < batchMax) continue
        yield batch
        batch = []
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
