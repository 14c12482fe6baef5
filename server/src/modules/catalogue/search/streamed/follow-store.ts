import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import type { StoredEvent, StreamKey } from '#platform/streams'

/** The next events after a given one, by the primary key. */
export async function listEventsAfter(
  conn: Conn,
  { companyId, id }: StreamKey,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event, kind, products, data::text as data from search.events
    where company_id = ${companyId} and search_id = ${id} and event > ${after}
    order by event limit ${limit}
  `.execute(conn)
  return rows
}

/** The number of the last event of each search. A missing search has been purged. */
export async function listLastEvents(
  conn: Conn,
  searches: readonly StreamKey[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; last_event: number }>`
    select s.id, s.last_event from search.searches s
    join unnest(${searches.map(({ companyId }) => companyId)}::text[], ${searches.map(({ id }) => id)}::text[])
      as followed (company_id, id) on (s.company_id, s.id) = (followed.company_id, followed.id)
  `.execute(conn)
  return new Map(rows.map(({ id, last_event: lastEvent }) => [id, lastEvent]))
}
