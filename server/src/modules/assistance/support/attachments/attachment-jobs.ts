import { Type } from 'typebox'
import { purgeUnused } from '#platform/attachments'
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

export function supportJobs({ database, files, now }: AttachmentsDeps): JobHandler[] {
  const { pool } = database
  const unused = {
    list: (before: Date, limit: number) => listUnused(pool, before, limit),
    deleteContents: (ids: readonly string[]) => files.delete(ids.map(fileKeyOf)),
    deleteRows: (before: Date, ids: readonly string[]) => deleteUnused(pool, before, ids),
  }
  return [handle(PurgeAttachments, (_payload, signal) => purgeUnused(unused, now(), signal))]
}

export const supportSchedules = [
  defineSchedule({
    name: 'support.purge_attachments_hourly',
    cron: '23 * * * *',
    job: PurgeAttachments,
    payload: {},
  }),
]
