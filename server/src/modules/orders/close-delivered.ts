import { Type } from 'typebox'
import { after, daysMs } from '#kernel/time'
import { sql } from '#platform/db'
import { defineJob, defineSchedule, handle } from '#platform/jobs'
import type { FulfilmentDeps } from './fulfilment-deps.ts'

const CloseDelivered = defineJob({
  name: 'orders.close_delivered',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
})

const batchMax = 500

/** Closing twice is harmless: the second run finds none that is still DELIVERED. */
export function ordersJobs(deps: FulfilmentDeps) {
  return [
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

/**
 * Closes a batch of the orders that were delivered long enough ago, but none with a return that nobody has decided or
 * with money that is on its way back. `orders_delivered` answers. Returns how many it closed.
 */
export async function closeDelivered({ database, now, closeAfterDays }: FulfilmentDeps) {
  const at = now()
  const { rows } = await sql<{ count: number }>`
    /* across companies: the schedule closes everybody's */
    with due as materialized (
      select o.company_id, o.id from orders.orders o
      where o.state = 'DELIVERED' and o.delivered_at <= ${after(at, -daysMs(closeAfterDays))}
        and not exists (select 1 from orders.returns r
          where r.company_id = o.company_id and r.order_id = o.id and r.decided_at is null)
        and not exists (select 1 from orders.credits c
          where c.company_id = o.company_id and c.order_id = o.id and c.state = 'WAITING')
      order by o.delivered_at, o.id
      limit ${batchMax}
      for update of o skip locked
    ), closed as (
      update orders.orders o set state = 'CLOSED', version = o.version + 1, updated_at = ${at}
      from due where (o.company_id, o.id) = (due.company_id, due.id) and o.state = 'DELIVERED'
      returning o.company_id, o.id, o.version
    ), told as (
      insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
      select company_id, id, version, 'CLOSED', null, '{}', ${at} from closed
      returning 1
    )
    select count(*) as count from told
  `.execute(database.pool)
  return rows[0]?.count ?? 0
}
