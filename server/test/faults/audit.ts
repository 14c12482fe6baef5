import type { EnableAsked } from './enable.ts'
import type { Produced } from './producer.ts'
import type { Arrival } from './receiver.ts'
import type { TestSent } from './test-sender.ts'

/** What the auditor goes by. The journals lie outside of the database. */
export type Evidence = {
  readonly produced: readonly Produced[]
  readonly arrived: readonly Arrival[]
  readonly tested: readonly TestSent[]
  readonly enabled: readonly EnableAsked[]
  /** Changes that are in the database: what a commit without an answer has become. */
  readonly placed: ReadonlySet<string>
  readonly subscribed: ReadonlyMap<string, readonly number[]>
  /** Receivers that asked for order. */
  readonly ordered: ReadonlySet<number>
  /** Of each company, what the log says: how many events, and the last number. */
  readonly numbered: readonly { companyId: string; events: number; last: number }[]
  /** When a process that sends was killed. */
  readonly sendersKilledAt: readonly number[]
  /** When all was well again, each time. */
  readonly healedAt: readonly number[]
}

export type Findings = {
  /** Committed, as the producer's journal or the row of the change says, and not received by one who subscribed. */
  readonly lost: string[]
  /** Received, and never committed, or not meant for who got it. */
  readonly unexpected: string[]
  /** Accepted again although the answer to the first time was not lost on the way. */
  readonly duplicated: number
  /** Of those, the ones whose sender was killed about then: it had no time to write down what it had heard. */
  readonly duplicatedBySendersKilled: number
  /** Accepted again because the answer to the first time was lost on the way. */
  readonly repeatedAfterLostAnswer: number
  /** First accepted longer after the next healing than a lease and a turn of the housekeeping. */
  readonly late: number
  readonly gaps: string[]
  /** First accepted after a later event about the same entity, by a receiver that asked for order. */
  readonly disordered: string[]
  /** Commits that were confirmed to the producer but are missing in the database. */
  readonly forgotten: string[]
  readonly committed: number
  readonly rolledBack: number
  readonly expectedDeliveries: number
  readonly accepted: number
}

const lateMs = 105_000
/** An attempt, its answer and what writes it down. */
const writtenMs = 2_000

export function audit(evidence: Evidence): Findings {
  const { produced, arrived, tested, placed, subscribed } = evidence
  const outcomes = outcomeOf(produced)
  const committed = [...outcomes.values()].filter(
    ({ entityId, outcome }) => outcome === 'committed' || placed.has(entityId),
  )
  const byKey = groupBy(arrived, keyOf)
  const expected = [
    ...committed.flatMap(({ companyId, entityId }) =>
      (subscribed.get(companyId) ?? []).map((receiver) => `${receiver} ${companyId} ${entityId}`),
    ),
    ...tested.flatMap(({ receiver, companyId, eventId }) =>
      eventId === undefined ? [] : [`${receiver} ${companyId} ${eventId}`],
    ),
  ]
  const again = [...byKey.values()].flatMap((same) =>
    same.slice(1).flatMap((_, before) => same[before] ?? []),
  )
  const unexcused = again.filter(({ answerLost }) => !answerLost)
  return {
    lost: expected.filter((key) => !byKey.has(key)),
    unexpected: unexpectedOf(evidence, new Set(expected), byKey),
    duplicated: unexcused.length,
    duplicatedBySendersKilled: unexcused.filter(({ at }) =>
      evidence.sendersKilledAt.some((killed) => killed >= at && killed <= at + writtenMs),
    ).length,
    repeatedAfterLostAnswer: again.length - unexcused.length,
    late: lateOf(evidence, committed, byKey),
    gaps: gapsOf(evidence),
    disordered: disorderedOf(evidence),
    forgotten: [...outcomes.values()]
      .filter(({ entityId, outcome }) => outcome === 'committed' && !placed.has(entityId))
      .map(({ entityId }) => entityId),
    committed: committed.length,
    rolledBack: [...outcomes.values()].filter(({ outcome }) => outcome === 'rolled_back').length,
    expectedDeliveries: expected.length,
    accepted: arrived.length,
  }
}

/** An order by what it is about, since the producer may never have learnt the id; what is about a subscription by its id. */
function keyOf({ receiver, companyId, type, entityId, eventId }: Arrival): string {
  return `${receiver} ${companyId} ${type.startsWith('webhook.') ? eventId : entityId}`
}

function outcomeOf(produced: readonly Produced[]): Map<string, Produced> {
  return new Map(produced.map((line) => [line.entityId, line]))
}

