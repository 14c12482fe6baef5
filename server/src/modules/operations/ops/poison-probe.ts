import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import type { Probe, Problem } from '#platform/health'
import {
  type Loop,
  type PoisonCount,
  type PoisonState,
  runEvery,
  type WorkLog,
} from '#platform/leases'
import type { PoisonRecords } from './poison-records.ts'

const keyOf = {
  SET_ASIDE: 'platform.record-set-aside',
  RETRIED_SLOWLY: 'platform.record-retried-slowly',
} as const

const action =
  'Open /admin/operations, poison records. Find in the log why the process ended or hung, fix that, then retry them.'

/** Reports records during whose work processes have died. */
export function poisonProbe({ poison }: { readonly poison: PoisonRecords }): Probe {
  return {
    name: 'poisonRecords',
    surfaces: ['ops', 'detailed'],
    headline: 'setAside',
    read: async () => {
      const counts = await poison.counts()
      const of = (state: PoisonState) =>
        counts.reduce((sum, one) => (one.state === state ? sum + one.count : sum), 0)
      return {
        metrics: {
          setAside: of('SET_ASIDE'),
          retriedSlowly: of('RETRIED_SLOWLY'),
          workedOnAlone: of('WORKED_ON_ALONE'),
        },
        problems: counts.flatMap(problemOf),
      }
    },
  }
}

function problemOf(count: PoisonCount): Problem[] {
  if (count.state === 'WORKED_ON_ALONE') return []
  const code = keyOf[count.state]
  return [{ code, message: sentenceOf(count), since: count.since.toISOString(), action }]
}

function sentenceOf({ queue, state, count }: PoisonCount): string {
  return state === 'SET_ASIDE'
    ? `${count} records of ${queue} are set aside: processes died or hung while they worked on each.`
    : `${count} records of ${queue} are retried slowly: processes died or hung while they worked on them.`
}

const lookEveryMs = 10_000

type Watched = {
  readonly database: Database
  readonly poison: PoisonRecords
  readonly incidents: Incidents
  readonly now: () => Date
  readonly log: WorkLog
}

/** Reports records that are set aside or retried slowly: one incident for each queue and state. */
export function watchPoison(watched: Watched): Loop {
  return runEvery({
    name: 'platform.watch_poison',
    everyMs: lookEveryMs,
    work: poisonLooker(watched),
    log: watched.log,
  })
}

/** One check. The first one also resolves incidents that an earlier process has raised. */
export function poisonLooker({ database, poison, incidents, now }: Watched) {
  let wasWell = false
  return async (): Promise<void> => {
    const counts = (await poison.counts()).filter(({ state }) => state !== 'WORKED_ON_ALONE')
    if (counts.length === 0 && wasWell) return
    await database.transaction(async (tx) => {
      const firing = new Set(counts.map(({ queue, state }) => `${state} ${queue}`))
      for (const count of counts) {
        const { queue, state } = count
        if (state === 'WORKED_ON_ALONE') continue
        await incidents.notify(tx, {
          key: keyOf[state],
          severity: state === 'SET_ASIDE' ? 'warning' : 'critical',
          summary: sentenceOf(count),
          details: { queue, count: count.count, since: count.since.toISOString() },
          dedupeKey: queue,
          now: now(),
        })
      }
      for (const queue of poison.queues) {
        for (const state of ['SET_ASIDE', 'RETRIED_SLOWLY'] as const) {
          if (firing.has(`${state} ${queue}`)) continue
          await incidents.resolve(tx, { key: keyOf[state], dedupeKey: queue, now: now() })
        }
      }
    })
    wasWell = counts.length === 0
  }
}
