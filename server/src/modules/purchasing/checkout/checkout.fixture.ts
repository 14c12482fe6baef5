import { getWorkingTime } from '#modules/calendar'
import { listCompanyNames, listReachable } from '#modules/identity'
import { createIncidents } from '#modules/incidents'
import { createOrders } from '#modules/orders'
import { createPayments } from '#modules/payments'
import type { Database } from '#platform/db'
import { anApprovals, someBudgets, someQuotas } from '#testing/approvals'
import { aCartService } from '#testing/cart'
import { aCatalog } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { aStructure } from '#testing/structure'
import { thePartiesOf, theTotals } from '#testing/totals'
import { createCheckout } from './index.ts'

export const shipTo = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

/** Checkouts of carts on net terms, with all modules that take part. */
export function aCheckoutWorld(
  database: Database,
  options: {
    readonly now: () => Date
    readonly fx?: ReturnType<typeof anFx>
    /** The currency of the carts. */
    readonly currency?: string
  },
) {
  const { now, fx = anFx(database), currency = 'EUR' } = options
  const incidents = createIncidents({ database, now })
  const catalog = aCatalog({ database, fx, now, currencyOf: async () => currency })
  const carts = aCartService(database, catalog, { now, currency })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const payments = createPayments({ database, providers: [], incidents, now, log })
  const orders = createOrders({ database })
  const deps = {
    database,
    products: catalog,
    quoter: catalog,
    carts,
    orders,
    payments,
    incidents,
    totals: theTotals(database),
    approvals: anApprovals(database, now),
    budgets: someBudgets(database, now),
    quotas: someQuotas(database, now),
    structure: aStructure(database, now),
    partiesOf: thePartiesOf(),
    namesOf: listCompanyNames,
    workingTimeOf: getWorkingTime,
    currencyOf: async () => 'EUR',
    reach: listReachable,
    isMailTaken: true,
    refusalsMax: 3,
    now,
  }
  return { catalog, carts, orders, payments, deps, checkout: createCheckout(deps) }
}
