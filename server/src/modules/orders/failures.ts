import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('orders', {
  order_not_found: { status: 404, message: 'There is no such order.' },
})
