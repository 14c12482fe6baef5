import { lockProductsBySku } from '#modules/products'
import { type Lease, LeaseLost } from '#platform/leases'
import type { RecordProblem } from '../import.ts'
import type { RunDeps } from '../import-run.ts'
import { type ClaimedImport, markProgress, type Progress } from '../import-store.ts'
import { insertProblems } from '../receiving/file-store.ts'
import { countMissing, listMissingSkus } from './compare-store.ts'
import { problemsMax } from './write-batch.ts'
import { applyChanges } from './write-products.ts'

const batchMax = 500

type Outcome = { readonly progress: Progress; readonly isCancelled: boolean }

/**
 * Discontinues the products that the file no longer names, in batches, so that an interrupted run simply continues. If
 * more products are missing than allowed, the file is probably incomplete or the wrong one. Then no product is
 * discontinued, and the import records a problem.
 */
export async function discontinueMissing(
  deps: RunDeps,
  job: ClaimedImport,
  lease: Lease,
  begun: Progress,
  signal: AbortSignal,
): Promise<Outcome> {
  const { database } = deps
  const { companyId, id } = job
  const refusal = await refusalOf(deps, job, begun)
  if (refusal) return complain(deps, job, lease, begun, refusal)
  let progress = begun
  for (;;) {
    signal.throwIfAborted()
    const skus = await listMissingSkus(database.pool, companyId, id, batchMax)
    if (skus.length === 0) return { progress, isCancelled: false }
    const outcome = await discontinue(deps, job, lease, progress, skus)
    deps.metrics.records(outcome.progress, progress)
    progress = outcome.progress
    if (outcome.isCancelled) return outcome
  }
}

async function refusalOf(
  { database }: RunDeps,
  { companyId, id, options }: ClaimedImport,
  { unnamed, discontinued }: Progress,
): Promise<RecordProblem | undefined> {
  const { missing, onSale } = await countMissing(database.pool, companyId, id)
  const about = { line: 0, sku: undefined, fatal: false }
  if (missing > 0 && unnamed > 0) {
    const message = `Nothing was discontinued. The article numbers of ${unnamed} records could not be read, and these records may be among the ${missing} products that the file leaves out. Correct the records, then import the file again.`
    return { ...about, code: 'discontinue_unsafe', message }
  }
  // Products that this run has already discontinued count, so that a second attempt does not start from zero.
  const ending = missing + discontinued
  const before = onSale + discontinued
  if (ending * 100 <= before * options.discontinueMaxPercent) return undefined
  const message = `Nothing was discontinued. The file leaves out ${missing} of ${onSale} products on sale, and discontinueMaxPercent is ${options.discontinueMaxPercent}. Complete the file, or import it with a higher limit.`
  return { ...about, code: 'discontinue_too_many', message }
}

async function complain(
  { database }: RunDeps,
  { companyId, id, key }: ClaimedImport,
  lease: Lease,
  before: Progress,
  problem: RecordProblem,
): Promise<Outcome> {
  return database.transaction(async (tx) => {
    const progress = { ...before, problems: before.problems + 1 }
    if (before.problems < problemsMax) {
      await insertProblems(tx, companyId, id, before.problems, [problem])
    }
    const { held, isCancelled } = await markProgress(tx, key, lease, progress)
    if (!held) throw new LeaseLost()
    return { progress, isCancelled }
  })
}

async function discontinue(
  { database, now }: RunDeps,
  { companyId, key }: ClaimedImport,
  lease: Lease,
  before: Progress,
  skus: readonly string[],
): Promise<Outcome> {
  return database.transaction(async (tx) => {
    const products = await lockProductsBySku(tx, companyId, skus)
    const changes = [...products.values()].map((product) => ({
      before: product,
      product: { ...product, state: 'DISCONTINUED' as const },
      changed: new Set(['state']),
    }))
    await applyChanges(tx, changes, now())
    const progress = { ...before, discontinued: before.discontinued + changes.length }
    const { held, isCancelled } = await markProgress(tx, key, lease, progress)
    if (!held) throw new LeaseLost()
    return { progress, isCancelled }
  })
}
