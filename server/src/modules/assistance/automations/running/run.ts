import type { Queue } from '#platform/leases'
import type { TracedPart } from '../cel/evaluate.ts'

export const runStates = [
  'PENDING',
  'LEASED',
  'RETRYING',
  'HELD',
  'SUCCEEDED',
  'SKIPPED',
  'FAILED',
  'CANCELLED',
  'REFUSED',
  'DEAD_LETTERED',
  'EXPIRED',
] as const
export type RunState = (typeof runStates)[number]

export const outcomes = ['replayed', 'handled_manually', 'intentionally_deferred'] as const
export type Outcome = (typeof outcomes)[number]

/** With these outcomes the run stays a dead letter. */
export const lastingOutcomes = ['handled_manually', 'intentionally_deferred'] as const
export type LastingOutcome = (typeof lastingOutcomes)[number]

/** The result of an action. */
export type Output = Readonly<Record<string, unknown>> & { readonly action: string }

/** One rule for one event. */
export type Run = {
  readonly id: string
  readonly companyId: string
  readonly automationId: string
  readonly version: number
  readonly eventId: string
  readonly eventType: string
  readonly state: RunState
  readonly reason: string | undefined
  readonly depth: number
  readonly path: readonly string[]
  readonly attempts: number
  readonly availableAt: Date
  readonly createdAt: Date
  readonly startedAt: Date | undefined
  readonly releasedAt: Date | undefined
  readonly finishedAt: Date | undefined
  readonly trace: readonly TracedPart[] | undefined
  readonly lastError: string | undefined
  /** The decision that applies to a dead letter. */
  readonly outcome: RecordedOutcome | undefined
  /** All decisions about it, the oldest first. */
  readonly decisions: readonly RecordedOutcome[]
}

export type RecordedOutcome = {
  readonly outcome: Outcome
  readonly by: string
  readonly at: Date
  readonly note: string | undefined
}

/** An action that is done. */
export type Step = {
  readonly stepId: number
  readonly output: Readonly<Record<string, unknown>>
  readonly doneAt: Date
}

export const runTopic = 'automations.runs'

/** The maximum depth of a chain in which rules lead to rules. */
export const depthMax = 8
/** For one company at once. */
export const concurrentMax = 10
export const attemptsMax = 6
/** A run that is held for longer expires. Its event is kept no longer than that either. */
export const heldDays = 30

/** Longer than the slowest action takes, including its record. */
export const runQueue: Queue & { readonly leaseSeconds: number } = {
  table: 'automations.runs',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['PENDING', 'RETRYING'],
  working: 'LEASED',
  lost: 'RETRYING',
  exhausted: 'DEAD_LETTERED',
  attemptsMax,
  leaseSeconds: 60,
  poison: { is: 'set_aside', reasonColumn: 'reason' },
}
