import { createParties } from '#modules/identity'
import { createTaxes } from '#modules/tax'
import { createTotals, type DocumentTotals } from '#modules/totals'
import { createMemoryCache } from '#platform/cache'
import type { Database } from '#platform/db'
import { createWake } from '#platform/wake'

/** Totals by the rates that ship, between the companies of this database. */
export function theTotals(database: Database): DocumentTotals {
  const now = () => new Date()
  const wake = createWake(createMemoryCache(now))
  return createTotals({
    taxes: createTaxes({ database, wake, partiesOf: createParties(wake), now }),
  })
}
