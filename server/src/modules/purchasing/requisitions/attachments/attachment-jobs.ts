import { Type } from 'typebox'
import { deletedBefore } from '#platform/attachments'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { fileKeyOf } from './attachment.ts'
import { deleteUnused, listUnused } from './attachment-store.ts'
import type { AttachmentsDeps } from './attachments.ts'

export const PurgeRequisitionAttachments = defineJob({
  name: 'requisitions.purge_attachments',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const batchMax = 100

/** Deletes files that no line uses, first where they are kept. A second run finds the rows that the first one left. */
export function requisitionJobs({ database, files, now }: AttachmentsDeps): JobHandler[] {
  const { pool } = database
  return [
    handle(PurgeRequisitionAttachments, async (_payload, signal) => {
      const before = deletedBefore(now())
      let ids: string[]
      do {
        ids = await listUnused(pool, before, batchMax)
        await files.delete(ids.map(fileKeyOf))
        await deleteUnused(pool, before, ids)
      } while (ids.length === batchMax && !signal.aborted)
    }),
  ]
}

export const requisitionSchedules = [
  defineSchedule({
    name: 'requisitions.purge_attachments_hourly',
    cron: '41 * * * *',
    job: PurgeRequisitionAttachments,
    payload: {},
  }),
]
