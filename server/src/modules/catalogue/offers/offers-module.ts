import type { Crawls } from '#modules/crawl'
import { findCompany, listPeopleIds, listReachable, platformCompanyId } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import type { Products } from '#modules/products'
import { publicUrlOf } from '#platform/deployment'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import type { OffersDeps } from './deps.ts'
import { offersEvents } from './events.ts'
import { offersJobs, offersSchedules } from './jobs.ts'
import { offerRequestList, offerRequestToAnswerList } from './offer-request-list.ts'
import { offersProbe } from './offers-probe.ts'
import { offersData } from './personal-data-store.ts'
import { offersRoutes } from './routes.ts'
import { createOffers } from './service.ts'
import { offersSettings } from './settings.ts'
import { watchRequests } from './watch-requests.ts'

type Needs = Runtime & {
  readonly crawls: Crawls
  readonly incidents: Incidents
  readonly products: Products
}

/** Requests for offers of what is found outside the catalogue: suppliers or operators confirm them, and then they can be ordered. */
export const offersModule = defineModule({
  name: 'offers',
  tags: { 'Offer requests': 'Requests for what sources outside the catalogue offer.' },
  settings: [offersSettings],
  events: offersEvents,
  schedules: offersSchedules,
  personalData: [offersData],
  make: (needs: Needs) => {
    const deps = depsFrom(needs)
    const offers = createOffers(deps)
    const { database, incidents, now, log } = needs
    const hoursMax = deps.settings.OFFERS_ALERT_WAITING_HOURS
    return {
      services: { offers },
      routes: [
        offersRoutes(offers),
        listRoutes(database, offerRequestList, offerRequestToAnswerList),
      ],
      jobs: offersJobs(deps),
      startWorkers: () => [watchRequests({ database, incidents, now, hoursMax, log })],
      probes: () => [offersProbe({ conn: database.pool, now, hoursMax })],
    }
  },
})

function depsFrom({ database, now, crawls, products, settings }: Needs): OffersDeps {
  const pages = `${publicUrlOf(settings)}/account/offer-requests`
  return {
    database,
    now,
    crawls,
    findCompany,
    categoryOf: (actor, productId) =>
      products.readProduct(actor, productId).then(
        ({ product }) => product.category.id,
        () => undefined,
      ),
    settings: settings.of(offersSettings),
    mail: {
      reachAnswering: async (conn, supplierCompanyId) => {
        const companyId = supplierCompanyId ?? platformCompanyId
        const role = supplierCompanyId === undefined ? 'operator' : 'company_admin'
        return listReachable(conn, companyId, await listPeopleIds(conn, companyId, { role }))
      },
      reachMember: (conn, companyId, userId) => listReachable(conn, companyId, [userId]),
      linkOf: ({ id }) => `${pages}/${id}`,
    },
  }
}
