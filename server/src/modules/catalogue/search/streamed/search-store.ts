import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import type { SearchRow } from '../tables.ts'
import type {
  NewEvent,
  SearchKey,
  SearchRecord,
  SearchRequest,
  SearchState,
  Sources,
} from './search-record.ts'

export type NewSearch = SearchKey &
  Pick<SearchRecord, 'ownerId' | 'unitId' | 'request' | 'sources' | 'createdAt' | 'deadlineAt'>

/**
 * Inserts a search with its first event. Returns false, without a change, if the company has too many running searches.
 */
export async function insertSearch(
  tx: Tx,
  search: NewSearch,
  first: NewEvent,
  runningMax: number,
): Promise<boolean> {
  const { companyId, id, ownerId, unitId, request, sources, createdAt, deadlineAt } = search
  // Counts by `searches_running_by_company`. Concurrent inserts may exceed the limit slightly.
  const { numAffectedRows } = await sql`
    with begun as (
      insert into search.searches (company_id, id, owner_id, unit_id, state, request, sources, last_event, products,
        created_at, deadline_at, available_at, attempts)
      select ${companyId}, ${id}, ${ownerId}, ${unitId ?? null}, 'RUNNING', ${JSON.stringify(request)}::jsonb,
        ${JSON.stringify(sources)}::jsonb, 1, 0, ${createdAt}, ${deadlineAt}, ${createdAt}, 0
      where (select count(*) from (
        select from search.searches where company_id = ${companyId} and state = 'RUNNING' limit ${runningMax}
      ) running) < ${runningMax}
      returning company_id, id
    )
    insert into search.events (company_id, search_id, event, kind, products, data)
    select company_id, id, 1, ${first.kind}, ${first.products ?? 0}::integer, ${JSON.stringify(first.data)}::json
    from begun
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function findSearch(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<SearchRecord | undefined> {
  const { rows } = await sql<SearchRow>`
    select * from search.searches where company_id = ${companyId} and id = ${id}
  `.execute(conn)
  return rows[0] && toSearch(rows[0])
}

/**
 * Locks a running search, so that its next events follow its last one. Returns undefined if the search has ended or,
 * with a token, if another worker has it. Then the caller must not write.
 */
export async function lockRunning(
  tx: Tx,
  { companyId, id }: SearchKey,
  leaseToken?: string,
): Promise<SearchRecord | undefined> {
  const isHeld = leaseToken === undefined ? sql`true` : sql`lease_token = ${leaseToken}`
  const { rows } = await sql<SearchRow>`
    select * from search.searches
    where company_id = ${companyId} and id = ${id} and state = 'RUNNING' and ${isHeld}
    for update
  `.execute(tx)
  return rows[0] && toSearch(rows[0])
}

export type Step = {
  readonly events: readonly NewEvent[]
  readonly sources: Sources
  readonly products: number
  readonly end?: { readonly state: SearchState; readonly at: Date; readonly failureCode?: string }
}

/** Records the progress of a locked search, with its events. */
export async function writeStep(tx: Tx, locked: SearchRecord, step: Step): Promise<void> {
  const { companyId, id, lastEvent } = locked
  const { events, sources, products, end } = step
  const ending = end
    ? sql`, state = ${end.state}, ended_at = ${end.at}, failure_code = ${end.failureCode ?? null},
        lease_token = null, lease_until = null`
    : sql``
  // One statement, because a client waits for it.
  await sql`
    with appended as (
      insert into search.events (company_id, search_id, event, kind, products, data)
      select ${companyId}, ${id}, ${lastEvent}::integer + place, kind, products, data::json
      from unnest(${events.map(({ kind }) => kind)}::text[], ${events.map((one) => one.products ?? 0)}::integer[],
        ${events.map(({ data }) => JSON.stringify(data))}::text[]) with ordinality as appended (kind, products, data, place)
    )
    update search.searches
    set last_event = ${lastEvent + events.length}, products = ${products},
      sources = ${JSON.stringify(sources)}::jsonb ${ending}
    where company_id = ${companyId} and id = ${id}
  `.execute(tx)
}

/**
 * Locks a running search, as `lockRunning` does, and marks products as published, up to `productsMax` in all. Returns
 * the products that were not published before.
 */
export async function lockAndMarkPublished(
  tx: Tx,
  { companyId, id }: SearchKey,
  leaseToken: string,
  productIds: readonly string[],
  productsMax: number,
): Promise<{ readonly locked: SearchRecord; readonly fresh: ReadonlySet<string> } | undefined> {
  const { rows } = await sql<SearchRow & { fresh: string[] | null }>`
    with held as materialized (
      select * from search.searches
      where company_id = ${companyId} and id = ${id} and state = 'RUNNING' and lease_token = ${leaseToken}
      for update
    ), marked as (
      insert into search.found_products (company_id, search_id, product_id)
      select held.company_id, held.id, f.product_id
      from held, unnest(${productIds}::text[]) with ordinality as f (product_id, place)
      where f.place <= ${productsMax}::integer - held.products
      on conflict do nothing
      returning product_id
    )
    select held.*, (select array_agg(product_id) from marked) as fresh from held
  `.execute(tx)
  const [row] = rows
  return row && { locked: toSearch(row), fresh: new Set(row.fresh ?? []) }
}

/** Marks external offers as published in a search that the caller has locked, at most `room` that were not before. Returns these. */
export async function markOffersPublished(
  tx: Tx,
  { companyId, id }: SearchKey,
  offerIds: readonly string[],
  room: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ product_id: string }>`
    insert into search.found_products (company_id, search_id, product_id)
    select ${companyId}, ${id}, f.offer_id
    from unnest(${[...offerIds]}::text[]) with ordinality as f (offer_id, place)
    where not exists (
      select from search.found_products p
      where p.company_id = ${companyId} and p.search_id = ${id} and p.product_id = f.offer_id)
    order by f.place limit ${room}
    on conflict do nothing
    returning product_id
  `.execute(tx)
  return new Set(rows.map(({ product_id: offerId }) => offerId))
}

export function toSearch(row: SearchRow): SearchRecord {
  return {
    companyId: row.company_id as Id<'co'>,
    id: row.id as Id<'srch'>,
    ownerId: row.owner_id,
    unitId: row.unit_id ?? undefined,
    state: row.state as SearchState,
    request: row.request as SearchRequest,
    sources: row.sources as Sources,
    lastEvent: row.last_event,
    products: row.products,
    failureCode: row.failure_code ?? undefined,
    createdAt: row.created_at,
    deadlineAt: row.deadline_at,
    endedAt: row.ended_at ?? undefined,
  }
}
