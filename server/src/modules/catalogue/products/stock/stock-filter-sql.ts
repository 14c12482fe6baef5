import { type RawBuilder, sql } from 'kysely'
import { lowStock } from '../product.ts'

type Fragment = RawBuilder<unknown>

/** The values of `availability.status` that a product on sale can have. */
export const saleStatuses = ['in_stock', 'low_stock', 'backorder', 'out_of_stock'] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** What is for sale is the stock less what orders wait for. */
const pieces = sql`s.on_hand - s.backordered`

/** The condition of each status with which a product can be ordered. */
const conditions = {
  in_stock: sql`${pieces} >= ${sql.lit(lowStock)}`,
  low_stock: sql`${pieces} between 1 and ${sql.lit(lowStock - 1n)}`,
  backorder: sql`${pieces} <= 0 and exists (
    select from products.products p where p.id = s.product_id and p.backorder is not null
      and s.backordered < coalesce((p.backorder ->> 'maxQuantity')::numeric * 1000, 'infinity'))`,
} as const
const orderableStatuses = ['in_stock', 'low_stock', 'backorder'] as const

/**
 * True if search document `d` has one of these statuses now. `lookUp`: the other conditions leave few documents, so the
 * stock of each is read by its key. Otherwise the planner chooses, and usually reads all stock once.
 */
export function hasStatus(statuses: readonly SaleStatus[], lookUp: boolean): Fragment {
  // A product without a row has no stock.
  const isNone = statuses.includes('out_of_stock')
  const read = orderableStatuses.filter((status) => statuses.includes(status) !== isNone)
  if (read.length === 0) return isNone ? sql`true` : sql`false`
  const isReading = sql.join(
    read.map((status) => sql`(${conditions[status]})`),
    sql` or `,
  )
  const within = lookUp
    ? sql`coalesce((select ${isReading} from products.stock s where s.product_id = d.product_id), false)`
    : sql`exists (select from products.stock s where s.product_id = d.product_id and (${isReading}))`
  return isNone ? sql`not ${within}` : within
}

/** True if the supplier of search document `d` dispatches it within this number of days. For `lookUp` see `hasStatus`. */
export function isDispatchedWithin(days: number, lookUp: boolean): Fragment {
  return lookUp
    ? sql`(select p.lead_time_days from products.products p where p.id = d.product_id) <= ${days}::integer`
    : sql`exists (select from products.products p where p.id = d.product_id and p.lead_time_days <= ${days}::integer)`
}
