import { daysMs, hoursMs, minutesMs, secondsMs } from '#kernel/time'

type EndpointFacts = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly url: string
  /** Kinds, families or `*`. */
  readonly events: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
  /** While a secret rotates: until when the previous secret signs as well. */
  readonly previousSecretUntil: Date | undefined
  readonly health: EndpointHealth
  readonly maxPerSecond: number | undefined
  readonly payload: 'full' | 'thin'
  /** Deliveries about one entity are sent one after the other, in the order of the event log. */
  readonly ordered: boolean
  /** The public half of the ed25519 pair, if the endpoint signs with one. */
  readonly publicKey: string | undefined
}

export type EndpointHealth = {
  readonly lastSuccessAt: Date | undefined
  readonly lastFailureAt: Date | undefined
  readonly failingSince: Date | undefined
  /** Consecutive failures up to now. */
  readonly failures: number
  /** The last warning to the company, in percent of the way to being disabled: 0, 50, 70 or 90. */
  readonly warnedPercent: number
  /** Set while most attempts fail: nothing is sent until then, and then one probe. */
  readonly breakerOpenUntil: Date | undefined
}

/** `gone`: the receiver answered 410. `failing`: it has failed for days. */
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

/** Enough for every system of a large company. Every event is matched against all of them. */
export const endpointsMax = 50

/** The maximum length of the label, in characters. */
export const nameMax = 120

/** Long enough to deploy a new secret to every receiver behind an address. */
export const rotationMs = hoursMs(24)

/**
 * If most of at least this many attempts in five minutes failed, the breaker opens: the endpoint gets only regular
 * probes.
 */
export const breaker = { attempts: 10, failedShare: 0.7, probeEveryMs: secondsMs(30) }

/**
 * For this time after an endpoint was released or deleted, the housekeeping looks for its held deliveries. A process
 * that read the old state of the endpoint has written its held deliveries by then.
 */
export const settleMs = minutesMs(5)

/** The shares of the way to being disabled, in percent, at which the company gets a warning. */
export const warnAtPercent = [90, 70, 50] as const

/** An endpoint is disabled if all of this is true. Two days of silence alone prove nothing. */
export const hopeless = { withoutSuccessMs: hoursMs(120), failures: 10, failingForMs: daysMs(1) }
