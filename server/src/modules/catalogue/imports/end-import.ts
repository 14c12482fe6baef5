import { PrewarmPictures } from '#modules/images'
import { RefreshSearchStatistics } from '#modules/search'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { enqueue } from '#platform/jobs'
import { finish, type Lease, LeaseLost } from '#platform/leases'
import type { ImportState } from './import.ts'
import { type ClaimedImport, importsQueue, type Progress } from './import-store.ts'
import { deleteFile } from './receiving/file-store.ts'

export type End = {
  readonly state: ImportState
  readonly failure?: { readonly code: string; readonly details: Record<string, unknown> }
}

/** Records the outcome of an import, then deletes its file. */
export async function endImport(
  { database, now }: { readonly database: Database; readonly now: () => Date },
  job: ClaimedImport,
  lease: Lease,
  { state, failure }: End,
  progress: Progress,
): Promise<void> {
  const at = now()
  await database.transaction(async (tx) => {
    const held = await finish(tx, importsQueue, lease, [job.key], {
      state,
      set: {
        ended_at: at,
        failure_code: failure?.code ?? null,
        failure: failure ? JSON.stringify(failure.details) : null,
      },
    })
    if (held === 0) throw new LeaseLost()
    recordAudit(tx, {
      companyId: job.companyId,
      action: 'catalog.import_ended',
      target: { type: 'import', id: job.id },
      outcome: 'done',
      details: { state, ...countsOf(progress) },
      now: at,
    })
    if (progress.created + progress.updated + progress.discontinued > 0) recount(tx, at)
    if (progress.created + progress.updated > 0) {
      enqueue(tx, PrewarmPictures, { companyId: job.companyId }, { now: at })
    }
  })
  await deleteFile(database.pool, job.companyId, job.id)
}

const recountEveryMs = 10_000

/** One recount for all imports that end within the same seconds. It runs after them and counts all products. */
function recount(tx: Tx, now: Date): void {
  const turn = Math.floor(now.getTime() / recountEveryMs) + 1
  const availableAt = new Date(turn * recountEveryMs)
  const id = `job_catalog_search_statistics_${turn}` as const
  enqueue(tx, RefreshSearchStatistics, {}, { now, availableAt, id })
}

function countsOf({ records, created, updated, unchanged, failed, discontinued }: Progress) {
  return { records, created, updated, unchanged, failed, discontinued }
}
