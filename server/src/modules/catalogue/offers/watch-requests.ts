import { minutesMs } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import { type Loop, runEvery, type WorkLog } from '#platform/leases'
import { measureWaiting, waitingSentence } from './waiting-store.ts'

type Deps = {
  readonly database: Database
  readonly now: () => Date
  readonly incidents: Pick<Incidents, 'notify' | 'resolve'>
  readonly hoursMax: number
}

const everyMs = minutesMs(1)

/** Notifies operators of requests that wait too long, and resolves the notice when these have an answer. */
export function watchRequests({ log, ...deps }: Deps & { readonly log: WorkLog }): Loop {
  return runEvery({ name: 'offers.waiting', everyMs, log, work: () => reportWaiting(deps) })
}

/** Any number of processes may report: the incident is deduplicated. */
export async function reportWaiting({ database, now, incidents, hoursMax }: Deps): Promise<void> {
  const at = now()
  const about = { key: 'offers.requests-waiting', dedupeKey: 'offers', now: at } as const
  await database.transaction(async (tx) => {
    const details = await measureWaiting(tx, at, hoursMax)
    if (details.requestsWaitingLong === 0) return void (await incidents.resolve(tx, about))
    const summary = waitingSentence(details, hoursMax)
    await incidents.notify(tx, { ...about, severity: 'warning', summary, details })
  })
}
