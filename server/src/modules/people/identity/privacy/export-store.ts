import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'

export type PrivacyExport = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly state: 'REQUESTED' | 'READY' | 'TAKEN' | 'EXPIRED'
  readonly requestedAt: Date
  readonly readyAt: Date | undefined
  readonly expiresAt: Date | undefined
}

type Row = {
  company_id: string
  id: string
  user_id: string
  state: PrivacyExport['state']
  requested_at: Date
  ready_at: Date | null
  expires_at: Date | null
}

/** Returns the person's open export if there is one: two requests make one export. */
export async function insertExport(
  tx: Tx,
  request: { readonly id: string; readonly companyId: string; readonly userId: string },
  now: Date,
): Promise<PrivacyExport> {
  const { id, companyId, userId } = request
  await sql`
    insert into identity.privacy_exports (company_id, id, user_id, state, requested_at)
    values (${companyId}, ${id}, ${userId}, 'REQUESTED', ${now})
    on conflict (user_id) where state in ('REQUESTED', 'READY') do nothing
  `.execute(tx)
  const { rows } = await sql<Row>`
    /* across companies: a person has one open export, wherever it was asked for */
    select * from identity.privacy_exports
    where user_id = ${userId} and state in ('REQUESTED', 'READY')
  `.execute(tx)
  return toExport(rows[0] as Row)
}

export async function findExport(conn: Conn, id: string): Promise<PrivacyExport | undefined> {
  const { rows } = await sql<Row>`
    /* across companies: an export is found by its id, and whose it is is looked at then */
    select * from identity.privacy_exports where id = ${id}
  `.execute(conn)
  return rows[0] && toExport(rows[0])
}

/** Locks the export while it is prepared, so that two workers do not prepare it at the same time. */
export async function lockExport(tx: Tx, id: string): Promise<PrivacyExport | undefined> {
  const { rows } = await sql<Row>`
    /* across companies: a job names the export, and the row whose it is */
    select * from identity.privacy_exports where id = ${id} for update
  `.execute(tx)
  return rows[0] && toExport(rows[0])
}

/** Returns false if the export no longer waits to be prepared. */
export async function markReady(
  tx: Tx,
  { companyId, id }: PrivacyExport,
  ready: { readonly sealed: string; readonly at: Date; readonly until: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.privacy_exports
    set state = 'READY', content_sealed = ${ready.sealed}, ready_at = ${ready.at}, expires_at = ${ready.until}
    where company_id = ${companyId} and id = ${id} and state = 'REQUESTED'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Returns its sealed head, or undefined if it is not ready, was downloaded or has expired. */
export async function replaceLink(
  tx: Tx,
  { companyId, id }: PrivacyExport,
  linkHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ content_sealed: string }>`
    update identity.privacy_exports set link_hash = ${linkHash}
    where company_id = ${companyId} and id = ${id} and state = 'READY' and expires_at > ${now}
    returning content_sealed
  `.execute(tx)
  return rows[0]?.content_sealed
}

export async function findByLink(
  tx: Tx,
  linkHash: Buffer,
  now: Date,
): Promise<(PrivacyExport & { readonly sealed: string }) | undefined> {
  const { rows } = await sql<Row & { content_sealed: string }>`
    /* across companies: whoever holds the link holds the export */
    select * from identity.privacy_exports
    where link_hash = ${linkHash} and state = 'READY' and expires_at > ${now}
  `.execute(tx)
  const [row] = rows
  return row && { ...toExport(row), sealed: row.content_sealed }
}

/** Returns false if this table, or the whole export, was downloaded before. */
export async function markTableTaken(
  tx: Tx,
  { companyId, id }: PrivacyExport,
  table: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.privacy_exports set tables_taken = tables_taken || ${table}::text
    where company_id = ${companyId} and id = ${id} and state = 'READY' and not ${table} = any (tables_taken)
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Succeeds once: of two simultaneous downloads one gets the content. */
export async function takeContent(
  tx: Tx,
  linkHash: Buffer,
  now: Date,
): Promise<(PrivacyExport & { readonly sealed: string }) | undefined> {
  const { rows } = await sql<Row & { sealed: string }>`
    /* across companies: whoever holds the link holds the export */
    with found as materialized (
      select company_id, id, content_sealed from identity.privacy_exports
      where link_hash = ${linkHash} and state = 'READY' and expires_at > ${now}
      for update
    )
    update identity.privacy_exports e
    set state = 'TAKEN', taken_at = ${now}, content_sealed = null, link_hash = null
    from found
    where (e.company_id, e.id) = (found.company_id, found.id) and e.state = 'READY'
    returning e.*, found.content_sealed as sealed
  `.execute(tx)
  const [row] = rows
  return row && { ...toExport(row), sealed: row.sealed }
}

export async function expireExports(conn: Conn, now: Date): Promise<void> {
  await sql`
    /* across companies: tidying up */
    update identity.privacy_exports
    set state = 'EXPIRED', content_sealed = null, link_hash = null
    where state = 'READY' and expires_at <= ${now}
  `.execute(conn)
}

function toExport(row: Row): PrivacyExport {
  return {
    id: row.id,
    companyId: row.company_id,
    userId: row.user_id,
    state: row.state,
    requestedAt: row.requested_at,
    readyAt: row.ready_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
  }
}
