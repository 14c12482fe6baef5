import { sql, type Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { termsChanged } from './agreements/create-terms.ts'

/**
 * Participant. From the commit on, nobody finds, sees or buys the offers of a closed company, as if an assortment
 * excluded them. After the company is opened again, all its offers are back. No product row is written, however many
 * there are. A company that never sold needs no row.
 */
export async function markSupplierClosed(
  tx: Tx,
  {
    id,
    name,
    supplier,
  }: { readonly id: string; readonly name: string; readonly supplier: boolean },
  closedAt: Date | undefined,
): Promise<void> {
  await sql`
    insert into products.suppliers as s (id, name, closed_at)
    select ${id}, ${name}, ${closedAt ?? null}::timestamptz
    where ${supplier}::boolean or exists (select from products.suppliers where id = ${id})
    on conflict (id) do update set closed_at = excluded.closed_at
  `.execute(tx)
  ringAfterCommit(tx, termsChanged)
}
