import { Type } from 'typebox'
import { after, minutesMs } from '#kernel/time'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import type { Incidents } from '../service.ts'
import type { AlertingDeps } from './alerting.ts'
import { quietStorms } from './storm-store.ts'

type Deps = Pick<AlertingDeps, 'database' | 'outbound' | 'environment' | 'now' | 'log'> & {
  readonly incidents: Incidents
  readonly heartbeatUrl: string | undefined
}

const EveryMinute = defineJob({
  name: 'incidents.every_minute',
  payload: Type.Object({}),
  leaseSeconds: 50,
  attemptsMax: 1,
  poison: 'retried_slowly',
})

const stormQuietMs = minutesMs(5)
const timeoutMs = 10_000

/** Ends storms that are over, and sends the heartbeat. Harmless to run twice in a minute. */
export function incidentsJobs(deps: Deps): JobHandler[] {
  return [
    handle(EveryMinute, async (_payload, signal) => {
      await endStorms(deps)
      await beat(deps, signal)
    }),
  ]
}

export const incidentsSchedules = [
  defineSchedule({
    name: 'incidents.every_minute',
    cron: '* * * * *',
    job: EveryMinute,
    payload: {},
  }),
]

export async function endStorms({
  database,
  incidents,
  now,
}: Pick<Deps, 'database' | 'incidents' | 'now'>): Promise<void> {
  const at = now()
  await database.transaction(async (tx) => {
    for (const dedupeKey of await quietStorms(tx, after(at, -stormQuietMs))) {
      await incidents.resolve(tx, { key: 'incidents.alert-storm', dedupeKey, now: at })
    }
  })
}

/**
 * A dead man's switch: it says only that a worker took a job from the database a moment ago. When the calls stop, the
 * service at the other end alerts somebody.
 */
async function beat(deps: Deps, signal: AbortSignal): Promise<void> {
  const { heartbeatUrl, outbound, incidents, environment, now, log } = deps
  if (heartbeatUrl === undefined) return
  const [{ open }, alerts] = await Promise.all([incidents.metrics(), incidents.alertMetrics()])
  const body = JSON.stringify({ environment, time: now().toISOString(), open, alerts })
  try {
    const { status } = await outbound.request({
      url: heartbeatUrl,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      timeoutMs,
      maxBodyBytes: 65_536,
      longBody: 'truncate',
      audience: 'operator',
      signal,
    })
    if (status >= 300) log.warn({ status }, 'The heartbeat was not taken.')
  } catch (error) {
    log.warn({ err: error }, 'The heartbeat did not arrive.')
  }
}
