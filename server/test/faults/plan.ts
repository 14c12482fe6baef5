import type { CrashPoint } from '#platform/faults'
import { seededRandom, shuffle } from './random.ts'

export const networkFaults = ['cut', 'slow', 'freeze', 'answer_lost', 'reset'] as const
export type NetworkFault = (typeof networkFaults)[number]

export const manners = [
  'answers_500',
  'answers_429',
  'answers_410',
  'answers_late',
  'hangs_up',
] as const
export type Manner = (typeof manners)[number]

/** Every place on the way of an event where a worker may be ended. */
export const crashPoints = [
  'outbox.events.numbered',
  'outbox.events.recorded',
  'webhooks.deliveries_claimed',
  'webhooks.delivery_answered',
  'webhooks.attempts_recorded',
] as const satisfies readonly CrashPoint[]

const targets = ['postgres', 'redis', 'receiver'] as const

/** Everything that is done to the service. A campaign in which one of them did nothing is void. */
export const faultKinds = [
  ...targets.flatMap((target) => networkFaults.map((fault) => `${target}.${fault}` as const)),
  ...manners.map((manner) => `receiver.${manner}` as const),
  ...crashPoints.map((point) => `crash.${point}` as const),
  'postgres.killed',
  'postgres.immediate',
  'redis.killed',
  'redis.flushed',
  'worker.killed',
  'worker.paused',
  'api.killed',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type PlannedFault = {
  readonly kind: FaultKind
  /** From the beginning of the run. */
  readonly atMs: number
  readonly forMs: number
  /** In [0, 1): which of several receivers, workers or hits. */
  readonly choice: number
}

export type PlannedRun = { readonly n: number; readonly faults: readonly PlannedFault[] }

const standardFaultsPerRun = 3

/**
 * The same plan for the same seed. The kinds are dealt as cards are, so that each comes before any comes twice; what
 * the processes make of it is theirs, and differs from one time to the next.
 */
export function planCampaign(
  seed: number,
  runs: number,
  faultsPerRun = standardFaultsPerRun,
  kinds: readonly FaultKind[] = faultKinds,
): PlannedRun[] {
  const random = seededRandom(seed)
  const atLeast = Math.ceil(kinds.length / runs)
  const each = Math.max(faultsPerRun, atLeast)
  let deck: FaultKind[] = []
  const deal = (): FaultKind => {
    if (deck.length === 0) deck = shuffle(kinds, random)
    return deck.pop() as FaultKind
  }
  return Array.from({ length: runs }, (_, n) => ({
    n: n + 1,
    faults: Array.from({ length: each }, () => ({
      kind: deal(),
      atMs: Math.round(random() * 500),
      forMs: Math.round(200 + random() * 600),
      choice: random(),
    })),
  }))
}
