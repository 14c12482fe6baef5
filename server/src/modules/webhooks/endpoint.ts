import { daysMs, hoursMs } from '#kernel/time'

type EndpointFacts = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly url: string
  /** Kinds, families or everything. */
  readonly events: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
  /** While a secret rotates: until when the one before signs as well. */
  readonly previousSecretUntil: Date | undefined
  readonly health: EndpointHealth
}

export type EndpointHealth = {
  readonly lastSuccessAt: Date | undefined
  readonly lastFailureAt: Date | undefined
  readonly failingSince: Date | undefined
  /** In a row, up to now. */
  readonly failures: number
}

/** The receiver said 410, or has failed for days. */
export type DisabledReason = 'gone' | 'failing'

export type Endpoint = EndpointFacts &
  (
    | { readonly state: 'ACTIVE' | 'PAUSED' }
    | {
        readonly state: 'DISABLED'
        readonly disabledReason: DisabledReason
        readonly disabledAt: Date
      }
  )

/** Enough for every system of a large company; every event is matched against all of them. */
export const endpointsMax = 50

/** Long enough to bring a new secret to every receiver behind an address. */
export const rotationMs = hoursMs(24)

/** An endpoint is given up when all of it is true. Two days' worth of silence alone proves nothing. */
export const hopeless = { withoutSuccessMs: hoursMs(120), failures: 10, failingForMs: daysMs(1) }
