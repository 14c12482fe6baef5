import { type RawBuilder, sql } from 'kysely'
import { lowStock } from '../product.ts'

type Fragment = RawBuilder<unknown>

/** The values of `availability.status` that a product on sale can have. */
export const saleStatuses = ['in_stock', 'low_stock', 'out_of_stock'] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** The stock for sale of each status with any: from, and up to. */
const piecesOf = {
  in_stock: sql`s.on_hand >= ${sql.lit(lowStock)}`,
  low_stock: sql`s.on_hand between 1 and ${sql.lit(lowStock - 1n)}`,
} as const
const stockedStatuses = ['in_stock', 'low_stock'] as const

/**
 * True if search document `d` has one of these statuses now. `lookUp`: the other conditions leave few documents, so the
 * stock of each is read by its key. Otherwise the planner chooses, and usually reads all stock once.
 */
export function hasStatus(statuses: readonly SaleStatus[], lookUp: boolean): Fragment {
  // A product without a row has no stock.
  const isNone = statuses.includes('out_of_stock')
  const read = stockedStatuses.filter((status) => statuses.includes(status) !== isNone)
  if (read.length === 0) return isNone ? sql`true` : sql`false`
  const pieces = sql.join(
    read.map((status) => piecesOf[status]),
    sql` or `,
  )
  const within = lookUp
    ? sql`coalesce((select ${pieces} from products.stock s where s.product_id = d.product_id), false)`
    : sql`exists (select from products.stock s where s.product_id = d.product_id and (${pieces}))`
  return isNone ? sql`not ${within}` : within
}

/** True if the supplier of search document `d` dispatches it within this number of days. For `lookUp` see `hasStatus`. */
export function isDispatchedWithin(days: number, lookUp: boolean): Fragment {
  return lookUp
    ? sql`(select p.lead_time_days from products.products p where p.id = d.product_id) <= ${days}::integer`
    : sql`exists (select from products.products p where p.id = d.product_id and p.lead_time_days <= ${days}::integer)`
}
