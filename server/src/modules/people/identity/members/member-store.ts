import { sql } from 'kysely'
import type { Role, UnitRole } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { type Locale, readerLocale } from '#kernel/locale'
import type { Conn, Tx } from '#platform/db'
import type { Reader } from '#platform/mail'
import type { Method, Session } from '../sessions/session.ts'
import { type SessionRow, tables } from '../tables.ts'
import type { Member, Membership } from './member.ts'
import { type ReaderRow, toReader } from './people/reader.ts'

/** Null: the language of the browser, else of the company. */
export async function setLocale(tx: Tx, userId: string, locale: Locale | null): Promise<void> {
  await tables(tx).updateTable('identity.users').set({ locale }).where('id', '=', userId).execute()
}

export type NewUser = {
  readonly userId: Id<'usr'>
  readonly email: string
  readonly name: string
  readonly passwordHash: string
}

/** Returns false if the address already has an account. */
export async function insertUser(tx: Tx, user: NewUser, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('identity.users')
    .values({
      id: user.userId,
      email: user.email.toLowerCase(),
      name: user.name,
      password_hash: user.passwordHash,
      state: 'ACTIVE',
      created_at: now,
    })
    .onConflict((conflict) => conflict.constraint('users_email_unique').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Returns false if the person is already a member. Operators belong only to the platform's company, and nobody buys
 * from there.
 */
export async function insertMembership(
  tx: Tx,
  companyId: string,
  userId: string,
  roles: readonly Role[],
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into identity.memberships (company_id, user_id, roles, created_at)
    select id, ${userId}, ${[...roles]}::text[], ${now}
    from identity.companies
    where id = ${companyId} and platform = ('operator' = any(${[...roles]}::text[]))
    on conflict (company_id, user_id) do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function updateRoles(
  tx: Tx,
  companyId: string,
  userId: string,
  roles: readonly Role[],
): Promise<void> {
  await tables(tx)
    .updateTable('identity.memberships')
    .set({ roles: [...roles] })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMembership(tx: Tx, companyId: string, userId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('identity.memberships')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
}

export async function countOtherAdmins(tx: Tx, companyId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    where m.company_id = ${companyId} and m.user_id <> ${userId}
      and m.roles && array['company_admin', 'operator']
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export type MemberRow = {
  user_id: string
  company_id: string
  email: string
  name: string
  roles: Role[]
  unit_id: string | null
  unit_roles: UnitRole[]
  created_at: Date
}

export async function findMember(
  conn: Conn,
  companyId: string,
  userId: string,
): Promise<Member | undefined> {
  const { rows } = await sql<MemberRow>`
    select m.company_id, m.user_id, m.roles, m.unit_id, m.unit_roles, m.created_at, u.email, u.name
    from identity.memberships m
    join identity.users u on u.id = m.user_id
    where m.company_id = ${companyId} and m.user_id = ${userId}
  `.execute(conn)
  return rows[0] && toMember(rows[0])
}

export async function isOperator(conn: Conn, userId: string): Promise<boolean> {
  const { rows } = await sql`
    /* across companies: a person operates or buys, wherever that is */
    select 1 from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    where m.user_id = ${userId} and 'operator' = any(m.roles)
    limit 1
  `.execute(conn)
  return rows.length > 0
}

const adminsMax = 20

export async function listAdmins(conn: Conn, companyId: string): Promise<Reader[]> {
  const { rows } = await sql<ReaderRow>`
    select u.id as user_id, u.email, u.locale, c.locale as company_locale
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    join identity.companies c on c.id = m.company_id
    where m.company_id = ${companyId} and 'company_admin' = any(m.roles)
    order by m.user_id
    limit ${adminsMax}
  `.execute(conn)
  return rows.map(toReader)
}

/** The language of a mail to this address: of the person who has it, else of the company that writes. */
export async function localeOfAddress(
  conn: Conn,
  email: string,
  company: { readonly locale: Locale | undefined },
): Promise<Locale> {
  const person = await tables(conn)
    .selectFrom('identity.users')
    .select('locale')
    .where('email', '=', email)
    .executeTakeFirst()
  return readerLocale(person?.locale, company.locale)
}

export async function hasMember(conn: Conn, companyId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity.memberships m
    join identity.users u on u.id = m.user_id
    where m.company_id = ${companyId} and u.email = ${email}
  `.execute(conn)
  return rows.length > 0
}

/** People join few companies. */
const membershipsMax = 100

/** The companies in which a person may act now, in the order of joining. Uses `memberships_by_user`. */
export async function listMemberships(conn: Conn, userId: string): Promise<Membership[]> {
  const { rows } = await sql<MemberRow & { company_name: string }>`
    select m.company_id, m.roles, m.created_at, c.name as company_name
    from identity.memberships m
    join identity.companies c on c.id = m.company_id and c.disabled_at is null
    where m.user_id = ${userId}
    order by m.created_at, m.company_id
    limit ${membershipsMax}
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id as Id<'co'>,
    companyName: row.company_name,
    roles: row.roles,
    joinedAt: row.created_at,
  }))
}

export type KnownUser = { readonly userId: Id<'usr'>; readonly isOperator: boolean | undefined }

/**
 * Locks the person, so that of two companies that the person joins at once the second sees the first. `isOperator` is
 * undefined while the person has no membership.
 */
export async function lockUser(tx: Tx, userId: string): Promise<KnownUser | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from identity.users where id = ${userId} and state = 'ACTIVE' for no key update
  `.execute(tx)
  if (!rows[0]) return undefined
  const held = await sql<{ is_operator: boolean | null }>`
    /* across companies: a person operates or buys, wherever that is */
    select bool_or('operator' = any(roles)) as is_operator
    from identity.memberships where user_id = ${userId}
  `.execute(tx)
  return { userId: userId as Id<'usr'>, isOperator: held.rows[0]?.is_operator ?? undefined }
}

export async function findUserIdByEmail(conn: Conn, email: string): Promise<string | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.id
}

/** Locks the session, so that it is carried over once. */
export async function findSession(
  tx: Tx,
  companyId: string,
  sessionId: string,
): Promise<Session | undefined> {
  const { rows } = await sql<SessionRow>`
    select * from identity.sessions
    where company_id = ${companyId} and id = ${sessionId} and ended_at is null
    for update
  `.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  return {
    id: row.id as Id<'ses'>,
    companyId: row.company_id as Id<'co'>,
    userId: row.user_id as Id<'usr'>,
    createdAt: row.created_at,
    refreshedAt: row.refreshed_at,
    expiresAt: row.expires_at,
    authenticatedAt: row.authenticated_at ?? row.created_at,
    methods: row.methods as Method[],
    device: row.device ?? undefined,
    network: row.network ?? undefined,
  }
}

export function toMember(row: MemberRow): Member {
  return {
    userId: row.user_id as Id<'usr'>,
    companyId: row.company_id as Id<'co'>,
    email: row.email,
    name: row.name,
    roles: row.roles,
    unitId: row.unit_id ?? undefined,
    unitRoles: row.unit_roles,
    joinedAt: row.created_at,
  }
}
