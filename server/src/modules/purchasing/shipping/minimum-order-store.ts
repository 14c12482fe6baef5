import { type Money, money } from '#kernel/money'
import { bigintOf, type Conn, sql, type Tx } from '#platform/db'
import type { MinimumOrder } from './minimum-order.ts'
import { type MinimumOrderRow, tables } from './tables.ts'

/** The minimums of these companies. A company without one is absent. */
export async function listMinimumOrders(
  conn: Conn,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, MinimumOrder>> {
  const { rows } = await sql<MinimumOrderRow>`
    select * from shipping.minimum_orders where company_id = any(${[...companyIds]}::text[])
  `.execute(conn)
  return new Map(rows.map((row) => [row.company_id, toMinimumOrder(row)]))
}

export async function setMinimumOrder(
  tx: Tx,
  companyId: string,
  { amount, fee }: MinimumOrder,
  { changedBy, now }: { readonly changedBy: string; readonly now: Date },
): Promise<void> {
  const columns = {
    currency: amount.currency,
    amount_minor: bigintOf(amount.amountMinor),
    below: fee ? 'FEE' : 'REFUSE',
    fee_minor: fee ? bigintOf(fee.amountMinor) : null,
    changed_by: changedBy,
    changed_at: now,
  }
  await tables(tx)
    .insertInto('shipping.minimum_orders')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
    .execute()
}

export async function deleteMinimumOrder(
  tx: Tx,
  companyId: string,
): Promise<MinimumOrder | undefined> {
  const row = await tables(tx)
    .deleteFrom('shipping.minimum_orders')
    .where('company_id', '=', companyId)
    .returningAll()
    .executeTakeFirst()
  return row && toMinimumOrder(row)
}

function toMinimumOrder({ currency, amount_minor, fee_minor }: MinimumOrderRow): MinimumOrder {
  const read = (minor: number): Money => money(BigInt(minor), currency)
  return { amount: read(amount_minor), fee: fee_minor === null ? undefined : read(fee_minor) }
}
