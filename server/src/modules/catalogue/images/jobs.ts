import { Type } from 'typebox'
import { after, hoursMs } from '#kernel/time'
import { listPictured } from '#modules/products'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { ringAfterCommit } from '#platform/wake'
import { type ImagesDeps, picturesTopic } from './deps.ts'
import { keysOfVersion } from './picture-names.ts'
import { deleteReplaced, insertWanted, listReplaced } from './picture-store.ts'
import { failedForMs } from './produce-result.ts'

/** Fetches and converts pictures of a supplier whose import has ended. */
export const PrewarmPictures = defineJob({
  name: 'images.prewarm_pictures',
  payload: Type.Object({ companyId: Type.String() }),
  leaseSeconds: 60,
  attemptsMax: 3,
  poison: 'set_aside',
})

const DeleteReplacedPictures = defineJob({
  name: 'images.delete_replaced_pictures',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export function imagesJobs(deps: ImagesDeps): JobHandler[] {
  return [
    // A second run is harmless: it finds the pictures queued.
    handle(PrewarmPictures, ({ companyId }) => queuePrewarming(deps, companyId)),
    // A second run is harmless: files that are gone are no error.
    handle(DeleteReplacedPictures, (_payload, signal) => deleteReplacedFiles(deps, signal)),
  ]
}

export const imagesSchedules = [
  defineSchedule({
    name: 'images.delete_replaced_pictures_hourly',
    cron: '17 * * * *',
    job: DeleteReplacedPictures,
    payload: {},
  }),
]

/** The products that the import has changed last come first. There are `prewarmMax` at most, so a large import costs no more. */
async function queuePrewarming(
  { database, now, limits }: ImagesDeps,
  companyId: string,
): Promise<void> {
  if (limits.prewarmMax === 0) return
  const at = now()
  const products = await listPictured(database.pool, companyId, limits.prewarmMax)
  const wanted = products.flatMap(({ productId, version, sourceUrl }) =>
    version === undefined || sourceUrl === undefined
      ? []
      : [{ companyId, productId, version, sourceUrl }],
  )
  if (wanted.length === 0) return
  await database.transaction(async (tx) => {
    const retryBefore = after(at, -failedForMs)
    await insertWanted(tx, wanted, { wantedBy: 'IMPORT', now: at, retryBefore })
    ringAfterCommit(tx, picturesTopic)
  })
}

/** Pages that are open still show a replaced picture for so long. */
const replacedForMs = hoursMs(1)
const replacedBatchMax = 100

async function deleteReplacedFiles(
  { database, files, now }: ImagesDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const before = after(now(), -replacedForMs)
    const replaced = await listReplaced(database.pool, before, replacedBatchMax)
    for (const { companyId, ...name } of replaced) {
      await files.delete(keysOfVersion(name))
      await deleteReplaced(database.pool, companyId, name)
    }
    if (replaced.length < replacedBatchMax) return
  }
}
