import type { Approvals } from '#modules/approvals'
import type { Budgets } from '#modules/budgets'
import { getWorkingTime } from '#modules/calendar'
import type { Carts } from '#modules/cart'
import { type Identity, listCompanyNames, listReachable } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import { type Orders, ordersSettings } from '#modules/orders'
import type { Payments } from '#modules/payments'
import type { Products } from '#modules/products'
import type { Quotas } from '#modules/quotas'
import type { Quoter } from '#modules/quotes'
import type { Structure } from '#modules/structure'
import type { DocumentTotals } from '#modules/totals'
import { listRoutes } from '#platform/lists'
import { mailSettings } from '#platform/mail'
import { defineModule, type Runtime } from '#platform/module'
import { checkoutList } from './checkout-list.ts'
import type { CheckoutDeps } from './deps.ts'
import { attemptQueue } from './finishing/sweep.ts'
import { paymentMethodRoutes } from './paying/payment-method-routes.ts'
import { checkoutData } from './personal-data-store.ts'
import { directOrderRoutes } from './placing/direct-order-routes.ts'
import { unorderedList } from './refunding/unordered-list.ts'
import { unorderedQueue } from './refunding/unordered-store.ts'
import { checkoutRoutes } from './routes.ts'
import { createCheckout } from './service.ts'
import { checkoutJobs, checkoutSubscribers } from './subscribers.ts'
import { checkoutsProbe } from './watch/checkouts-probe.ts'
import { checkoutOperatorRoutes } from './watch/operator-routes.ts'
import { reportList } from './watch/report-list.ts'
import { checkoutWorkers } from './workers.ts'

type Needs = Runtime & {
  readonly identity: Identity
  readonly currencyOf: CheckoutDeps['currencyOf']
  readonly products: Products
  readonly quoter: Quoter
  readonly carts: Carts
  readonly orders: Orders
  readonly payments: Payments
  readonly incidents: Incidents
  readonly approvals: Approvals
  readonly budgets: Budgets
  readonly quotas: Quotas
  readonly totals: DocumentTotals
  readonly structure: Structure
}

export const checkoutModule = defineModule({
  name: 'checkout',
  records: { chk: 'checkout.attempts' },
  tags: {
    Checkout: 'The checkout of a cart: its reservation and its payment.',
    'Payment methods': 'The payment methods of a purchase.',
  },
  personalData: [checkoutData],
  inPlaceQueues: [attemptQueue, unorderedQueue],
  make: (needs: Needs) => {
    const { carts, wake, now, log } = needs
    const checkoutDeps = checkoutDepsFrom(needs)
    const checkout = createCheckout(checkoutDeps)
    return {
      services: { checkout, checkoutDeps },
      routes: [
        checkoutRoutes(checkout, carts),
        directOrderRoutes(checkout, carts),
        paymentMethodRoutes(checkout),
        checkoutOperatorRoutes(checkout),
        listRoutes(
          needs.database,
          checkoutList(needs.database),
          reportList(checkout),
          unorderedList(checkout),
        ),
      ],
      jobs: checkoutJobs(checkoutDeps),
      startWorkers: () => checkoutWorkers(checkoutDeps, { wake, log }),
      probes: () => [checkoutsProbe(checkout, now)],
      subscriptions: checkoutSubscribers(checkoutDeps),
    }
  },
})

function checkoutDepsFrom(needs: Needs): CheckoutDeps {
  const { settings, database, products, quoter, carts, orders, payments, incidents, now } = needs
  return {
    database,
    products,
    quoter,
    carts,
    orders,
    payments,
    incidents,
    approvals: needs.approvals,
    budgets: needs.budgets,
    quotas: needs.quotas,
    totals: needs.totals,
    structure: needs.structure,
    partiesOf: needs.identity.partiesOf,
    currencyOf: needs.currencyOf,
    namesOf: listCompanyNames,
    workingTimeOf: getWorkingTime,
    reach: listReachable,
    isMailTaken: settings.of(mailSettings).MAIL_SMTP_URL !== undefined,
    refusalsMax: settings.of(ordersSettings).ORDERS_REFUSALS_MAX,
    now,
  }
}
