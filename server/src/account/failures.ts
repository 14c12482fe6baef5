import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('account', {
  foreign_form: {
    status: 403,
    message: 'The form was not sent from a page of this service. Open the page again.',
  },
})
