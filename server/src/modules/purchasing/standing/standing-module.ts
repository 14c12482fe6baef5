import type { Checkout } from '#modules/checkout'
import { findActingMember, type Identity, isCompanyOpen, listReachable } from '#modules/identity'
import { listRoutes } from '#platform/lists'
import { mailSettings } from '#platform/mail'
import { defineModule, type Runtime } from '#platform/module'
import { standingOrderEvents } from './events.ts'
import { standingOrdersData } from './personal-data-store.ts'
import { standingOrderQueue } from './placing/claim-due.ts'
import { standingOrderWorkers } from './placing/workers.ts'
import { runList } from './run-list.ts'
import { createStandingOrders } from './service.ts'
import { standingOrderList } from './standing-order-list.ts'
import { standingOrderRoutes } from './standing-order-routes.ts'
import { standingOrdersProbe } from './standing-orders-probe.ts'
import { stepRoutes } from './step-routes.ts'
import { watchedList } from './watched-list.ts'
import { standingOrderLetters } from './write-letters.ts'

type Needs = Runtime & { readonly identity: Identity; readonly checkout: Checkout }

export const standingModule = defineModule({
  name: 'standing',
  tags: { 'Standing orders': 'Orders that the service places on the dates of a schedule.' },
  personalData: [standingOrdersData],
  events: standingOrderEvents,
  inPlaceQueues: [standingOrderQueue],
  make: ({ database, now, log, wake, settings, identity, checkout }: Needs) => {
    const deps = { database, now, log, checkout, memberOf: findActingMember, isCompanyOpen }
    const standingOrders = createStandingOrders(deps)
    const letters = standingOrderLetters({
      reach: listReachable,
      adminsOf: (conn, companyId) => identity.admins(conn, companyId),
      isMailTaken: settings.of(mailSettings).MAIL_SMTP_URL !== undefined,
      now,
    })
    return {
      services: {},
      routes: [
        standingOrderRoutes(standingOrders),
        stepRoutes(standingOrders),
        listRoutes(database, standingOrderList(database), runList(database), watchedList(database)),
      ],
      startWorkers: () => standingOrderWorkers(deps, wake),
      probes: () => [standingOrdersProbe(standingOrders, now)],
      subscriptions: [letters],
    }
  },
})
