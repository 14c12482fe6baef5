import { crashPoint } from '#platform/faults'
import {
  type Lease,
  LeaseLost,
  release,
  type WorkLog,
  whileHolding,
  workOn,
} from '#platform/leases'
import { type End, endImport } from './end-import.ts'
import type { RunDeps, Supplier } from './import-run.ts'
import {
  type ClaimedImport,
  importsQueue,
  markStarted,
  type Progress,
  toClaimed,
} from './import-store.ts'
import { FileMalformed } from './reading/record.ts'
import { runImport } from './run-import.ts'
import type { ImportRow } from './tables.ts'
import { discontinueMissing } from './writing/discontinue-missing.ts'

export type WorkDeps = RunDeps & {
  supplierOf(companyId: string): Promise<Supplier>
}

/** Takes one due import and runs it. Returns the number of imports that it took. */
export async function workOnImport(
  deps: WorkDeps,
  log: WorkLog,
  stopping: AbortSignal,
): Promise<number> {
  return workOn<ImportRow>(deps, importsQueue, 1, async ([row], lease) => {
    if (row) await carryToEnd(deps, log, toClaimed(row), lease, stopping)
  })
}

async function carryToEnd(
  deps: WorkDeps,
  log: WorkLog,
  job: ClaimedImport,
  lease: Lease,
  stopping: AbortSignal,
): Promise<void> {
  const { database, now } = deps
  const fields = { importId: job.id, companyId: job.companyId, attempt: job.attempts }
  deps.metrics.running(1)
  try {
    await database.transaction((tx) => markStarted(tx, job.companyId, job.id, now()))
    const hold = { database, queue: importsQueue, lease, rows: [job.key], now, signal: stopping }
    await whileHolding(hold, (signal) => carryOut(deps, job, lease, signal))
    log.info(fields, 'An import has ended.')
  } catch (error) {
    if (error instanceof LeaseLost) log.warn(fields, 'Another worker took the import over.')
    else if (stopping.aborted) await release(database.pool, importsQueue, lease, [job.key], now())
    else {
      // The row keeps its lease. The next attempt begins when the lease ends.
      log.error({ ...fields, err: error }, 'An import failed. It will be retried.')
    }
  } finally {
    deps.metrics.running(-1)
  }
}

async function carryOut(
  deps: WorkDeps,
  job: ClaimedImport,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const { end, progress } = await endOf(deps, job, lease, signal)
  crashPoint('catalog.import_read')
  await endImport(deps, job, lease, end, progress)
  deps.metrics.ended(end.state)
}

async function endOf(
  deps: WorkDeps,
  job: ClaimedImport,
  lease: Lease,
  signal: AbortSignal,
): Promise<{ readonly end: End; readonly progress: Progress }> {
  const unread: Progress = { ...job.counts, bytesRead: job.bytesRead, unnamed: job.unnamed }
  if (job.cancelRequestedAt) return { end: { state: 'CANCELLED' }, progress: unread }
  const run: { progress: Progress } = { progress: unread }
  try {
    const supplier = await deps.supplierOf(job.companyId)
    const ended = await runImport(deps, job, lease, supplier, signal, (progress) => {
      run.progress = progress
    })
    if (ended === 'cancelled') return { end: { state: 'CANCELLED' }, ...run }
    if (ended === 'failing') {
      const { records, failed } = run.progress
      const failure = { code: 'catalog.import_too_many_errors', details: { records, failed } }
      return { end: { state: 'FAILED', failure }, ...run }
    }
    if (!job.options.replace) return { end: { state: completedState(run.progress) }, ...run }
    const replaced = await discontinueMissing(deps, job, lease, run.progress, signal)
    if (replaced.isCancelled) return { end: { state: 'CANCELLED' }, progress: replaced.progress }
    return { end: { state: completedState(replaced.progress) }, progress: replaced.progress }
  } catch (error) {
    if (!(error instanceof FileMalformed)) throw error
    const { code, message, line } = error
    const details = { reason: message, ...(line === undefined ? {} : { line }) }
    return { end: { state: 'FAILED', failure: { code: `catalog.${code}`, details } }, ...run }
  }
}

function completedState({ problems }: Progress): 'COMPLETED' | 'COMPLETED_WITH_ERRORS' {
  return problems > 0 ? 'COMPLETED_WITH_ERRORS' : 'COMPLETED'
}
