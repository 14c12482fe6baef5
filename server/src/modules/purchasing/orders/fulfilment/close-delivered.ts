import { Type } from 'typebox'
import { after, daysMs } from '#kernel/time'
import { defineJob, defineSchedule, handle } from '#platform/jobs'
import { cancelRefundedOrderJob } from '../credits/cancel-refunded-order.ts'
import { noteRefundedJob } from '../credits/note-refunded.ts'
import { markClosed } from './close-store.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'

const CloseDelivered = defineJob({
  name: 'orders.close_delivered',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const batchMax = 500

/** A second run finds no order that is still DELIVERED. */
export function ordersJobs(deps: FulfilmentDeps) {
  return [
    cancelRefundedOrderJob(deps),
    noteRefundedJob(deps),
    handle(CloseDelivered, async (_payload, signal) => {
      while (!signal.aborted && (await closeDelivered(deps)) === batchMax);
    }),
  ]
}

export const ordersSchedules = [
  defineSchedule({
    name: 'orders.close_delivered_hourly',
    cron: '27 * * * *',
    job: CloseDelivered,
    payload: {},
  }),
]

/** Closes one batch of orders that were delivered long enough ago. Returns how many it closed. */
export function closeDelivered({ database, now, closeAfterDays }: FulfilmentDeps): Promise<number> {
  const deliveredBefore = after(now(), -daysMs(closeAfterDays))
  return markClosed(database.pool, deliveredBefore, now(), batchMax)
}
