import { utcDay } from '#kernel/time'
import { defaultLanguage } from '#modules/products'
import { crashPoint } from '#platform/faults'
import { type Lease, LeaseLost } from '#platform/leases'
import type { RecordProblem } from '../import.ts'
import type { RunDeps, RunEnd, Supplier } from '../import-run.ts'
import { type ClaimedImport, markProgress, type Progress } from '../import-store.ts'
import type { Normalised } from '../reading/normalise.ts'
import { insertProblems, insertSkus, type NamedSkus } from '../receiving/file-store.ts'
import type { Defaults } from './merge.ts'
import { type RunMemory, type Written, writeProducts } from './write-products.ts'

/** The number of stored problems of one import. Further problems are only counted. */
export const problemsMax = 100_000

/** The share of refused records counts only after this number of records. */
const judgedFrom = 100

export type Run = {
  readonly deps: RunDeps
  readonly job: ClaimedImport
  readonly lease: Lease
  readonly supplier: Supplier
  readonly memory: RunMemory
  /** The currencies and languages of the committed batches, and whether a product had no category. */
  readonly met: Set<string>
}

export type BatchOutcome = {
  readonly progress: Progress
  /** Why no further batch may follow. */
  readonly end: Exclude<RunEnd, 'read'> | undefined
}

/** A batch that is being written. */
export type BatchWriting = {
  /** Resolves at the commit. Rejects if the batch fails; then no later batch commits. */
  readonly outcome: Promise<BatchOutcome>
  /**
   * Resolves when another batch may be written at the same time: this batch has locked all rows that it changes, and
   * the two have no product and nothing new in common. So the other batch, which commits later, never makes this one
   * wait.
   */
  mayBeJoined(by: readonly Normalised[]): Promise<void>
}

/** An earlier batch has ended the run, so this batch rolls back. */
class RunHasEnded extends Error {}

/**
 * Writes all of the batch or nothing: products, search index, events, problems and progress. It commits after the
 * previous batch.
 */
export function writeBatch(
  run: Run,
  batch: readonly Normalised[],
  from: number,
  bytesRead: number,
  before: Promise<BatchOutcome>,
): BatchWriting {
  const { deps, job, lease, supplier, memory, met } = run
  const { companyId, id, options, key } = job
  const now = deps.now()
  const defaults = {
    supplierCompanyId: companyId,
    currency: options.currency ?? supplier.currency,
    country: supplier.country,
    language: options.language ?? defaultLanguage,
    today: utcDay(now),
  }
  const shared = sharedOf(batch, defaults)
  const locked = Promise.withResolvers<void>()
  const writing = deps.database.transaction(async (tx) => {
    const named = await insertSkus(tx, companyId, id, firstOfEach(batch, from))
    const { taken, problems } = withoutRepeated(batch, from, named)
    const products = taken.flatMap(({ product }) => product ?? [])
    const written = await writeProducts(tx, products, defaults, memory, now, locked.resolve)
    const all = [...problems, ...foundOf(taken, written)].sort((a, b) => a.line - b.line)
    const { progress: reached, end } = await before
    if (end) throw new RunHasEnded()
    const progress = progressAfter(reached, batch, all, written, bytesRead)
    const room = Math.max(0, problemsMax - reached.problems)
    await insertProblems(tx, companyId, id, reached.problems, all.slice(0, room))
    crashPoint('catalog.import_batch_written')
    const { held, isCancelled } = await markProgress(tx, key, lease, progress)
    if (!held) throw new LeaseLost()
    return { progress, isCancelled, written }
  })
  const outcome = writing.then(({ progress, isCancelled, written }): BatchOutcome => {
    written.cacheAfterCommit()
    for (const one of shared) met.add(one)
    crashPoint('catalog.import_batch_committed')
    if (isCancelled) return { progress, end: 'cancelled' }
    return { progress, end: isFailing(progress, deps.failedPercent) ? 'failing' : undefined }
  })
  // The caller that awaits it gets the rejection. Until then it must not count as unhandled.
  outcome.catch(() => undefined)
  const meetsNew = shared.some((one) => !met.has(one))
  const skus = new Set(batch.map(({ sku }) => sku && coarseKey(sku)))
  return {
    outcome,
    mayBeJoined: async (by) => {
      const isApart = !meetsNew && by.every(({ sku }) => !sku || !skus.has(coarseKey(sku)))
      await (isApart ? Promise.race([locked.promise, outcome]) : outcome).catch(() => undefined)
    },
  }
}

/** The same for all article numbers that PostgreSQL, by whatever locale, considers the same without regard to case. */
function coarseKey(sku: string): string {
  return sku.toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3').replaceAll('\u0307', '')
}

/** The keys of rows that two batches may both insert. */
function sharedOf(batch: readonly Normalised[], { currency, language }: Defaults): string[] {
  const shared = new Set([`currency ${currency}`, `language ${language}`])
  for (const { product } of batch) {
    if (product === undefined) continue
    if (product.currency !== undefined) shared.add(`currency ${product.currency}`)
    if (product.language !== undefined) shared.add(`language ${product.language}`)
    if (product.categoryPath === undefined) shared.add('no category')
    // The first product in several languages marks the catalogue.
    if (product.texts || product.textsIn !== undefined) shared.add('texts')
    for (const one of [product.textsIn, ...Object.keys(product.texts ?? {})]) {
      if (one !== undefined) shared.add(`language ${one}`)
    }
  }
  return [...shared]
}

function isFailing({ records, failed }: Progress, percent: number): boolean {
  return records >= judgedFrom && failed * 100 > records * percent
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

/** The article numbers of the batch, each with the position of its first record. Refused records count, too. */
function firstOfEach(batch: readonly Normalised[], from: number) {
  const first = new Map<string, number>()
  for (const [at, { sku }] of batch.entries()) {
    if (sku !== undefined && !first.has(sku)) first.set(sku, from + at + 1)
  }
  return [...first].map(([sku, record]) => ({ sku, record }))
}

/**
 * The first record of an article number counts, here as across batches. Each other one gets a problem, whatever the
 * case of its letters.
 */
function withoutRepeated(
  batch: readonly Normalised[],
  from: number,
  { keyOf, earlier }: NamedSkus,
) {
  const seen = new Map<string, number>(earlier)
  const taken: Normalised[] = []
  const problems: RecordProblem[] = []
  for (const [at, one] of batch.entries()) {
    problems.push(...one.problems)
    const key = one.sku && keyOf.get(one.sku)
    const first = key && seen.get(key)
    if (key && first === undefined) seen.set(key, from + at + 1)
    if (one.product === undefined) continue
    if (!first) taken.push(one)
    else {
      const message = `Record ${first} of the file has this article number already. Upper and lower case make no difference.`
      problems.push({
        line: one.line,
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

/** The problems that were found while the products were written. */
function foundOf(taken: readonly Normalised[], { refused, noted }: Written): RecordProblem[] {
  return taken.flatMap(({ sku = '', line }) => {
    const found = [...(refused.has(sku) ? [refused.get(sku)] : []), ...(noted.get(sku) ?? [])]
    return found.flatMap((problem) => (problem ? [{ ...problem, line, sku }] : []))
  })
}
