import { Type } from 'typebox'
import { deletedBefore } from '#platform/attachments'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { deleteUnused, listUnused } from './attachment-store.ts'
import { type AttachmentsDeps, fileKeyOf } from './attachments.ts'

export const PurgeAttachments = defineJob({
  name: 'support.purge_attachments',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const batchMax = 100

/** Deletes files that no message uses, first where they are kept. A second run finds the rows that the first one left. */
export function supportJobs({ database, files, now }: AttachmentsDeps): JobHandler[] {
  const { pool } = database
  return [
    handle(PurgeAttachments, async (_payload, signal) => {
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

export const supportSchedules = [
  defineSchedule({
    name: 'support.purge_attachments_hourly',
    cron: '23 * * * *',
    job: PurgeAttachments,
    payload: {},
  }),
]