function unexpectedOf(
  { tested, enabled, arrived }: Evidence,
  expected: ReadonlySet<string>,
  byKey: ReadonlyMap<string, readonly Arrival[]>,
): string[] {
  const strangers = [...byKey].filter(([key]) => !expected.has(key))
  const isTest = ([, [first]]: (typeof strangers)[number]) => first?.type === 'webhook.test'
  const isResumed = ([, [first]]: (typeof strangers)[number]) => first?.type === 'webhook.resumed'
  // A test that was asked for without an answer may be there, once, and so may that of a subscription that was enabled.
  const unanswered = tested.filter(({ eventId }) => eventId === undefined).length + enabled.length
  const resumed = strangers.filter(isResumed)
  const resumedOf = Map.groupBy(resumed, ([, [first]]) => first?.eventId)
  const double = [...byKey].filter(([, same]) => new Set(same.map((one) => one.eventId)).size > 1)
  return [
    ...strangers.filter((entry) => !isTest(entry) && !isResumed(entry)).map(([key]) => key),
    // Each was told to several receivers.
    ...[...resumedOf.values()].slice(enabled.length).flatMap((same) => same.map(([key]) => key)),
    ...strangers
      .filter(isTest)
      .slice(unanswered)
      .map(([key]) => key),
    ...double.map(([key]) => `${key}: two events of one change`),
    ...arrived.filter(({ isGenuine }) => !isGenuine).map((one) => `${keyOf(one)}: forged`),
  ]
}

/** Within a company 1, 2, 3 and so on: in the log, and as they were received. */
function gapsOf({ arrived, numbered }: Evidence): string[] {
  const inLog = numbered
    .filter(({ events, last }) => events !== last)
    .map(({ companyId, events, last }) => `${companyId}: ${events} events numbered up to ${last}`)
  const received = [...groupBy(arrived, ({ companyId }) => companyId)].flatMap(([id, all]) => {
    const last = numbered.find(({ companyId }) => companyId === id)?.last ?? 0
    const ids = new Map<number, Set<string>>()
    // The test of a receiver that is enabled again stands outside the log, and has no number.
    for (const { sequence, eventId } of all.filter(({ sequence }) => sequence > 0)) {
      ids.set(sequence, (ids.get(sequence) ?? new Set()).add(eventId))
    }
    const missing = Array.from({ length: last }, (_, n) => n + 1).filter((n) => !ids.has(n))
    const shared = [...ids].filter(([, same]) => same.size > 1)
    return [
      ...missing.map((n) => `${id}: nobody received number ${n}`),
      ...shared.map(([n]) => `${id}: two events have number ${n}`),
    ]
  })
  return [...inLog, ...received]
}

/**
 * How many changes arrived late. Each change has until a while after the first healing that follows it, or after the last arrival
 * before its own: a busy machine works off its backlog one after the other, and a late one comes when nothing else has come for long.
 */
function lateOf(
  { subscribed, healedAt, arrived }: Evidence,
  committed: readonly Produced[],
  byKey: ReadonlyMap<string, readonly Arrival[]>,
): number {
  const times = arrived.map(({ at }) => at).sort((one, other) => one - other)
  return committed
    .flatMap(({ companyId, entityId, at }) => {
      const healed = healedAt.find((time) => time >= at) ?? Number.POSITIVE_INFINITY
      return (subscribed.get(companyId) ?? []).map((receiver) => ({
        first: byKey.get(`${receiver} ${companyId} ${entityId}`)?.[0],
        healed,
      }))
    })
    .filter(({ first, healed }) => {
      if (first === undefined || first.at <= healed + lateMs) return false
      return first.at > Math.max(healed, lastBefore(times, first.at)) + lateMs
    }).length
}

/** The greatest of the sorted times below one of them. */
function lastBefore(times: readonly number[], at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return times[low - 1] ?? Number.NEGATIVE_INFINITY
}

/** A repeat may come at any time: only the first acceptance of each counts. */
function disorderedOf({ arrived, ordered }: Evidence): string[] {
  const inOrder = arrived.filter(
    ({ receiver, type }) => ordered.has(receiver) && type !== 'webhook.test',
  )
  const lines = groupBy(
    inOrder,
    ({ receiver, companyId, line }) => `${receiver} ${companyId} ${line}`,
  )
  return [...lines].flatMap(([name, all]) => {
    let last = 0
    return [...groupBy(all, ({ eventId }) => eventId).values()].flatMap(([first]) => {
      const sequence = first?.sequence ?? 0
      if (sequence < last) return [`${name}: ${sequence} after ${last}`]
      last = sequence
      return []
    })
  })
}

function groupBy<Item>(items: readonly Item[], keyed: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyed(item))
    if (group) group.push(item)
    else groups.set(keyed(item), [item])
  }
  return groups
}
