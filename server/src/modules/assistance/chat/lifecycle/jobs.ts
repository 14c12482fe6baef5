import { Type } from 'typebox'
import { after, daysMs } from '#kernel/time'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import type { ChatDeps } from '../deps.ts'
import { deleteUnchanged } from './lifecycle-store.ts'

const PurgeSessions = defineJob({
  name: 'chat.purge_sessions',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const purgeBatchMax = 200

/** A second run is harmless: it finds no old rows. */
export function chatJobs(deps: Pick<ChatDeps, 'database' | 'now' | 'settings'>): JobHandler[] {
  return [
    handle(PurgeSessions, async (_payload, signal) => {
      const before = after(deps.now(), -daysMs(deps.settings.CHAT_RETENTION_DAYS))
      let deleted: number
      do {
        deleted = await deps.database.transaction((tx) =>
          deleteUnchanged(tx, before, purgeBatchMax),
        )
      } while (deleted >= purgeBatchMax && !signal.aborted)
    }),
  ]
}

export const chatSchedules = [
  defineSchedule({
    name: 'chat.purge_sessions_hourly',
    cron: '41 * * * *',
    job: PurgeSessions,
    payload: {},
  }),
]
