import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  order_lines_missing: {
    status: 400,
    message:
      'The quick order has no lines. Send either `lines` or a `text` with at least one line.',
  },
  order_lines_too_many: {
    status: 422,
    message: 'A quick order can have at most 1,000 lines. Send it in parts.',
  },
})
