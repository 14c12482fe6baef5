import { type Money, money } from '#kernel/money'
import { type Conn, sql } from '#platform/db'
import type { OrderState } from '../order.ts'

/** Why an operator should look at an order. An order that its company holds is not stuck. */
export const stuckReasons = [
  'UNCONFIRMED',
  'UNSHIPPED',
  'CREDIT_UNSETTLED',
  'CREDIT_REFUSED',
] as const

export type StuckReason = (typeof stuckReasons)[number]

export type StuckOrder = {
  readonly reason: StuckReason
  readonly companyId: string
  readonly orderId: string
  readonly number: string
  readonly state: OrderState
  /** The total of the order, or the amount to give back. */
  readonly amount: Money
  readonly poNumber: string | undefined
  /** When the order was placed, or when the money became owed. */
  readonly since: Date
  /** The suppliers that have not confirmed or shipped. Empty if money is on its way. */
  readonly supplierIds: readonly string[]
  /** The error of the last attempt to give money back. */
  readonly lastError: string | undefined
  /** The credit that is stuck, if any. */
  readonly creditId: string | undefined
  /** The id of the order, or of the credit. */
  readonly id: string
}

/** What began before these instants has taken too long. */
export type Limits = {
  readonly unconfirmedBefore: Date
  readonly unshippedBefore: Date
  readonly owedBefore: Date
}

export type StuckSearch = {
  readonly reason?: StuckReason | undefined
  readonly companyId?: string | undefined
  readonly after?: { readonly since: Date; readonly id: string } | undefined
  readonly limit: number
}

type StuckRow = {
  reason: StuckReason
  company_id: string
  order_id: string
  number: string
  state: OrderState
  amount_minor: number
  currency: string
  po_number: string | null
  since: Date
  supplier_ids: string[]
  last_error: string | null
  id: string
}

/**
 * Oldest first. Each part reads a small partial index of its own (`orders_unconfirmed`, `orders_unshipped`,
 * `credits_due`, `credits_refused`), because few orders are stuck.
 */
export async function listStuck(
  conn: Conn,
  { unconfirmedBefore, unshippedBefore, owedBefore }: Limits,
  { reason, companyId, after, limit }: StuckSearch,
): Promise<StuckOrder[]> {
  const isRequested = (one: StuckReason) =>
    reason === undefined || reason === one ? sql`` : sql`and false`
  const ofCompany = companyId === undefined ? sql`` : sql`and o.company_id = ${companyId}`
  const further = after ? sql`where (stuck.since, stuck.id) > (${after.since}, ${after.id})` : sql``
  const order = sql`o.company_id, o.id as order_id, o.number, o.state, o.total_minor as amount_minor, o.currency, o.po_number`
  const { rows } = await sql<StuckRow>`
    /* across companies: operators see the whole platform */
    with stuck as (
      select 'UNCONFIRMED' as reason, ${order}, o.placed_at as since, null as last_error, o.id
      from orders.orders o
      where o.state = 'PLACED' and o.held_at is null and o.placed_at < ${unconfirmedBefore} ${ofCompany} ${isRequested('UNCONFIRMED')}
      union all
      select 'UNSHIPPED', ${order}, o.placed_at, null, o.id
      from orders.orders o
      where o.state in ('CONFIRMED', 'PARTIALLY_SHIPPED') and o.held_at is null and o.placed_at < ${unshippedBefore}
        ${ofCompany} ${isRequested('UNSHIPPED')}
      union all
      select 'CREDIT_UNSETTLED', o.company_id, o.id, o.number, o.state, c.amount_minor, c.currency, o.po_number,
             c.created_at, c.last_error, c.id
      from orders.credits c
      join orders.orders o on o.company_id = c.company_id and o.id = c.order_id
      where c.state = 'WAITING' and c.created_at < ${owedBefore} ${ofCompany} ${isRequested('CREDIT_UNSETTLED')}
      union all
      select 'CREDIT_REFUSED', o.company_id, o.id, o.number, o.state, c.amount_minor, c.currency, o.po_number,
             c.created_at, c.last_error, c.id
      from orders.credits c
      join orders.orders o on o.company_id = c.company_id and o.id = c.order_id
      where c.state = 'REFUSED' ${ofCompany} ${isRequested('CREDIT_REFUSED')}
    ), page as (
      select * from stuck ${further} order by since, id limit ${limit}
    )
    select page.*, array(
      select distinct l.supplier_company_id from orders.lines l
      where l.company_id = page.company_id and l.order_id = page.order_id
        and (page.reason = 'UNCONFIRMED' and l.confirmed_at is null
          or page.reason = 'UNSHIPPED' and l.shipped_quantity + l.cancelled_quantity < l.quantity)
      order by 1 limit 20
    ) as supplier_ids
    from page order by since, id
  `.execute(conn)
  return rows.map((row) => ({
    reason: row.reason,
    companyId: row.company_id,
    orderId: row.order_id,
    number: row.number,
    state: row.state,
    amount: money(BigInt(row.amount_minor), row.currency),
    poNumber: row.po_number ?? undefined,
    since: row.since,
    supplierIds: row.supplier_ids,
    lastError: row.last_error ?? undefined,
    creditId: row.id === row.order_id ? undefined : row.id,
    id: row.id,
  }))
}
