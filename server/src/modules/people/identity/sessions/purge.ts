import { Type } from 'typebox'
import { after, type Clock, daysMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { purgeChallenges } from './factors/challenge-store.ts'
import { purgeResets } from './passwords/reset-store.ts'
import { purgeSessions } from './session-store.ts'

const PurgeSessions = defineJob({
  name: 'identity.purge_sessions',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

/** The audit log keeps sessions for longer, but nobody signs in with these. */
const sessionsKeptDays = 60
const questionsKeptDays = 1

/** Harmless to run twice: the second run finds nothing old. */
export function purgeJobs({
  database,
  now,
}: {
  readonly database: Database
  readonly now: Clock
}): JobHandler[] {
  return [
    handle(PurgeSessions, async () => {
      await purgeSessions(database.pool, after(now(), -daysMs(sessionsKeptDays)))
      await purgeChallenges(database.pool, after(now(), -daysMs(questionsKeptDays)))
      await purgeResets(database.pool, after(now(), -daysMs(questionsKeptDays)))
    }),
  ]
}

export const sessionSchedules = [
  defineSchedule({
    name: 'identity.purge_sessions_hourly',
    cron: '23 * * * *',
    job: PurgeSessions,
    payload: {},
  }),
]
