import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('invoices', {
  invoice_not_found: { status: 404, message: 'There is no such invoice.' },
  not_issued_yet: {
    status: 409,
    message:
      'This document waits for details of its supplier, named in details.missing. It can be fetched once it is issued.',
  },
  waived: {
    status: 409,
    message:
      'This credit note was never issued: what it would take back was never invoiced, and an operator has said that no document is needed.',
  },
  company_not_found: { status: 404, message: 'There is no such company.' },
  details_invalid: {
    status: 422,
    message: 'Some of the invoice details are wrong. details.problems says which, and how.',
  },
  profile_incomplete: {
    status: 422,
    message:
      'A buyer enters its own part of a profile before it chooses it, and keeps it while it is chosen. details.missing says what is missing. The billing address stands in PATCH /api/v1/company.',
  },
  pdf_failed: {
    status: 503,
    message:
      'The PDF of this document could not be rendered. The platform tries again after details.retryAt, and its operators see the failure. The document is issued: its JSON and its UBL have everything.',
    retryAfterSeconds: 60,
  },
  pdf_not_ready: {
    status: 503,
    message: 'The PDF of this document is being rendered. Ask again in some seconds.',
    retryAfterSeconds: 5,
  },
  invoice_not_waiting: {
    status: 404,
    message: 'No document of this id waits. GET /admin/invoices/waiting lists those that do.',
  },
  can_still_be_issued: {
    status: 409,
    message:
      'Only a credit note without any invoice that it would take back can be waived. This document can still be issued: see what it waits for in GET /admin/invoices/waiting.',
  },
})
