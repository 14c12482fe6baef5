import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('invoices', {
  invoice_not_found: {
    status: 404,
    message: 'There is no such invoice. Take the id from the list of invoices.',
  },
  not_issued_yet: {
    status: 409,
    message:
      'The invoice waits for details of its supplier, which details.missing names. Fetch it after it was issued.',
  },
  waived: {
    status: 409,
    message:
      'This credit note was never issued: an operator recorded that none is needed. Do nothing more.',
  },
  company_not_found: { status: 404, message: 'There is no such company. Check the id.' },
  details_invalid: {
    status: 422,
    message: 'Some of the invoice details are wrong. Correct those that details.problems names.',
  },
  profile_incomplete: {
    status: 422,
    message:
      'The invoice profile needs more details of the buyer. Enter what details.missing names before you choose it; the billing address is in PATCH /api/v1/company.',
  },
  pdf_failed: {
    status: 503,
    message:
      'The PDF could not be rendered, and the operators see the failure. Use the JSON or the UBL, or try again after details.retryAt.',
    retryAfterSeconds: 60,
  },
  pdf_not_ready: {
    status: 503,
    message: 'The PDF of this document is being rendered. Ask again in some seconds.',
    retryAfterSeconds: 5,
  },
  invoice_not_waiting: {
    status: 404,
    message: 'No invoice of this id waits. Take the id from GET /admin/invoices/waiting.',
  },
  can_still_be_issued: {
    status: 409,
    message:
      'Only a credit note without any invoice that it would take back can be waived. This document can still be issued: see what it waits for in GET /admin/invoices/waiting.',
  },
})
