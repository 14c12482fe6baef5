import type { FieldCounts } from '../extract/index.ts'

export type RunState = 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'PARTIAL' | 'FAILED' | 'CANCELLED'
export const runStates: readonly RunState[] = [
  'QUEUED',
  'RUNNING',
  'SUCCEEDED',
  'PARTIAL',
  'FAILED',
  'CANCELLED',
]

export type RunKey = { readonly companyId: string; readonly id: string }

/** One reading of a source. It belongs to the company of its source. */
export type Run = RunKey & {
  readonly sourceId: string
  readonly number: number
  readonly state: RunState
  /** It was proposed, and waits for a person to confirm it. */
  readonly awaitingConfirmation: boolean
  readonly requestedBy: string | undefined
  readonly requestingCompanyId: string | undefined
  readonly query: string | undefined
  readonly dispatches: number
  readonly redispatches: number
  readonly lastEvent: number
  readonly requests: number
  readonly bytes: number
  readonly offers: number
  readonly offersChanged: number
  readonly offersShown: number
  /** Counts the values of the pages that the run has read. It does not read a page again that has not changed. */
  readonly fields: FieldCounts
  readonly limitReached: string | undefined
  readonly failure: string | undefined
  readonly createdAt: Date
  readonly startedAt: Date | undefined
  readonly endedAt: Date | undefined
}

/** A run as people see it. */
export type SeenRun = Run & { readonly sourceName: string }

export const isLive = ({ state }: Pick<Run, 'state'>): boolean =>
  state === 'QUEUED' || state === 'RUNNING'

/** No worker takes a run that waits for a person. */
export const neverDue = new Date('9999-12-31T00:00:00Z')

export type RunEvent = {
  readonly kind: 'crawl.started' | 'page' | 'offers' | 'crawl.ended'
  readonly data: object
  /** The number of offers in it. */
  readonly offers?: number
}

/** No event follows such an event. */
export const endsRun = (kind: string): boolean => kind === 'crawl.ended'
