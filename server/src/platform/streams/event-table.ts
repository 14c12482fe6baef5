import type { RawBuilder } from 'kysely'
import { type Conn, sql } from '#platform/db'
import type { NewEvent, StoredEvent, StreamKey } from './event.ts'

/**
 * The events of records, as rows. The table has the columns company_id, event, kind, products, data and that of the record's id; the
 * table of the records has company_id, id and last_event.
 */
export type EventTable = {
  /**
   * `insert into ... select ...`: the events after the last one of a locked record. A part of the statement that also moves the
   * record's last_event, because a client waits for both.
   */
  append(record: FollowedRecord, events: readonly NewEvent[]): RawBuilder<unknown>
  /** The next events after a given one, by the primary key. */
  readAfter(conn: Conn, key: StreamKey, after: number, limit: number): Promise<StoredEvent[]>
  /** The number of the last event of each record. A missing record has been purged. */
  lastEvents(conn: Conn, keys: readonly StreamKey[]): Promise<Map<string, number>>
}

export type FollowedRecord = StreamKey & { readonly lastEvent: number }

export function createEventTable(names: {
  /** `schema.table` */
  readonly events: string
  readonly records: string
  /** The column of the events that has the record's id. */
  readonly recordId: string
}): EventTable {
  const [events, records] = [sql.table(names.events), sql.table(names.records)]
  const recordId = sql.ref(names.recordId)
  return {
    append: ({ companyId, id, lastEvent }, added) => sql`
      insert into ${events} (company_id, ${recordId}, event, kind, products, data)
      select ${companyId}, ${id}, ${lastEvent}::integer + place, kind, products, data::json
      from unnest(${added.map(({ kind }) => kind)}::text[], ${added.map(({ products = 0 }) => products)}::integer[],
        ${added.map(({ data }) => JSON.stringify(data))}::text[]) with ordinality as added (kind, products, data, place)`,
    readAfter: async (conn, { companyId, id }, after, limit) => {
      const { rows } = await sql<StoredEvent>`
        select event, kind, products, data::text as data from ${events}
        where company_id = ${companyId} and ${recordId} = ${id} and event > ${after}
        order by event limit ${limit}
      `.execute(conn)
      return rows
    },
    lastEvents: async (conn, keys) => {
      const { rows } = await sql<{ id: string; last_event: number }>`
        select r.id, r.last_event from ${records} r
        join unnest(${keys.map(({ companyId }) => companyId)}::text[], ${keys.map(({ id }) => id)}::text[])
          as followed (company_id, id) on (r.company_id, r.id) = (followed.company_id, followed.id)
      `.execute(conn)
      return new Map(rows.map(({ id, last_event: lastEvent }) => [id, lastEvent]))
    },
  }
}
