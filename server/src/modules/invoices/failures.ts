import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('invoices', {
  invoice_not_found: { status: 404, message: 'There is no such invoice.' },
  not_issued_yet: {
    status: 409,
    message:
      'This document waits for details of its supplier, named in details.missing. It can be fetched once it is issued.',
  },
})
