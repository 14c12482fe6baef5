import { Decimal } from 'decimal.js'
import { isCurrency } from '#kernel/money'
import type { Conn } from '#platform/db'
import { fail } from './failures.ts'

export type Rate = {
  /** One unit of the first currency is this much of the second. */
  readonly rate: Decimal
  readonly state: 'fresh'
  readonly asOf: Date
}

export type Fx = {
  /** Throws `fx.rate_unavailable` where there is no rate: a missing rate is an error and never 1. */
  rate(conn: Conn, from: string, to: string, now: Date): Promise<Rate>
}

/**
 * What one currency is in another. No set of rates is stored in this release, so the only rate there is, is that of a
 * currency to itself, and everything else is refused. `conn` is where a stored set will be read from.
 */
export function createFx(): Fx {
  return {
    rate: async (_conn, from, to, now) => {
      if (from !== to || !isCurrency(from)) throw fail('rate_unavailable', { from, to })
      return { rate: new Decimal(1), state: 'fresh', asOf: now }
    },
  }
}
