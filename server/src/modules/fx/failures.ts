import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('fx', {
  rate_unavailable: {
    status: 422,
    message: 'There is no usable exchange rate between these two currencies.',
  },
})
