import { sql } from 'kysely'
import type { Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import { type OauthAppRow, tables } from '../../tables.ts'
import type { AppKind, AppSecrets, OAuthApp } from './app.ts'

export async function insertApp(
  tx: Tx,
  app: OAuthApp & { readonly secretHash: Buffer | undefined },
): Promise<void> {
  await tables(tx)
    .insertInto('identity.oauth_apps')
    .values({
      company_id: app.companyId,
      id: app.id,
      name: app.name,
      kind: app.kind,
      redirect_uris: [...app.redirectUris],
      scopes: [...app.scopes],
      secret_hash: app.secretHash ?? null,
      previous_secret_hash: null,
      previous_secret_until: null,
      created_by: app.createdBy,
      created_at: app.createdAt,
      revoked_at: null,
    })
    .execute()
}

export async function findApp(
  conn: Conn,
  companyId: string,
  appId: string,
): Promise<OAuthApp | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.oauth_apps')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', appId)
    .executeTakeFirst()
  return row && toApp(row)
}

/** Finds an app by its id alone: the app decides the company. Apps of a closed company are not found. */
export async function findUsableApp(
  conn: Conn,
  appId: string,
): Promise<(OAuthApp & AppSecrets) | undefined> {
  const { rows } = await sql<OauthAppRow>`
    /* across companies: a client names itself by its id alone */
    select a.* from identity.oauth_apps a
    join identity.companies c on c.id = a.company_id and c.disabled_at is null
    where a.id = ${appId} and a.revoked_at is null
  `.execute(conn)
  const row = rows[0]
  return row && { ...toApp(row), ...secretsOf(row) }
}

export type AppChange = {
  readonly name?: string | undefined
  readonly redirectUris?: readonly string[] | undefined
  readonly scopes?: readonly Scope[] | undefined
}

/** Undefined if no such app works any more. */
export async function updateApp(
  tx: Tx,
  companyId: string,
  appId: string,
  { name, redirectUris, scopes }: AppChange,
): Promise<OAuthApp | undefined> {
  const row = await tables(tx)
    .updateTable('identity.oauth_apps')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(redirectUris === undefined ? {} : { redirect_uris: [...redirectUris] }),
      ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', appId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toApp(row)
}

/** The previous secret works until `previousUntil`. Undefined for an app that has no secret or no longer works. */
export async function replaceSecret(
  tx: Tx,
  app: { readonly companyId: string; readonly id: string },
  secretHash: Buffer,
  previousUntil: Date,
): Promise<OAuthApp | undefined> {
  const { rows } = await sql<OauthAppRow>`
    update identity.oauth_apps
    set previous_secret_hash = secret_hash, previous_secret_until = ${previousUntil},
        secret_hash = ${secretHash}
    where company_id = ${app.companyId} and id = ${app.id}
      and kind = 'confidential' and revoked_at is null
    returning *
  `.execute(tx)
  const row = rows[0]
  return row && toApp(row)
}

/** Returns false if it was revoked before. */
export async function markAppRevoked(
  tx: Tx,
  companyId: string,
  appId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('identity.oauth_apps')
    .set({ revoked_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', appId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function toApp(row: OauthAppRow): OAuthApp {
  return {
    id: row.id as Id<'app'>,
    companyId: row.company_id as Id<'co'>,
    name: row.name,
    kind: row.kind as AppKind,
    redirectUris: row.redirect_uris,
    scopes: row.scopes as Scope[],
    createdBy: row.created_by,
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
  }
}

function secretsOf(row: OauthAppRow): AppSecrets {
  const { secret_hash: hash, previous_secret_hash: previous, previous_secret_until: until } = row
  return {
    secretHash: hash ? Buffer.from(hash) : undefined,
    previous: previous && until ? { hash: Buffer.from(previous), until } : undefined,
  }
}
