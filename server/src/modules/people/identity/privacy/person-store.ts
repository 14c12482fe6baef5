import { sql } from 'kysely'
import { type Locale, readerLocale } from '#kernel/locale'
import type { Conn, Tx } from '#platform/db'
import type { PersonOfData } from '#platform/personal-data'

type FoundPerson = PersonOfData & {
  readonly erasedAt: Date | undefined
  readonly memberOf: readonly string[]
  /** The language of mails to the person: the own one, else that of the oldest membership. */
  readonly locale: Locale
}

/** Locks the person until the transaction ends, so that nobody signs in, joins or is erased meanwhile. */
export async function lockPerson(tx: Tx, userId: string): Promise<FoundPerson | undefined> {
  await sql`select id from identity.users where id = ${userId} for update`.execute(tx)
  return findPerson(tx, userId)
}

export async function findPerson(conn: Conn, userId: string): Promise<FoundPerson | undefined> {
  const { rows } = await sql<{
    id: string
    email: string
    erased_at: Date | null
    member_of: string[]
    companies: string[]
    locale: string | null
    company_locale: string | null
  }>`
    /* across companies: a person is one in all of them */
    select u.id, u.email, u.erased_at, u.locale,
           (select c.locale from identity.memberships m join identity.companies c on c.id = m.company_id
            where m.user_id = u.id order by m.created_at, m.company_id limit 1) as company_locale,
           array(select company_id from identity.memberships where user_id = u.id) as member_of,
           array(select company_id from identity.memberships where user_id = u.id
                 union select company_id from identity.past_memberships where user_id = u.id
                 union select company_id from identity.sessions where user_id = u.id
                 union select company_id from identity.api_keys where created_by = u.id) as companies
    from identity.users u where u.id = ${userId}
  `.execute(conn)
  const [row] = rows
  return (
    row && {
      userId: row.id,
      email: row.email,
      companyIds: row.companies,
      memberOf: row.member_of,
      erasedAt: row.erased_at ?? undefined,
      locale: readerLocale(row.locale, row.company_locale),
    }
  )
}

/**
 * Replaces the person by a number. Everything that signs the person in is deleted: device names, factors, tokens and
 * consents. The roles stay without effect, because the account is closed.
 */
export async function pseudonymisePerson(tx: Tx, person: PersonOfData, now: Date): Promise<void> {
  const { userId, email } = person
  const nobody = `erased-${userId}@erased.invalid`
  await sql`
    update identity.users
    set email = ${nobody}, name = 'Erased person', password_hash = '', state = 'DISABLED', erased_at = ${now},
        locked_at = null, locked_by = null, lock_note = null, locale = null
    where id = ${userId}
  `.execute(tx)
  await sql`
    /* across companies: a person is one in all of them */
    update identity.sessions
    set device = null, network = null,
        ended_at = coalesce(ended_at, ${now}), end_reason = coalesce(end_reason, 'revoked')
    where user_id = ${userId}
  `.execute(tx)
  for (const table of [
    'challenges',
    'totp_factors',
    'recovery_codes',
    'passkeys',
    'password_resets',
    'oauth_grants',
    'oauth_browsers',
    'privacy_exports',
  ]) {
    await sql`
      /* across companies: a person is one in all of them */
      delete from ${sql.table(`identity.${table}`)} where user_id = ${userId}
    `.execute(tx)
  }
  await sql`
    /* across companies: a person may be invited anywhere */
    update identity.invitations
    set email = ${nobody}, state = case state when 'OPEN' then 'REVOKED' else state end,
        closed_at = coalesce(closed_at, ${now})
    where email = ${email} or accepted_by = ${userId}
  `.execute(tx)
}

/**
 * Keys belong to the company and continue to work: from now on they are limited to the rights of another
 * administrator of the company. Without one they have no rights, as when the person who made them leaves.
 */
export async function handOverKeys(tx: Tx, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update identity.api_keys k set created_by = heir.user_id
    from (
      select distinct on (m.company_id) m.company_id, m.user_id
      from identity.memberships m
      join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
      where 'company_admin' = any (m.roles) and m.user_id <> ${userId}
      order by m.company_id, m.created_at, m.user_id
    ) heir
    where k.created_by = ${userId} and heir.company_id = k.company_id
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** For a person of whom nothing is kept: nobody has to know the former companies any more. */
export async function deletePastMemberships(tx: Tx, userId: string): Promise<void> {
  await sql`
    /* across companies: a person is one in all of them */
    delete from identity.past_memberships where user_id = ${userId}
  `.execute(tx)
}

/** The person's data in this module, without hashes and secrets. */
export async function readPersonData(conn: Conn, { userId }: PersonOfData): Promise<object> {
  const { rows } = await sql<{ data: object }>`
    /* across companies: a person is one in all of them */
    select jsonb_build_object(
      'account', (select jsonb_build_object('id', id, 'email', email, 'name', name, 'state', state,
        'locale', locale, 'createdAt', created_at) from identity.users where id = ${userId}),
      'memberships', (select coalesce(jsonb_agg(jsonb_build_object('companyId', m.company_id,
        'company', c.name, 'roles', m.roles, 'unitId', m.unit_id, 'unitRoles', m.unit_roles, 'since', m.created_at) order by m.created_at), '[]')
        from identity.memberships m join identity.companies c on c.id = m.company_id
        where m.user_id = ${userId}),
      'pastMemberships', (select coalesce(jsonb_agg(jsonb_build_object('companyId', p.company_id,
        'company', c.name) order by p.company_id), '[]')
        from identity.past_memberships p join identity.companies c on c.id = p.company_id
        where p.user_id = ${userId}),
      'sessions', (select coalesce(jsonb_agg(jsonb_build_object('companyId', company_id, 'createdAt', created_at,
        'refreshedAt', refreshed_at, 'endedAt', ended_at, 'device', device, 'network', network)
        order by created_at desc), '[]') from identity.sessions where user_id = ${userId}),
      'passkeys', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'createdAt', created_at,
        'lastUsedAt', last_used_at)), '[]') from identity.passkeys where user_id = ${userId}),
      'authenticatorApp', exists (select from identity.totp_factors
        where user_id = ${userId} and confirmed_at is not null),
      'apps', (select coalesce(jsonb_agg(jsonb_build_object('appId', app_id, 'scopes', scopes,
        'grantedAt', granted_at, 'expiresAt', expires_at)), '[]')
        from identity.oauth_grants where user_id = ${userId}),
      'apiKeysCreated', (select coalesce(jsonb_agg(jsonb_build_object('companyId', company_id, 'id', id,
        'name', name, 'createdAt', created_at, 'revokedAt', revoked_at)), '[]')
        from identity.api_keys where created_by = ${userId}),
      'invitations', (select coalesce(jsonb_agg(jsonb_build_object('companyId', company_id, 'email', email,
        'roles', roles, 'createdAt', created_at, 'state', state)), '[]')
        from identity.invitations where accepted_by = ${userId} or email =
          (select email from identity.users where id = ${userId}))
    ) as data
  `.execute(conn)
  return rows[0]?.data ?? {}
}
