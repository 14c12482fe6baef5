import { Type } from 'typebox'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { PrepareExport } from './prepare-export-job.ts'
import type { Privacy } from './service.ts'

const ExpireExports = defineJob({
  name: 'identity.expire_privacy_exports',
  payload: Type.Object({}),
  leaseSeconds: 60,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export function privacyJobs(privacy: Privacy): JobHandler[] {
  return [
    handle(PrepareExport, ({ exportId }) => privacy.prepareExport(exportId)),
    handle(ExpireExports, () => privacy.expireExports()),
  ]
}

export const privacySchedules = [
  defineSchedule({
    name: 'identity.expire_privacy_exports_hourly',
    cron: '37 * * * *',
    job: ExpireExports,
    payload: {},
  }),
]
