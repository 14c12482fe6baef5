import { Type } from 'typebox'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import type { OAuth } from './service.ts'

const PurgeExpiredTokens = defineJob({
  name: 'identity.purge_expired_tokens',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export function oauthJobs(oauth: OAuth): JobHandler[] {
  return [handle(PurgeExpiredTokens, (_payload, signal) => oauth.purgeExpired(signal))]
}

export const oauthSchedules = [
  defineSchedule({
    name: 'identity.purge_expired_tokens_hourly',
    cron: '37 * * * *',
    job: PurgeExpiredTokens,
    payload: {},
  }),
]
