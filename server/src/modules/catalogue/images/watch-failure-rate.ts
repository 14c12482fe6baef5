import { minutesMs } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import { type Loop, runEvery, type WorkLog } from '#platform/leases'
import type { ImageHealth } from './image-health.ts'

const everyMs = minutesMs(1)
const about = { key: 'images.failure-rate', dedupeKey: 'processor' } as const

/** Notifies operators when many requests to the image processor fail, and when that is over. */
export function watchFailureRate(deps: {
  readonly database: Database
  readonly incidents: Incidents
  readonly readHealth: () => Promise<ImageHealth>
  readonly now: () => Date
  readonly log: WorkLog
}): Loop {
  return runEvery({
    name: 'images.failure_rate',
    everyMs,
    log: deps.log,
    work: () => reportFailureRate(deps),
  })
}

/** Any number of processes may report: the incident is deduplicated. */
export async function reportFailureRate({
  database,
  incidents,
  readHealth,
  now,
}: Omit<Parameters<typeof watchFailureRate>[0], 'log'>): Promise<void> {
  const { isFailing, rates } = await readHealth()
  const at = now()
  await database.transaction(async (tx) => {
    if (!isFailing) return void (await incidents.resolve(tx, { ...about, now: at }))
    const percent = Math.round(rates.lastHour * 100)
    await incidents.notify(tx, {
      ...about,
      severity: 'warning',
      summary: `${percent} % of the requests to the image processor fail. Buyers see drawings in place of pictures.`,
      details: { failureRateLastHour: rates.lastHour, failureRateLastDay: rates.lastDay },
      now: at,
    })
  })
}
