import { Type } from 'typebox'
import { purgeUnused } from '#platform/attachments'
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

export function requisitionJobs({ database, files, now }: AttachmentsDeps): JobHandler[] {
  const { pool } = database
  const unused = {
    list: (before: Date, limit: number) => listUnused(pool, before, limit),
    deleteContents: (ids: readonly string[]) => files.delete(ids.map(fileKeyOf)),
    deleteRows: (before: Date, ids: readonly string[]) => deleteUnused(pool, before, ids),
  }
  return [
    handle(PurgeRequisitionAttachments, (_payload, signal) => purgeUnused(unused, now(), signal)),
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
