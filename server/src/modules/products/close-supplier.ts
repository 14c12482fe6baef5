import { sql, type Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { termsChanged } from './agreements/terms.ts'

/**
 * A participant: from the commit on nobody finds, sees or buys what a closed company offers, as if an assortment left it
 * out; opened again it is as it was. None of its products is written, however many there are. Of a
 * company that has never sold there is nothing to note.
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
