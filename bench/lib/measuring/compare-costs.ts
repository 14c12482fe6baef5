import type { Traffic } from './count-traffic.ts'

/** What one request costs. `why` says what made the route dearer, and what that buys. */
export type RouteCost = Traffic & { readonly processorMs: number; readonly why: string }
export type RouteCosts = Readonly<Record<string, RouteCost>>

/** The same in each run. */
const exact = ['statements', 'redisCalls', 'socketWrites'] as const
/**
 * So much bytes differ from run to run: answers by the times that they name, and messages to the stores by ids and by
 * statements that one of the connections prepares for the first time.
 */
const bytesMayDiffer = { answerBytes: 0.02, storeBytes: 0.1 }
const nearly = ['answerBytes', 'storeBytes'] as const

/** The counts that are not those that were committed, also those that became less: the file says what is true. */
export function changedCosts(committed: RouteCosts, now: RouteCosts): string[] {
  return Object.entries(now).flatMap(([name, cost]) => {
    const known = committed[name]
    if (!known) return [`${name}: is not written down`]
    const changed = (key: keyof Traffic, share: number) =>
      Math.abs(cost[key] - known[key]) > share * known[key]
        ? [`${name}: ${key} is ${cost[key]} now, and ${known[key]}`]
        : []
    return [
      ...exact.flatMap((key) => changed(key, 0)),
      ...nearly.flatMap((key) => changed(key, bytesMayDiffer[key])),
    ]
  })
}

/** What was written down as dearer than before without a reason. A route that is new has no before. */
export function dearerCounts(before: RouteCosts, now: RouteCosts): string[] {
  return Object.entries(now).flatMap(([name, cost]) => {
    const old = before[name]
    if (!old || isExplained(name, before, now)) return []
    return [
      ...exact.filter((key) => cost[key] > old[key]),
      ...nearly.filter((key) => cost[key] > old[key] * (1 + bytesMayDiffer[key])),
    ].map((key) => `${name}: more ${key} than before`)
  })
}

/** A reason of an earlier change explains nothing. */
export function isExplained(name: string, before: RouteCosts, now: RouteCosts): boolean {
  const why = now[name]?.why ?? ''
  return why !== '' && why !== before[name]?.why
}
