import { countOf, type Probe, problemIf } from '#platform/health'
import type { PurchaseOrders } from './purchase-orders/purchase-orders.ts'
import type { Invoices } from './service.ts'

/** Reports invoices that wait for details of a supplier, and documents that cannot be rendered. */
export function invoicesProbe(
  invoices: Invoices,
  purchaseOrders: PurchaseOrders,
  now: () => Date,
): Probe {
  return {
    name: 'invoices',
    surfaces: ['ops', 'detailed'],
    headline: 'waiting',
    read: async () => {
      const [metrics, orderPdfs] = await Promise.all([invoices.metrics(), purchaseOrders.metrics()])
      const { waiting, suppliersWaitedFor, oldestWaiting, pdfs } = metrics
      const { suppliersLackingDetails } = metrics
      return {
        metrics: {
          waiting,
          suppliersWaitedFor,
          suppliersLackingDetails,
          pdfsFailing: pdfs.failing,
          purchaseOrderPdfsFailing: orderPdfs.failing,
        },
        problems: [
          ...problemIf(pdfs.failing > 0, {
            code: 'invoices.pdf-failing',
            message: `${countOf(pdfs.failing, 'document cannot be rendered as PDF', 'documents cannot be rendered as PDF')}. The documents are issued; their readers get JSON and UBL.`,
            since: (pdfs.oldestFailure ?? now()).toISOString(),
            action:
              'Open /admin/orders, invoices without a PDF, for the error of each. They are retried automatically, at most a day later.',
          }),
          ...problemIf(orderPdfs.failing > 0, {
            code: 'invoices.purchase-order-pdf-failing',
            message: `${countOf(orderPdfs.failing, 'purchase order cannot be rendered as PDF', 'purchase orders cannot be rendered as PDF')}. Readers get the UBL instead.`,
            since: (orderPdfs.oldestFailure ?? now()).toISOString(),
            action:
              'Open /admin/orders, purchase orders without a PDF, for the error of each. They are retried automatically, at most a day later.',
          }),
          ...problemIf(waiting > 0, {
            code: 'invoices.waiting',
            message: `${countOf(waiting, 'invoice waits', 'invoices wait')} for details of ${countOf(suppliersWaitedFor, 'supplier', 'suppliers')}.`,
            since: (oldestWaiting ?? now()).toISOString(),
            action:
              'The suppliers set their VAT id with PATCH /api/v1/company. The documents are then issued within ten minutes. Waive a credit note without an invoice on /admin/orders.',
          }),
        ],
      }
    },
  }
}
