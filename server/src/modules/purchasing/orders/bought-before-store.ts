import { decimalOf } from '#kernel/money'
import { type Conn, sql } from '#platform/db'
import type { OrderLine } from './order.ts'

type Bought = Pick<OrderLine, 'productId' | 'supplierCompanyId' | 'unitPrice' | 'total'>

/** Those of the suppliers from whom the company has bought nothing yet. Uses `lines_bought`. */
export async function listNewSuppliers(
  conn: Conn,
  companyId: string,
  lines: readonly Pick<Bought, 'supplierCompanyId'>[],
): Promise<Set<string>> {
  const ids = [...new Set(lines.map(({ supplierCompanyId }) => supplierCompanyId))]
  const { rows } = await sql<{ id: string }>`
    select w.id from unnest(${ids}::text[]) as w (id)
    where not exists (
      select 1 from orders.lines l
      join orders.orders o on o.company_id = l.company_id and o.id = l.order_id
      where l.company_id = ${companyId} and l.supplier_company_id = w.id and ${isBought})
  `.execute(conn)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The lines whose price is above the last one that the company paid for the product, as `product price`. A price in
 * another currency cannot be compared and counts as above. Uses `lines_bought`.
 */
export async function listRaisedPrices(
  conn: Conn,
  companyId: string,
  lines: readonly Bought[],
): Promise<Set<string>> {
  const now = lines.map(({ productId, supplierCompanyId, unitPrice, total }) => ({
    product: productId,
    supplier: supplierCompanyId,
    price: decimalOf(unitPrice),
    per: unitPrice.perQuantity,
    currency: total.currency,
  }))
  const { rows } = await sql<{ raised: string }>`
    select w.product || ' ' || w.price || '/' || w.per || ' ' || w.currency as raised
    from jsonb_to_recordset(${JSON.stringify(now)}::jsonb)
      as w (product text, supplier text, price text, per integer, currency text)
    cross join lateral (
      select l.unit_price / l.per_quantity as price, o.currency
      from orders.lines l
      join orders.orders o on o.company_id = l.company_id and o.id = l.order_id
      where l.company_id = ${companyId} and l.supplier_company_id = w.supplier and l.product_id = w.product
        and ${isBought}
      order by l.order_id desc
      limit 1
    ) last
    where w.currency <> last.currency or w.price::numeric / w.per > last.price
  `.execute(conn)
  return new Set(rows.map(({ raised }) => raised))
}

const isBought = sql`o.state not in ('PENDING_APPROVAL', 'REJECTED', 'CANCELLED')`
