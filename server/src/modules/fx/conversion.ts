import type { Decimal } from 'decimal.js'
import type { FxState } from './rate-set.ts'

/** How prices of one currency became prices of another. Whoever keeps the price keeps this beside it. */
export type Conversion = {
  readonly rateSetId: string
  readonly rate: Decimal
  readonly from: string
  readonly to: string
}

/** Everything in one currency, by the rates of one set. */
export type RateTable = {
  readonly to: string
  readonly rateSetId: string
  readonly asOf: Date
  readonly state: FxState
  /** Nothing may be converted with these rates after this instant. */
  readonly usableUntil: Date
  /** Undefined: there is no rate, and nobody may take one for granted. */
  conversionFrom(currency: string): Conversion | undefined
  /** Throws `fx.rate_unavailable` instead. */
  getConversion(currency: string): Conversion
}

/** The rate of a moment that may be long ago, and where it is from. */
export type PastRate = {
  readonly rate: Decimal
  /** Undefined of reference rates, which come by day. */
  readonly rateSetId: string | undefined
  readonly provider: string
  readonly asOf: Date
}

export type Rate = {
  /** One unit of the first currency is this much of the second. */
  readonly rate: Decimal
  /** Undefined for a currency to itself, which needs no rates. */
  readonly rateSetId: string | undefined
  readonly asOf: Date
  readonly state: FxState
}
