import type { Id } from '#kernel/id'
import type { Fx } from '#modules/fx'
import type { Identity } from '#modules/identity'
import type { Orders } from '#modules/orders'
import type { Payments } from '#modules/payments'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { companyDetailsRoutes } from './company-details/details-routes.ts'
import { createCompanyDetails } from './company-details/details-service.ts'
import { invoicesEvents } from './events.ts'
import { foundInvoiceList } from './found-invoice-list.ts'
import { invoiceList } from './invoice-list.ts'
import { invoicesProbe } from './invoices-probe.ts'
import { invoicesJobs, invoicesSchedules } from './issuing/issue-waiting.ts'
import { invoiceOperatorRoutes } from './operator-routes.ts'
import { failingPdfList } from './pdfs/failing-pdf-list.ts'
import { pdfQueue } from './pdfs/pdf-store.ts'
import { createRenderOnce } from './pdfs/render-once.ts'
import { pdfJobs, pdfSchedules } from './pdfs/retry-pdfs.ts'
import { invoiceContactsData, invoicesData } from './personal-data-store.ts'
import { failingPurchaseOrderList } from './purchase-orders/failing-purchase-order-list.ts'
import { purchaseOrderRoutes } from './purchase-orders/purchase-order-routes.ts'
import { purchaseOrderQueue } from './purchase-orders/purchase-order-store.ts'
import { createPurchaseOrders } from './purchase-orders/purchase-orders.ts'
import { invoicesRoutes } from './routes.ts'
import { createInvoices } from './service.ts'
import { type InvoicingDeps, invoicesSubscribers } from './subscribers.ts'
import { waitingInvoiceList } from './waiting-invoice-list.ts'

type Needs = Runtime & {
  readonly identity: Identity
  readonly orders: Orders
  readonly payments: Payments
  readonly fx: Fx
}

export const invoicesModule = defineModule({
  name: 'invoices',
  // The company of a document is its buyer.
  records: { inv: 'invoices.documents' },
  tags: { Invoices: 'Invoices and credit notes.' },
  events: invoicesEvents,
  schedules: [...invoicesSchedules, ...pdfSchedules],
  personalData: [invoicesData, invoiceContactsData],
  inPlaceQueues: [pdfQueue, purchaseOrderQueue],
  make: (needs: Needs) => {
    const { database, now, metrics, identity } = needs
    const { company: companyOf, findCompany, admins: adminsOf } = identity
    const invoicing = invoicingFrom(needs)
    const renderOnce = createRenderOnce(now)
    const invoices = createInvoices({ database, now, metrics, renderOnce })
    const purchaseOrders = createPurchaseOrders({
      ...{ database, now, metrics, renderOnce, companyOf },
      getPart: needs.orders.getPart,
    })
    const details = createCompanyDetails({ database, now, companyOf, findCompany, adminsOf })
    return {
      services: { invoices },
      routes: [
        invoicesRoutes(invoices),
        purchaseOrderRoutes(purchaseOrders),
        listRoutes(
          database,
          invoiceList(database),
          waitingInvoiceList(invoices),
          foundInvoiceList(invoices),
          failingPdfList(invoices),
          failingPurchaseOrderList(purchaseOrders),
        ),
        invoiceOperatorRoutes(invoices),
        companyDetailsRoutes(details),
      ],
      jobs: [
        ...invoicesJobs({ ...invoicing, database, now }),
        ...pdfJobs({ database, now }, invoices, purchaseOrders),
      ],
      probes: () => [invoicesProbe(invoices, purchaseOrders, now)],
      subscriptions: invoicesSubscribers(invoicing),
    }
  },
})

/** The dependencies of the code that writes documents. */
function invoicingFrom({ identity, orders, payments, fx }: Needs): InvoicingDeps {
  const { company: companyOf, admins: adminsOf } = identity
  return {
    findOrder: orders.find,
    findPayment: (conn, companyId, paymentId) =>
      payments.find(conn, companyId as Id<'co'>, paymentId),
    companyOf,
    adminsOf,
    rates: fx,
    debts: payments,
  }
}
