import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import type { SearchRow } from '../tables.ts'
import type { SearchRecord, SearchState } from './search-record.ts'
import { toSearch } from './search-store.ts'

export type SearchFilters = {
  readonly state?: SearchState | undefined
  readonly ownerId?: string | undefined
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
}

export type SearchPage = { readonly before?: string | undefined; readonly limit: number }

/** Newest first: ids rise with time, so this uses the primary key, or `searches_by_state`. */
export async function listSearches(
  conn: Conn,
  companyId: string,
  { state, ownerId, createdAfter, createdBefore }: SearchFilters,
  { before, limit }: SearchPage,
): Promise<SearchRecord[]> {
  const { rows } = await sql<SearchRow>`
    select * from search.searches
    where company_id = ${companyId}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
      ${createdAfter ? sql`and created_at > ${createdAfter}` : sql``}
      ${createdBefore ? sql`and created_at < ${createdBefore}` : sql``}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toSearch)
}
