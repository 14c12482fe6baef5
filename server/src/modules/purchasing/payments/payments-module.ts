import { type Identity, listCompanyNames } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { providersFrom } from './cards/providers-from.ts'
import { paymentQueue } from './cards/redrive.ts'
import { creditAccountList, ownCreditAccountList } from './credit/credit-account-list.ts'
import { creditRoutes } from './credit/credit-routes.ts'
import { overdueList } from './credit/overdue-list.ts'
import { ownStatementList, statementList } from './credit/statement-list.ts'
import type { Deps } from './deps.ts'
import { paymentEvents } from './events.ts'
import { foundPaymentList } from './found-payment-list.ts'
import { paymentList } from './payment-list.ts'
import { paymentsProbe } from './payments-probe.ts'
import { paymentsData } from './personal-data-store.ts'
import { refundQueue } from './refunds/refund-store.ts'
import { paymentsRoutes } from './routes.ts'
import { createPayments } from './service.ts'
import { paymentsSettings } from './settings.ts'
import { paymentsJobs, paymentsSchedules, paymentsWorkers } from './workers.ts'

/** What the composition root passes in about orders, because payments must not import orders. */
type Links = Required<
  Pick<
    Deps,
    | 'isAwaitingApproval'
    | 'costOfOrder'
    | 'partOfOrder'
    | 'orderNumbers'
    | 'ordersNumbered'
    | 'ofReachedOrders'
  >
>

type Needs = Runtime & Links & { readonly incidents: Incidents; readonly identity: Identity }

export const paymentsModule = defineModule({
  name: 'payments',
  tags: {
    'Credit accounts': 'Buying on net terms: limits, repayments and statements.',
    Payments: 'Payments, captures and refunds.',
  },
  settings: [paymentsSettings],
  events: paymentEvents,
  schedules: paymentsSchedules,
  personalData: [paymentsData],
  inPlaceQueues: [paymentQueue, refundQueue],
  make: (needs: Needs) => {
    const { settings, database, now, log, incidents, identity } = needs
    const payments = createPayments({
      database,
      providers: providersFrom(needs),
      incidents,
      now,
      log,
      isAwaitingApproval: needs.isAwaitingApproval,
      costOfOrder: needs.costOfOrder,
      partOfOrder: needs.partOfOrder,
      orderNumbers: needs.orderNumbers,
      ordersNumbered: needs.ordersNumbered,
      ofReachedOrders: needs.ofReachedOrders,
      intentMinutes: settings.of(paymentsSettings).PAYMENTS_INTENT_MINUTES,
    })
    const namesOf = listCompanyNames
    const credit = { database, now, findCompany: identity.findCompany, namesOf }
    return {
      services: { payments },
      routes: [
        paymentsRoutes(payments),
        listRoutes(
          database,
          paymentList({ payments, ofReachedOrders: needs.ofReachedOrders, database, now }),
          foundPaymentList({ payments, database, namesOf, orderNumbers: needs.orderNumbers }),
          ownCreditAccountList(credit),
          creditAccountList(credit),
          overdueList(credit),
          ownStatementList(credit),
          statementList(credit),
        ),
        creditRoutes(credit),
      ],
      jobs: paymentsJobs(payments),
      startWorkers: () => paymentsWorkers(payments, { log }),
      probes: () => [paymentsProbe({ payments, incidents, now })],
    }
  },
})
