import { minutesMs } from '#kernel/time'
import type { IncidentKey } from './keys.ts'

export const severities = ['info', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

/** What somebody saw, said in the transaction that saw it. */
export type Sighting = {
  readonly key: IncidentKey
  readonly severity: Severity
  /** One sentence for the person who is woken. */
  readonly summary: string
  readonly details: Readonly<Record<string, unknown>>
  /** Tells two troubles of one key apart: the endpoint, the checkout, the provider. */
  readonly dedupeKey: string
  readonly companyId?: string
  readonly now: Date
}

type IncidentFacts = {
  readonly id: string
  readonly key: string
  readonly dedupeKey: string
  readonly severity: Severity
  readonly summary: string
  readonly details: Readonly<Record<string, unknown>>
  readonly companyId: string | undefined
  readonly occurrences: number
  readonly firedAt: Date
  readonly lastSeenAt: Date
  /** When somebody was last to be told, and how often that was. */
  readonly noticedAt: Date
  readonly notices: number
}

export type Incident = IncidentFacts &
  (
    | { readonly status: 'firing' }
    | {
        readonly status: 'resolved'
        readonly resolvedAt: Date
        /** Where a person said that it is over. */
        readonly ended: { readonly by: string; readonly note: string } | undefined
      }
  )

export type Notified = {
  readonly id: string
  /** False while a notice of the same trouble is younger than `quietMs`: it was only counted. */
  readonly isNotice: boolean
}

/** Repeats within this time of a notice are counted and tell nobody. */
export const quietMs = minutesMs(15)

/** What the column holds; longer texts are cut rather than lose the incident. */
export const summaryMax = 1_024

export type IncidentFilter = {
  readonly key?: string
  readonly status?: Incident['status']
  readonly severity?: Severity
}

/** True at the moment of asking, for the operators' surfaces. */
export type IncidentMetrics = {
  readonly open: Readonly<Record<Severity, number>>
  readonly oldestFiringAgeSeconds: number | null
}
