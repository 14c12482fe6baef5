import type { Decimal } from 'decimal.js'
import type { FxState } from './rate-set.ts'

/** The rate that converted a price. Store it together with the converted price. */
export type Conversion = {
  readonly rateSetId: string
  readonly rate: Decimal
  readonly from: string
  readonly to: string
  /** When the rate was true. */
  readonly asOf: Date
}

/** The rates of one set into one currency. */
export type RateTable = {
  readonly to: string
  readonly rateSetId: string
  readonly asOf: Date
  readonly state: FxState
  /** Nothing may be converted with these rates after this instant. */
  readonly usableUntil: Date
  /** Returns undefined when there is no usable rate. The caller must not assume one. */
  conversionFrom(currency: string): Conversion | undefined
  /** Like `conversionFrom`, but throws `fx.rate_unavailable` when there is no rate, and `fx.rates_expired` when it is too old. */
  getConversion(currency: string): Conversion
}

/** The rate at a past moment, and its source. */
export type PastRate = {
  readonly rate: Decimal
  /** Undefined for reference rates, which are published by day and not as sets. */
  readonly rateSetId: string | undefined
  readonly provider: string
  readonly asOf: Date
}

export type Rate = {
  /** One unit of the first currency is this much of the second. */
  readonly rate: Decimal
  /** Undefined when both currencies are the same: no rate is needed. */
  readonly rateSetId: string | undefined
  readonly asOf: Date
  readonly state: FxState
}
