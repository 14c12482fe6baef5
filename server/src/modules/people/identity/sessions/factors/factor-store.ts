import { sql } from 'kysely'
import { after, hoursMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { type PasskeyRow, tables } from '../../tables.ts'

export type TotpFactor = {
  readonly secretSealed: string
  readonly confirmedAt: Date | undefined
  readonly lastStep: number
}

export async function findTotp(conn: Conn, userId: string): Promise<TotpFactor | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.totp_factors')
    .select(['secret_sealed', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      secretSealed: row.secret_sealed,
      confirmedAt: row.confirmed_at ?? undefined,
      lastStep: Number(row.last_step),
    }
  )
}

/** Replaces an unconfirmed app. Returns false if a confirmed one exists. */
export async function putUnconfirmedTotp(
  tx: Tx,
  userId: string,
  secretSealed: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into identity.totp_factors as f (user_id, secret_sealed, created_at, last_step)
    values (${userId}, ${secretSealed}, ${now}, 0)
    on conflict (user_id) do update
      set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at, last_step = 0
      where f.confirmed_at is null
  `.execute(tx)
  return numAffectedRows === 1n
}

/**
 * The limit of wrong codes per authenticator app in 24 hours, from all addresses. The next code is refused, right or
 * wrong.
 */
export const wrongCodesMax = 20
const wrongCodesWindowMs = hoursMs(24)

const recentWrongCodes = (now: Date) =>
  sql`array(select wrong_at from unnest(wrong_codes_at) wrong_at
    where wrong_at > ${after(now, -wrongCodesWindowMs)}::timestamptz)`

/**
 * Returns false if this step or a newer one was used, or the app is locked: a code that somebody saw is worthless,
 * and so is a right guess after too many wrong ones.
 */
export async function takeTotpStep(
  tx: Tx,
  userId: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.totp_factors set last_step = ${step}
    where user_id = ${userId} and last_step < ${step}
      and cardinality(${recentWrongCodes(now)}) < ${wrongCodesMax}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Counts a wrong code. Returns the present number, or undefined if the app was locked before this one. */
export async function countWrongCode(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    update identity.totp_factors
    set wrong_codes_at = ${recentWrongCodes(now)} || ${now}::timestamptz
    where user_id = ${userId} and cardinality(${recentWrongCodes(now)}) < ${wrongCodesMax}
    returning cardinality(wrong_codes_at) as count
  `.execute(tx)
  return rows[0]?.count
}

export async function isTotpLocked(conn: Conn, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select cardinality(${recentWrongCodes(now)}) >= ${wrongCodesMax} as locked
    from identity.totp_factors where user_id = ${userId}
  `.execute(conn)
  return rows[0]?.locked ?? false
}

export async function markTotpConfirmed(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.totp_factors set confirmed_at = ${now}
    where user_id = ${userId} and confirmed_at is null
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from identity.totp_factors where user_id = ${userId}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The former codes become invalid: there is one set. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await sql`delete from identity.recovery_codes where user_id = ${userId}`.execute(tx)
  if (hashes.length === 0) return
  await tables(tx)
    .insertInto('identity.recovery_codes')
    .values(
      hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now, used_at: null })),
    )
    .execute()
}

export async function takeRecoveryCode(
  tx: Tx,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function countRecoveryCodes(conn: Conn, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from identity.recovery_codes
    where user_id = ${userId} and used_at is null
  `.execute(conn)
  return rows[0]?.count ?? 0
}

export type Passkey = {
  readonly id: string
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly synced: boolean
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

/** `on conflict`: a credential that anybody has registered is not registered again. */
export async function insertPasskey(tx: Tx, passkey: Passkey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('identity.passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      synced: passkey.synced,
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** More passkeys than anybody has. */
export const passkeysMax = 20

export async function listPasskeys(conn: Conn, userId: string): Promise<Passkey[]> {
  const rows = await tables(conn)
    .selectFrom('identity.passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(passkeysMax)
    .execute()
  return rows.map(toPasskey)
}

export async function findPasskey(conn: Conn, credentialId: string): Promise<Passkey | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row && toPasskey(row)
}

/**
 * A counter that does not grow means that the key was copied. Keys that sync between devices are exempt: their
 * counter stays at 0.
 */
export async function markPasskeyUsed(
  tx: Tx,
  passkeyId: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${passkeyId} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function deletePasskey(tx: Tx, userId: string, passkeyId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from identity.passkeys where user_id = ${userId} and id = ${passkeyId}
  `.execute(tx)
  return numAffectedRows === 1n
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    synced: row.synced,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }
}
