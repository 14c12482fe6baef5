import { minutesMs } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import { type Loop, runEvery, type WorkLog } from '#platform/leases'
import type { CrawlHealth } from './crawl-health.ts'
import { type CrawlThresholds, signalsOf } from './signals-of.ts'

type Deps = {
  readonly database: Database
  readonly incidents: Pick<Incidents, 'notify' | 'resolve'>
  readonly readHealth: () => Promise<CrawlHealth>
  readonly thresholds: CrawlThresholds
}

const everyMs = minutesMs(1)

/** Notifies operators of each signal above its threshold, and resolves the notice when it is below again. */
export function watchCrawl({ log, ...deps }: Deps & { readonly log: WorkLog }): Loop {
  return runEvery({ name: 'crawl.signals', everyMs, log, work: () => reportSignals(deps) })
}

/** Any number of processes may report: each incident is deduplicated. */
export async function reportSignals({
  database,
  incidents,
  readHealth,
  thresholds,
}: Deps): Promise<void> {
  const health = await readHealth()
  const now = health.at
  await database.transaction(async (tx) => {
    for (const { key, isRaised, summary, details } of signalsOf(health, thresholds)) {
      const about = { key, dedupeKey: 'crawl', now } as const
      if (isRaised) await incidents.notify(tx, { ...about, severity: 'warning', summary, details })
      else await incidents.resolve(tx, about)
    }
  })
}
