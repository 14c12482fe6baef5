import assert from 'node:assert/strict'
import { Cron } from 'croner'
import type { Job } from './job.ts'

/** When a job is enqueued again and again. The times are UTC. */
export type Schedule = {
  readonly name: string
  readonly cron: string
  readonly job: Job
  readonly payload: unknown
}

export function defineSchedule<Payload>(definition: {
  readonly name: string
  readonly cron: string
  readonly job: Job<Payload>
  readonly payload: Payload
}): Schedule {
  const { name, cron, job, payload } = definition
  job.check(payload)
  nextTime(cron, new Date(0))
  return { name, cron, job: job as Job, payload }
}

/** The library only parses the expression. Its timers are not used: a row of the database decides what is due. */
export function nextTime(cron: string, now: Date): Date {
  const next = new Cron(cron, { timezone: 'UTC' }).nextRun(now)
  assert(next, `${cron} never comes again`)
  return next
}
