import { type RawBuilder, sql } from 'kysely'
import { type Conn, copyEach, inIndexOrder, type Tx } from '#platform/db'
import type { Emission } from './emission.ts'
import type { Cause, LoggedEvent } from './event.ts'
import type { EventRow } from './event-row.ts'
import type { EventKind } from './kind.ts'

export type NewEvent = Emission<unknown> &
  Pick<EventKind<unknown>, 'type' | 'version' | 'entity'> & { readonly id: string }

/** One statement text for any number of events. `arrival` follows the order given. */
export function insertionOf(events: readonly NewEvent[]): RawBuilder<unknown> {
  const each = <Value>(read: (event: NewEvent) => Value) => events.map(read)
  return sql`
    insert into platform.events
      (company_id, id, type, version, occurred_at, entity_type, entity_id, entity_version, data, cause)
    select e.company_id, e.id, e.type, e.version, e.occurred_at, e.entity_type,
           e.entity_id, e.entity_version, e.data::jsonb, e.cause::jsonb
    from unnest(
      ${each(({ companyId }) => companyId)}::text[],
      ${each(({ id }) => id)}::text[],
      ${each(({ type }) => type)}::text[],
      ${each(({ version }) => version)}::integer[],
      ${each(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
      ${each(({ entity }) => entity)}::text[],
      ${each(({ entityId }) => entityId)}::text[],
      ${each(({ entityVersion }) => entityVersion)}::bigint[],
      ${each(({ data }) => JSON.stringify(data))}::text[],
      ${each(({ cause }) => (cause ? JSON.stringify(cause) : null))}::text[]
    ) with ordinality as e(company_id, id, type, version, occurred_at, entity_type, entity_id, entity_version,
                           data, cause, place)
    order by e.place
  `
}

/** Like the insert, for many events: neither side has to convert them to and from text. */
export async function copyEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const target = sql`platform.events (company_id, id, type, version, occurred_at, entity_type, entity_id, entity_version,
    data, cause)`
  await copyEach(tx, target, events, (rows, event) => {
    rows.row()
    rows.text(event.companyId)
    rows.text(event.id)
    rows.text(event.type)
    rows.integer(event.version)
    rows.instant(event.occurredAt)
    rows.text(event.entity)
    rows.text(event.entityId)
    rows.bigint(event.entityVersion)
    rows.json(JSON.stringify(event.data))
    rows.json(event.cause && JSON.stringify(event.cause))
  })
}

/** Events after a position of the log, in its order. `events_by_position` answers. */
export async function readEvents(
  conn: Conn,
  page: { readonly after: number; readonly limit: number; readonly types?: readonly string[] },
): Promise<LoggedEvent[]> {
  const { rows } = await sql<EventRow>`
    /* across companies: the readers of the log serve every company, each event names its own */
    select * from platform.events
    where position > ${page.after} and (${page.types ?? null}::text[] is null or type = any(${page.types ?? null}))
    order by position
    limit ${page.limit}
  `.execute(conn)
  return rows.map(toEvent)
}

/** The events that a subscription has not read, up to `to`, which must be a position that the sequencer has committed. */
export async function readBetween(
  tx: Tx,
  range: {
    readonly after: number
    readonly to: number
    readonly types: readonly string[]
    readonly limit: number
  },
): Promise<LoggedEvent[]> {
  const { rows } = await inIndexOrder(tx, () =>
    sql<EventRow>`
      /* across companies: a subscription reads the whole log, each event names its company */
      select * from platform.events
      where position > ${range.after} and position <= ${range.to} and type = any(${range.types})
      order by position
      limit ${range.limit}
    `.execute(tx),
  )
  return rows.map(toEvent)
}

/** Events of a company by their ids, in no particular order. Events without a number are left out. */
export async function findEvents(
  conn: Conn,
  companyId: string,
  ids: readonly string[],
): Promise<LoggedEvent[]> {
  const { rows } = await sql<EventRow>`
    select * from platform.events
    where company_id = ${companyId} and id = any(${ids}) and position is not null
  `.execute(conn)
  return rows.map(toEvent)
}

export type CompanyPage = {
  readonly since: Date
  readonly until: Date
  readonly types: readonly string[]
  readonly after: Pick<LoggedEvent, 'occurredAt' | 'id'> | undefined
  readonly limit: number
}

/** The numbered events of a company in a window of time, in order. `events_by_company` answers. */
export async function readCompanyEvents(
  conn: Conn,
  companyId: string,
  { since, until, types, after, limit }: CompanyPage,
): Promise<LoggedEvent[]> {
  const { rows } = await sql<EventRow>`
    select * from platform.events
    where company_id = ${companyId} and occurred_at >= ${since} and occurred_at < ${until}
      and (occurred_at, id) > (${after?.occurredAt ?? since}, ${after?.id ?? ''})
      and type = any(${types}) and position is not null
    order by occurred_at, id
    limit ${limit}
  `.execute(conn)
  return rows.map(toEvent)
}

/** The last numbered events of a kind of a company, newest first. `events_by_company` answers. */
export async function readLatestCompanyEvents(
  conn: Conn,
  companyId: string,
  { type, since, limit }: { readonly type: string; readonly since: Date; readonly limit: number },
): Promise<LoggedEvent[]> {
  const { rows } = await sql<EventRow>`
    select * from platform.events
    where company_id = ${companyId} and type = ${type} and occurred_at >= ${since} and position is not null
    order by occurred_at desc, id desc
    limit ${limit}
  `.execute(conn)
  return rows.map(toEvent)
}

export function toEvent(row: EventRow): LoggedEvent {
  return {
    id: row.id,
    position: Number(row.position),
    type: row.type,
    version: row.version,
    companyId: row.company_id,
    sequence: Number(row.sequence),
    occurredAt: row.occurred_at,
    entity: { type: row.entity_type, id: row.entity_id, version: row.entity_version },
    data: row.data,
    cause: (row.cause as Cause | null) ?? undefined,
  }
}
