import { sql } from 'kysely'
import type { Role, Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import { type ApiKeyRow, tables } from '../tables.ts'
import type { ApiKey } from './api-key.ts'

type StoredHash = { readonly hash: Buffer; readonly pepperId: string }

export async function insertApiKey(tx: Tx, key: ApiKey & StoredHash): Promise<void> {
  await tables(tx)
    .insertInto('identity.api_keys')
    .values({
      id: key.id,
      company_id: key.companyId,
      client_id: key.clientId,
      replaced_by: null,
      name: key.name,
      key_start: key.keyStart,
      key_end: key.keyEnd,
      key_hash: key.hash,
      pepper_id: key.pepperId,
      scopes: [...key.scopes],
      allowed_cidrs: [...key.allowedCidrs],
      requests_per_minute: key.requestsPerMinute ?? null,
      created_by: key.createdBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      last_used_at: null,
      last_used_from: null,
      revoked_at: null,
      notice_days: null,
    })
    .execute()
}

export type UsableKey = {
  readonly key: ApiKey
  readonly creatorRoles: readonly Role[]
  readonly pepperId: string | undefined
}

/** Finds the key by its hashes alone: the key decides the company. A maker who left the company has no roles. */
export async function findApiKeyByHash(
  conn: Conn,
  hashes: readonly Buffer[],
): Promise<UsableKey | undefined> {
  const { rows } = await sql<ApiKeyRow & { creator_roles: Role[] | null }>`
    select k.*, m.roles as creator_roles
    from identity.api_keys k
    left join identity.users u on u.id = k.created_by and u.state = 'ACTIVE'
    left join identity.memberships m on m.company_id = k.company_id and m.user_id = u.id
    where k.key_hash = any(${[...hashes]}::bytea[])
  `.execute(conn)
  const row = rows[0]
  if (!row) return undefined
  const pepperId = row.pepper_id ?? undefined
  return { key: toApiKey(row), creatorRoles: row.creator_roles ?? [], pepperId }
}

/** Writes at most once a minute per key, so that a busy integration does not write on every request. */
export async function markApiKeyUsed(
  conn: Conn,
  { companyId, id }: ApiKey,
  use: { readonly at: Date; readonly from: string | undefined },
): Promise<void> {
  await sql`
    update identity.api_keys set last_used_at = ${use.at}, last_used_from = ${use.from ?? null}
    where company_id = ${companyId} and id = ${id}
      and (last_used_at is null or last_used_at < ${use.at}::timestamptz - interval '60 seconds')
  `.execute(conn)
}

/** Two processes may both do this: they write the same. */
export async function rehashApiKey(
  conn: Conn,
  { companyId, id }: ApiKey,
  { hash, pepperId }: StoredHash,
): Promise<void> {
  await sql`
    update identity.api_keys set key_hash = ${hash}, pepper_id = ${pepperId}
    where company_id = ${companyId} and id = ${id}
  `.execute(conn)
}

export type KeyOfOlderPepper = {
  readonly companyId: string
  readonly id: string
  readonly lastUsedAt: Date | undefined
}

/**
 * Lists the keys that work at that time and that only an older pepper verifies: no use since has rehashed them.
 */
export async function listKeysOfOlderPepper(
  conn: Conn,
  pepperId: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<KeyOfOlderPepper[]> {
  const { rows } = await sql<{ company_id: string; id: string; last_used_at: Date | null }>`
    /* across companies: a pepper is the deployment's */
    select company_id, id, last_used_at
    from identity.api_keys
    where pepper_id is distinct from ${pepperId}
      and revoked_at is null and (expires_at is null or expires_at > ${now})
    order by company_id, created_at, id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id,
    id: row.id,
    lastUsedAt: row.last_used_at ?? undefined,
  }))
}

export async function findApiKey(
  conn: Conn,
  companyId: string,
  keyId: string,
): Promise<ApiKey | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.api_keys')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  return row && toApiKey(row)
}

/** Returns false if no such key works any more. */
export async function markApiKeyRevoked(
  tx: Tx,
  companyId: string,
  keyId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('identity.api_keys')
    .set({ revoked_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Moves the end of a key forward in time, never back. Undefined if the key no longer works or already has a
 * successor: of two simultaneous rotations, one wins.
 */
export async function markApiKeyReplaced(
  tx: Tx,
  companyId: string,
  keyId: string,
  by: { readonly newKeyId: string; readonly endsAt: Date; readonly now: Date },
): Promise<ApiKey | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    update identity.api_keys
    set expires_at = least(expires_at, ${by.endsAt}::timestamptz), replaced_by = ${by.newKeyId}
    where company_id = ${companyId} and id = ${keyId}
      and revoked_at is null and replaced_by is null and expires_at > ${by.now}
    returning *
  `.execute(tx)
  return rows[0] && toApiKey(rows[0])
}

export type ApiKeyChange = {
  readonly name?: string | undefined
  readonly allowedCidrs?: readonly string[] | undefined
  /** Null removes the key's own limit. */
  readonly requestsPerMinute?: number | null | undefined
}

/** Undefined if the key does not exist or is revoked. */
export async function updateApiKey(
  tx: Tx,
  companyId: string,
  keyId: string,
  { name, allowedCidrs, requestsPerMinute }: ApiKeyChange,
): Promise<ApiKey | undefined> {
  const row = await tables(tx)
    .updateTable('identity.api_keys')
    .set({
      // The update sets a column even if nothing changes, so that it finds the key or not.
      company_id: companyId,
      ...(name === undefined ? {} : { name }),
      ...(allowedCidrs === undefined ? {} : { allowed_cidrs: [...allowedCidrs] }),
      ...(requestsPerMinute === undefined ? {} : { requests_per_minute: requestsPerMinute }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toApiKey(row)
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id as Id<'key'>,
    companyId: row.company_id as Id<'co'>,
    clientId: row.client_id,
    replacedBy: row.replaced_by ?? undefined,
    name: row.name,
    keyStart: row.key_start,
    keyEnd: row.key_end,
    scopes: row.scopes as Scope[],
    allowedCidrs: row.allowed_cidrs,
    requestsPerMinute: row.requests_per_minute ?? undefined,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at ?? undefined,
    lastUsedFrom: row.last_used_from ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }
}
