import { sql } from 'kysely'
import type { Conn } from '#platform/db'

export type BrowserKind = 'Interaction' | 'Session'

export type BrowserEntry = {
  readonly hash: Buffer
  readonly kind: BrowserKind
  readonly uidHash: Buffer | undefined
  readonly userId: string | undefined
  readonly payload: Record<string, unknown>
  readonly expiresAt: Date
}

export async function upsertBrowserEntry(conn: Conn, entry: BrowserEntry): Promise<void> {
  await sql`
    insert into identity.oauth_browsers (id_hash, kind, uid_hash, user_id, payload, expires_at)
    values (${entry.hash}, ${entry.kind}, ${entry.uidHash ?? null}, ${entry.userId ?? null},
            ${JSON.stringify(entry.payload)}::jsonb, ${entry.expiresAt})
    on conflict (id_hash) do update
    set payload = excluded.payload, uid_hash = excluded.uid_hash, user_id = excluded.user_id,
        expires_at = excluded.expires_at
  `.execute(conn)
}

export async function findBrowserEntry(
  conn: Conn,
  kind: BrowserKind,
  hash: Buffer,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from identity.oauth_browsers where id_hash = ${hash} and kind = ${kind}
  `.execute(conn)
  return rows[0]?.payload
}

export async function findBrowserEntryByUid(
  conn: Conn,
  uidHash: Buffer,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from identity.oauth_browsers where uid_hash = ${uidHash}
    order by expires_at desc limit 1
  `.execute(conn)
  return rows[0]?.payload
}

export async function deleteBrowserEntry(conn: Conn, hash: Buffer): Promise<void> {
  await sql`delete from identity.oauth_browsers where id_hash = ${hash}`.execute(conn)
}

/** Signs a browser out: its cookie no longer identifies a session. */
export async function deleteBrowserEntryByUid(conn: Conn, uidHash: Buffer): Promise<void> {
  await sql`delete from identity.oauth_browsers where uid_hash = ${uidHash}`.execute(conn)
}
