import { daysMs, hoursMs, minutesMs, secondsMs } from '#kernel/time'

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
  readonly maxPerSecond: number | undefined
  readonly payload: 'full' | 'thin'
  /** What is about one entity is sent one after the other, in the order of the log. */
  readonly ordered: boolean
  /** Of the ed25519 pair, where it signs with one. */
  readonly publicKey: string | undefined
}

export type EndpointHealth = {
  readonly lastSuccessAt: Date | undefined
  readonly lastFailureAt: Date | undefined
  readonly failingSince: Date | undefined
  /** In a row, up to now. */
  readonly failures: number
  /** How far it is on the way to being disabled, as the company was last told: 0, 50, 70 or 90. */
  readonly warnedPercent: number
  /** While most attempts fail: until then nothing is sent, and then one to try. */
  readonly breakerOpenUntil: Date | undefined
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

/** Characters of the label for people. */
export const nameMax = 120

/** Long enough to bring a new secret to every receiver behind an address. */
export const rotationMs = hoursMs(24)

/** Most of at least so many attempts of five minutes failed: the endpoint is left alone, but for a try each so often. */
export const breaker = { attempts: 10, failedShare: 0.7, probeEveryMs: secondsMs(30) }

/**
 * So long after an endpoint was released or deleted its held deliveries are looked for. Whoever read it as it was before has
 * written what he held by then.
 */
export const settleMs = minutesMs(5)

/** Of the way to being disabled: when the company is told. */
export const warnAtPercent = [90, 70, 50] as const

/** An endpoint is given up when all of it is true. Two days' worth of silence alone proves nothing. */
export const hopeless = { withoutSuccessMs: hoursMs(120), failures: 10, failingForMs: daysMs(1) }
