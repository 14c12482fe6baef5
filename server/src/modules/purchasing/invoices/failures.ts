import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('invoices', {
  invoice_not_found: {
    status: 404,
    message: 'There is no such invoice. Take the id from the list of invoices.',
    details: { invoiceId: Type.String() },
  },
  not_issued_yet: {
    status: 409,
    message:
      'The invoice waits for the details of its supplier in details.missing. Fetch it when it has been issued.',
    details: { invoiceId: Type.String(), missing: Type.Array(Type.String()) },
  },
  waived: {
    status: 409,
    message:
      'This credit note was never issued, because an operator recorded that none is needed. Do nothing more.',
    details: { invoiceId: Type.String() },
  },
  company_not_found: {
    status: 404,
    message:
      'There is no such company. Send the id of a company, which begins with co_, and not its name.',
    details: { companyId: Type.String() },
  },
  details_invalid: {
    status: 422,
    message: 'Some invoice details are not valid. Correct the fields in details.problems.',
    details: {
      problems: Type.Array(Type.Object({ field: Type.String(), problem: Type.String() })),
    },
  },
  profile_incomplete: {
    status: 422,
    message:
      'The invoice profile needs the details in details.missing. Enter them first; the billing address is part of PATCH /api/v1/company.',
    details: {
      profile: Type.Enum(['EN16931', 'PEPPOL_BIS_3', 'XRECHNUNG_3']),
      missing: Type.Array(Type.String()),
    },
  },
  pdf_failed: {
    status: 503,
    message:
      'The PDF could not be rendered; the operators can see the failure. Use the JSON or the UBL, or try again after details.retryAt.',
    retryAfterSeconds: 60,
    details: { invoiceId: Type.String(), retryAt: Type.String() },
  },
  pdf_not_ready: {
    status: 503,
    message: 'The PDF is being rendered. Try again in a few seconds.',
    retryAfterSeconds: 5,
    details: { invoiceId: Type.String() },
  },
  order_not_placed: {
    status: 409,
    message:
      'The order has no purchase orders, because it waits for approval or was rejected. Read the document when the order is placed.',
    details: { orderId: Type.String(), state: Type.String() },
  },
  purchase_order_empty: {
    status: 409,
    message:
      'At this revision nothing is left of the purchase order of this supplier. Name an earlier revision, or read the order.',
    details: { orderId: Type.String(), supplierId: Type.String(), revision: Type.Integer() },
  },
  purchase_order_pdf_failed: {
    status: 503,
    message:
      'The PDF of the purchase order could not be rendered; the operators can see the failure. Use the UBL, or try again after details.retryAt.',
    retryAfterSeconds: 60,
    details: { orderId: Type.String(), supplierId: Type.String(), retryAt: Type.String() },
  },
  purchase_order_pdf_not_ready: {
    status: 503,
    message: 'The PDF of the purchase order is being rendered. Try again in a few seconds.',
    retryAfterSeconds: 5,
    details: { orderId: Type.String(), supplierId: Type.String() },
  },
  invoice_not_waiting: {
    status: 404,
    message: 'No waiting invoice has this id. Take the id from GET /admin/invoices/waiting.',
    details: { invoiceId: Type.String() },
  },
  can_still_be_issued: {
    status: 409,
    message:
      'This document can still be issued. Read GET /admin/invoices/waiting to see what it waits for; only a credit note without an invoice can be waived.',
    details: { invoiceId: Type.String() },
  },
})
