import type { Approvals } from '#modules/approvals'
import type { Carts } from '#modules/cart'
import type { Checkout } from '#modules/checkout'
import { findCompany, listPeopleIds, listReachable } from '#modules/identity'
import type { PictureFiles } from '#modules/images'
import type { Offers } from '#modules/offers'
import type { Orders } from '#modules/orders'
import type { Quoter } from '#modules/quotes'
import { type Structure, unitsAbove } from '#modules/structure'
import { listRoutes } from '#platform/lists'
import { mailSettings } from '#platform/mail'
import { defineModule, type Runtime } from '#platform/module'
import { requisitionJobs, requisitionSchedules } from './attachments/attachment-jobs.ts'
import { attachmentRoutes } from './attachments/attachment-routes.ts'
import { createAttachments } from './attachments/attachments.ts'
import { requisitionEvents } from './events.ts'
import { foundRequisitionList } from './found-requisition-list.ts'
import { negotiatedPriceRoutes } from './negotiated-prices/negotiated-price-routes.ts'
import { createNegotiatedPrices } from './negotiated-prices/negotiated-prices.ts'
import { requisitionDecisionsData, requisitionsData } from './personal-data-store.ts'
import { requisitionList } from './requisition-list.ts'
import { requisitionRoutes } from './requisition-routes.ts'
import { createRequisitions } from './service.ts'
import { stepRoutes } from './step-routes.ts'
import { requisitionSubscribers } from './subscribers.ts'
import { requisitionLetters } from './write-letters.ts'

type Needs = Runtime & {
  readonly quoter: Quoter
  readonly carts: Carts
  readonly checkout: Checkout
  readonly approvals: Approvals
  readonly offers: Offers
  readonly orders: Orders
  readonly structure: Structure
  readonly storedFiles: PictureFiles
}

export const requisitionsModule = defineModule({
  name: 'requisitions',
  tags: { Requisitions: 'What people ask the buyers of their company to order.' },
  personalData: [requisitionsData, requisitionDecisionsData],
  schedules: requisitionSchedules,
  records: { rqn: 'requisitions.requisitions' },
  events: requisitionEvents,
  make: (needs: Needs) => {
    const { database, now, settings, quoter, carts, checkout, approvals, offers, structure } = needs
    const files = { database, files: needs.storedFiles, now }
    const requisitions = createRequisitions({
      database,
      now,
      quoter,
      carts,
      checkout,
      approvals,
      offers,
      structure,
      isSupplier: async (conn, companyId) =>
        (await findCompany(conn, companyId))?.supplier === true,
    })
    const letters = requisitionLetters({
      reach: listReachable,
      buyersOf: async (conn, companyId, unitId) => {
        const unitIds = unitId === undefined ? [] : [...(await unitsAbove(conn, companyId, unitId))]
        return listPeopleIds(conn, companyId, { role: 'buyer', unitIds })
      },
      isMailTaken: settings.of(mailSettings).MAIL_SMTP_URL !== undefined,
      now,
    })
    return {
      services: { requisitions },
      routes: [
        requisitionRoutes(requisitions),
        stepRoutes(requisitions),
        attachmentRoutes(createAttachments(files)),
        negotiatedPriceRoutes(createNegotiatedPrices({ ...files, orders: needs.orders })),
        listRoutes(database, requisitionList(database), foundRequisitionList(database)),
      ],
      jobs: requisitionJobs(files),
      subscriptions: [...requisitionSubscribers(), letters],
    }
  },
})
