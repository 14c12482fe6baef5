import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  order_lines_missing: {
    status: 400,
    message: 'Send either `lines` or a `text` with at least one line.',
  },
  order_lines_too_many: {
    status: 422,
    message: 'A quick order has at most 1,000 lines. Send it in parts.',
  },
})
