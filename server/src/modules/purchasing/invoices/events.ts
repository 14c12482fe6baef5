import { Type } from 'typebox'
import { defineEvent, MoneyData, moneyData } from '#platform/outbox'
import type { Invoice } from './invoice.ts'

/** Informs the buyer. Fetch the document itself as JSON, UBL or PDF. */
export const InvoiceIssued = defineEvent({
  type: 'invoice.issued',
  version: 1,
  entity: 'invoice',
  public: true,
  data: Type.Object(
    {
      invoiceId: Type.String(),
      kind: Type.String({ description: '`INVOICE` or `CREDIT_NOTE`.' }),
      number: Type.String(),
      orderId: Type.String(),
      orderNumber: Type.Optional(
        Type.String({ description: 'The number of the purchase order of this supplier.' }),
      ),
      supplierId: Type.String(),
      poNumber: Type.Optional(Type.String()),
      issuedOn: Type.String({ format: 'date' }),
      dueOn: Type.Optional(Type.String({ format: 'date' })),
      total: MoneyData,
    },
    { description: 'An invoice for a shipment, or a credit note for a return, was issued.' },
  ),
  example: {
    invoiceId: 'inv_01m7xb82dw3khw78phh28dvacd',
    kind: 'INVOICE',
    number: 'R-2026-000042',
    orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
    orderNumber: 'PO-2026-000123-1',
    supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6znb',
    poNumber: 'PO-4711',
    issuedOn: '2026-01-04',
    dueOn: '2026-02-03',
    total: { amount: '592.62', currency: 'EUR' },
  },
})

export const invoicesEvents = [InvoiceIssued]

export function issuedData(invoice: Invoice) {
  const { id, kind, number = '', orderId, supplierCompanyId, issuedOn = '', dueOn } = invoice
  const { poNumber, orderNumber } = invoice.content
  return {
    invoiceId: id,
    kind,
    number,
    orderId,
    ...(orderNumber === undefined ? {} : { orderNumber }),
    supplierId: supplierCompanyId,
    ...(poNumber === undefined ? {} : { poNumber }),
    issuedOn,
    ...(dueOn === undefined ? {} : { dueOn }),
    total: moneyData(invoice.total),
  }
}
