import { type Conn, sql, type Tx } from '#platform/db'
import type { ItemSearchRow } from '../tables.ts'
import type { ItemSearch, SessionKey } from './session.ts'

export async function insertItemSearches(
  tx: Tx,
  { companyId, id }: SessionKey,
  searches: readonly Pick<ItemSearch, 'item' | 'searchId'>[],
): Promise<void> {
  await sql`
    insert into chat.item_searches (company_id, session_id, item, search_id)
    select ${companyId}, ${id}, item, search_id
    from unnest(${searches.map(({ item }) => item)}::integer[], ${searches.map(({ searchId }) => searchId)}::text[])
      as given (item, search_id)
  `.execute(tx)
}

export async function listItemSearches(
  conn: Conn,
  { companyId, id }: SessionKey,
): Promise<ItemSearch[]> {
  const { rows } = await sql<ItemSearchRow>`
    select * from chat.item_searches where company_id = ${companyId} and session_id = ${id} order by item
  `.execute(conn)
  return rows.map((row) => ({
    item: row.item,
    searchId: row.search_id,
    state: (row.search_state ?? undefined) as ItemSearch['state'],
    productIds: row.product_ids,
  }))
}

/** Stores how the searches ended, with their matches. */
export async function updateItemSearches(
  tx: Tx,
  { companyId, id }: SessionKey,
  searches: readonly ItemSearch[],
): Promise<void> {
  await sql`
    update chat.item_searches s
    set search_state = ended.state, product_ids = array(select jsonb_array_elements_text(ended.ids::jsonb))
    from unnest(${searches.map(({ item }) => item)}::integer[], ${searches.map(({ state }) => state ?? null)}::text[],
      ${searches.map(({ productIds }) => JSON.stringify(productIds))}::text[]) as ended (item, state, ids)
    where s.company_id = ${companyId} and s.session_id = ${id} and s.item = ended.item
  `.execute(tx)
}
