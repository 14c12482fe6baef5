import { type Conn, sql, type Tx } from '#platform/db'

/** Closes an order that was delivered and whose goods all went back. Changes nothing if it is in another state. */
export async function closeCredited(
  tx: Tx,
  companyId: string,
  orderId: string,
  now: Date,
): Promise<void> {
  await sql`
    with closed as (
      update orders.orders set state = 'CLOSED', version = version + 1, updated_at = ${now}
      where company_id = ${companyId} and id = ${orderId} and state = 'DELIVERED' and payment_state = 'CREDITED'
      returning company_id, id, version
    )
    insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
    select company_id, id, version, 'CLOSED', null, '{}', ${now} from closed
  `.execute(tx)
}

/**
 * Closes a batch of orders that were delivered before an instant. It skips orders with an undecided return or with
 * money that still has to go back. `orders_delivered` answers. Returns how many it closed.
 */
export async function markClosed(
  conn: Conn,
  deliveredBefore: Date,
  now: Date,
  batchMax: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    /* across companies: the schedule closes everybody's */
    with due as materialized (
      select o.company_id, o.id from orders.orders o
      where o.state = 'DELIVERED' and o.delivered_at <= ${deliveredBefore}
        and not exists (select 1 from orders.returns r
          where r.company_id = o.company_id and r.order_id = o.id and r.decided_at is null)
        and not exists (select 1 from orders.credits c
          where c.company_id = o.company_id and c.order_id = o.id and c.state in ('WAITING', 'REFUSED'))
      order by o.delivered_at, o.id
      limit ${batchMax}
      for update of o skip locked
    ), closed as (
      update orders.orders o set state = 'CLOSED', version = o.version + 1, updated_at = ${now}
      from due where (o.company_id, o.id) = (due.company_id, due.id)
      returning o.company_id, o.id, o.version
    ), emitted as (
      insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
      select company_id, id, version, 'CLOSED', null, '{}', ${now} from closed
      returning 1
    )
    select count(*) as count from emitted
  `.execute(conn)
  return rows[0]?.count ?? 0
}
