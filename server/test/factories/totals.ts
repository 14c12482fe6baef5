import { createParties } from '#modules/identity'
import { createShipping } from '#modules/shipping'
import { createTaxes, type Taxes } from '#modules/tax'
import { createTotals, type DocumentTotals } from '#modules/totals'
import { createMemoryCache } from '#platform/cache'
import type { Database } from '#platform/db'
import { createWake } from '#platform/wake'
import { aCatalog } from '#testing/catalog'
import { anFx } from './fx.ts'

/** What taxes and checkouts ask of the companies of a database. */
export const thePartiesOf = () => createParties(createWake(createMemoryCache(() => new Date())))

/** Taxes by the rates that ship, between the companies of this database. */
export function theTaxes(database: Database): Taxes {
  const now = () => new Date()
  const wake = createWake(createMemoryCache(now))
  return createTaxes({ database, wake, partiesOf: thePartiesOf(), now })
}

/** Totals with these taxes. */
export function theTotals(database: Database): DocumentTotals {
  const now = () => new Date()
  const wake = createWake(createMemoryCache(now))
  const fx = anFx(database)
  const catalog = aCatalog({ database, fx, now, currencyOf: async () => 'EUR' })
  return createTotals({
    discountsOf: catalog.orderDiscounts,
    shipping: createShipping({ database, wake, fx, now }),
    taxes: theTaxes(database),
  })
}
