export { companyDetailsRoutes } from './company-details/details-routes.ts'
export {
  type CompanyDetails,
  createCompanyDetails,
} from './company-details/details-service.ts'
export { InvoiceIssued, invoicesEvents } from './events.ts'
export type { Invoice } from './invoice.ts'
export { invoicesProbe } from './invoices-probe.ts'
export { invoicesJobs, invoicesSchedules, issueWaiting } from './issue-waiting.ts'
export { invoiceOperatorRoutes } from './operator-routes.ts'
export { pdfJobs, pdfSchedules } from './pdfs/retry-pdfs.ts'
export { invoiceContactsData, invoicesData } from './personal-data-store.ts'
export { invoicesRoutes } from './routes.ts'
export { createInvoices, type Invoices } from './service.ts'
export { type InvoicingDeps, invoicesSubscribers } from './subscribers.ts'
