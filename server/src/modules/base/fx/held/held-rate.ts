import type { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import type { RateSet } from '../rate-set.ts'

export const heldRateStates = ['HELD', 'RELEASED', 'WITHDRAWN'] as const

export type HeldRateState = (typeof heldRateStates)[number]

/** A rate of the provider that moved too far: it waits for an operator, and the rate of before stays in use. */
export type HeldRate = {
  readonly id: Id<'fxh'>
  readonly provider: string
  readonly base: string
  readonly currency: string
  /** `WITHDRAWN`: the provider no longer says it. */
  readonly state: HeldRateState
  /** What the provider says: units of the currency for one unit of the base. */
  readonly rate: Decimal
  readonly asOf: Date
  readonly rateInUse: Decimal
  readonly rateInUseAsOf: Date
  readonly heldSince: Date
  readonly decidedAt: Date | undefined
  readonly decidedBy: string | undefined
}

/** The rate that a new set has instead of the one that the provider offers. */
export type MovedRate = {
  readonly currency: string
  readonly rate: Decimal
  readonly rateInUse: Decimal
  readonly rateInUseAsOf: Date
}

/** The move between two sets above which a rate is held, in both directions: a fifth of the rate of before. */
const moveMax = '0.2'

/**
 * Keeps the rates of the set before for the currencies that moved by more than 20 %. An error of the provider, such as
 * a decimal point in the wrong place, then converts no price. The kept rates age on.
 */
export function holdMovedRates(
  offered: RateSet,
  before: RateSet | undefined,
): { readonly set: RateSet; readonly moved: readonly MovedRate[] } {
  if (before?.provider !== offered.provider || before.base !== offered.base) {
    return { set: offered, moved: [] }
  }
  const moved = [...offered.rates].flatMap(([currency, rate]): MovedRate[] => {
    const rateInUse = before.rates.get(currency)
    if (!rateInUse || !hasMoved(rateInUse, rate)) return []
    const rateInUseAsOf = before.olderRates.get(currency) ?? before.asOf
    return [{ currency, rate, rateInUse, rateInUseAsOf }]
  })
  const kept = moved.map(({ currency, rateInUse }) => [currency, rateInUse] as const)
  return {
    set: {
      ...offered,
      rates: new Map([...offered.rates, ...kept]),
      olderRates: new Map(moved.map(({ currency, rateInUseAsOf }) => [currency, rateInUseAsOf])),
    },
    moved,
  }
}

function hasMoved(from: Decimal, to: Decimal): boolean {
  return to.minus(from).abs().gt(from.times(moveMax))
}
