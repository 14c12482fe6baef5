import { minutesMs } from '#kernel/time'
import type { IncidentKey } from './keys.ts'

export const severities = ['info', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

/** A trouble that somebody saw, recorded in the transaction that saw it. */
export type Sighting = {
  readonly key: IncidentKey
  readonly severity: Severity
  /** One sentence for the person on call. */
  readonly summary: string
  readonly details: Readonly<Record<string, unknown>>
  /** Distinguishes two troubles of one key: the endpoint, the checkout, the provider. */
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
  /** When the last notice was sent, and how many there were. */
  readonly noticedAt: Date
  readonly notices: number
  /** Set if an operator silenced it. After `until` it sends alerts again. */
  readonly silenced: Silence | undefined
}

/** Until this time the repeats of an incident send no alert, unless it becomes worse. */
export type Silence = { readonly until: Date; readonly by: string; readonly note: string }

export type Incident = IncidentFacts &
  (
    | { readonly status: 'firing' }
    | {
        readonly status: 'resolved'
        readonly resolvedAt: Date
        /** Set if a person ended the incident. */
        readonly ended: { readonly by: string; readonly note: string } | undefined
      }
  )

export type Notified = {
  readonly id: string
  /** False while a notice of the same trouble is younger than `quietMs`: the sighting was only counted. */
  readonly isNotice: boolean
}

/** A repeat within this time of a notice is counted and sends no notice. */
export const quietMs = minutesMs(15)

/** The limit of the column. Longer texts are cut, so that the incident is not lost. */
export const summaryMax = 1_024

export type IncidentFilter = {
  readonly key?: string
  readonly status?: Incident['status']
  readonly severity?: Severity
}

/** Figures of this moment for the operators' surfaces. */
export type IncidentMetrics = {
  readonly open: Readonly<Record<Severity, number>>
  readonly oldestFiringAgeSeconds: number | null
}
