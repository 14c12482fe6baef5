import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import type { SearchState } from './search-record.ts'

export type Outcome = { readonly state: SearchState; readonly productIds: readonly string[] }

/** The state of a search, and its first products in the order of its events. */
export async function findOutcome(
  conn: Conn,
  companyId: string,
  searchId: string,
  productsMax: number,
): Promise<Outcome | undefined> {
  const { rows } = await sql<{ state: string; ids: string[] | null }>`
    select s.state, array(
      select p.product ->> 'id'
      from search.events e cross join lateral json_array_elements(e.data -> 'products') with ordinality as p (product, place)
      where e.company_id = ${companyId} and e.search_id = ${searchId} and e.kind = 'products'
      order by e.event, p.place limit ${productsMax}
    ) as ids
    from search.searches s where s.company_id = ${companyId} and s.id = ${searchId}
  `.execute(conn)
  const [row] = rows
  return row && { state: row.state as SearchState, productIds: row.ids ?? [] }
}
