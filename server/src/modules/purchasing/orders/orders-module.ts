import type { Approvals } from '#modules/approvals'
import type { Budgets } from '#modules/budgets'
import { getWorkingTime } from '#modules/calendar'
import { isCompanyOpen, listCompanyNames, listOrderReaders } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import type { Payments } from '#modules/payments'
import type { Products } from '#modules/products'
import type { Quotas } from '#modules/quotas'
import type { Taxes } from '#modules/tax'
import { publicUrlOf } from '#platform/deployment'
import { listRoutes } from '#platform/lists'
import { mailSettings } from '#platform/mail'
import { defineModule, type Runtime } from '#platform/module'
import { approvalRoutes, seenApprovalRoute } from './approval/approval-routes.ts'
import { reduceRoute } from './approval/reduce-route.ts'
import { backorderList } from './backorders/backorder-list.ts'
import { callOffList } from './call-off-list.ts'
import { changeRequestJobs } from './change-requests/change-request-jobs.ts'
import { changeRequestList } from './change-requests/change-request-list.ts'
import { openChangeRequestList } from './change-requests/open-change-request-list.ts'
import { creditQueue } from './credits/credit-store.ts'
import { ordersEvents } from './events.ts'
import { ordersJobs, ordersSchedules } from './fulfilment/close-delivered.ts'
import { createFulfilment } from './fulfilment/fulfilment.ts'
import type { FulfilmentDeps } from './fulfilment/fulfilment-deps.ts'
import { fulfilmentRoutes } from './fulfilment/fulfilment-routes.ts'
import { type LettersDeps, lettersSubscribers } from './letters/write-letters.ts'
import { orderLineList } from './order-line-list.ts'
import { orderList } from './order-list.ts'
import {
  changeRequestsData,
  orderStepsData,
  ordersData,
  proposalsData,
  returnsData,
  shipmentsData,
} from './personal-data-store.ts'
import { proposalJobs } from './proposals/proposal-jobs.ts'
import { proposalList } from './proposals/proposal-list.ts'
import { toleranceRoutes } from './proposals/tolerance-routes.ts'
import { undecidedProposalList } from './proposals/undecided-proposal-list.ts'
import { returnList } from './returns/return-list.ts'
import { ordersRoutes } from './routes.ts'
import { createOrders } from './service.ts'
import { ordersSettings } from './settings.ts'
import { ordersSubscribers } from './subscribers.ts'
import { awaitedPaymentList } from './supplements/awaited-payment-list.ts'
import { settleSupplementJob } from './supplements/settle-supplement.ts'
import { suppliedOrderList } from './supplier/supplied-order-list.ts'
import { versionList } from './versions/version-list.ts'
import { versionRoutes } from './versions/version-routes.ts'
import { foundOrderList } from './watch/found-order-list.ts'
import { createOrderWatch } from './watch/order-watch.ts'
import { ordersProbe } from './watch/orders-probe.ts'
import { stuckOrderList } from './watch/stuck-order-list.ts'
import { ordersWorkers } from './workers.ts'

/** The composition root passes in what automations know of an order, because orders must not import automations. */
type Needs = Runtime &
  Pick<FulfilmentDeps, 'isHoldPending'> & {
    readonly products: Products
    readonly payments: Payments
    readonly approvals: Approvals
    readonly budgets: Budgets
    readonly quotas: Quotas
    readonly taxes: Taxes
    readonly incidents: Incidents
  }

export const ordersModule = defineModule({
  name: 'orders',
  tags: { Orders: 'Orders, their approval, shipments, deliveries and returns.' },
  numbered: { ord: 'orders.orders', rtn: 'orders.returns' },
  settings: [ordersSettings],
  events: ordersEvents,
  schedules: ordersSchedules,
  personalData: [
    ordersData,
    orderStepsData,
    proposalsData,
    changeRequestsData,
    returnsData,
    shipmentsData,
  ],
  inPlaceQueues: [creditQueue],
  make: (needs: Needs) => {
    const { database, now, log, approvals } = needs
    const fulfilmentDeps = fulfilmentDepsFrom(needs)
    const orders = createOrders({ database })
    const fulfilment = createFulfilment(fulfilmentDeps)
    const orderWatch = createOrderWatch({ ...fulfilmentDeps, namesOf: listCompanyNames })
    return {
      services: { orders, fulfilment, fulfilmentDeps },
      routes: [
        ordersRoutes(orders),
        listRoutes(
          database,
          orderList(database),
          orderLineList(database),
          suppliedOrderList(fulfilment),
          foundOrderList(orderWatch),
          stuckOrderList(orderWatch),
          proposalList(fulfilment),
          undecidedProposalList({ database, namesOf: listCompanyNames }),
          changeRequestList(fulfilment),
          versionList(database),
          openChangeRequestList({ database, namesOf: listCompanyNames }),
          backorderList({ database, namesOf: listCompanyNames }),
          awaitedPaymentList({ database, namesOf: listCompanyNames, payments: needs.payments }),
          callOffList(needs.quotas),
          returnList(database),
        ),
        fulfilmentRoutes(fulfilment),
        versionRoutes(database),
        toleranceRoutes({ database, now }),
        seenApprovalRoute(needs),
        approvalRoutes(fulfilment, approvals),
        reduceRoute(fulfilment, approvals),
      ],
      jobs: [
        ...ordersJobs(fulfilmentDeps),
        ...proposalJobs(fulfilmentDeps),
        ...changeRequestJobs(fulfilmentDeps),
        settleSupplementJob(fulfilmentDeps),
      ],
      startWorkers: () => ordersWorkers(fulfilment, { log }),
      probes: () => [ordersProbe(fulfilment, now)],
      subscriptions: [
        ...ordersSubscribers(fulfilmentDeps),
        ...lettersSubscribers(lettersDepsFrom(needs)),
      ],
    }
  },
})

function fulfilmentDepsFrom(needs: Needs): FulfilmentDeps {
  const values = needs.settings.of(ordersSettings)
  const { database, products, payments, approvals, budgets, quotas, taxes } = needs
  const { incidents, now, log, metrics } = needs
  return {
    database,
    products,
    payments,
    approvals,
    budgets,
    quotas,
    taxes,
    incidents,
    isCompanyOpen,
    isHoldPending: needs.isHoldPending,
    workingTimeOf: getWorkingTime,
    now,
    log,
    metrics,
    closeAfterDays: values.ORDERS_CLOSE_AFTER_DAYS,
    unconfirmedHours: values.ORDERS_UNCONFIRMED_HOURS,
    unshippedDays: values.ORDERS_UNSHIPPED_DAYS,
    refusalsMax: values.ORDERS_REFUSALS_MAX,
  }
}

/** What mails about orders need: their readers, their links, and whether a mail server accepts mail. */
function lettersDepsFrom({ settings, now, metrics }: Runtime): LettersDeps {
  const { ORDERS_PAGE_URL: page } = settings.of(ordersSettings)
  const own = `${publicUrlOf(settings)}/account`
  return {
    readersOf: listOrderReaders,
    linkOf: (orderId, as) => {
      if (page !== undefined) return `${page}#${orderId}`
      return `${own}/${as === 'placer' ? 'orders' : 'supplied-orders'}/${orderId}`
    },
    isMailTaken: settings.of(mailSettings).MAIL_SMTP_URL !== undefined,
    now,
    metrics,
  }
}
