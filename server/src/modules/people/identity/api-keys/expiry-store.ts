import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import type { Reader } from '#platform/mail'
import { type ReaderRow, toReader } from '../members/people/reader.ts'
import type { ApiKeyRow } from '../tables.ts'
import type { ApiKey } from './api-key.ts'
import { toApiKey } from './api-key-store.ts'

type Expiring = {
  readonly now: Date
  readonly until: Date
  readonly days: number
  readonly limit: number
}

/**
 * Keys that end by then and have had no notice since. Uses `api_keys_by_end`. Keys with a successor end on purpose
 * and get none.
 */
export async function takeExpiring(
  tx: Tx,
  { now, until, days, limit }: Expiring,
): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKeyRow>`
    with due as materialized (
      select company_id, id from identity.api_keys
      where revoked_at is null and replaced_by is null
        and expires_at > ${now} and expires_at <= ${until}
        and (notice_days is null or notice_days > ${days})
      order by expires_at
      limit ${limit}
      for update skip locked
    )
    update identity.api_keys as k set notice_days = ${days}
    from due where k.company_id = due.company_id and k.id = due.id
    returning k.*
  `.execute(tx)
  return rows.map(toApiKey)
}

const keepersMax = 20

/** The person who made the key, if still a member, and the administrators. */
export async function findKeepers(tx: Tx, companyId: string, createdBy: string): Promise<Reader[]> {
  const { rows } = await sql<ReaderRow>`
    select u.id as user_id, u.email, u.locale, c.locale as company_locale
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    join identity.companies c on c.id = m.company_id
    where m.company_id = ${companyId}
      and (m.user_id = ${createdBy} or 'company_admin' = any(m.roles))
    order by m.user_id = ${createdBy} desc, m.user_id
    limit ${keepersMax}
  `.execute(tx)
  return rows.map(toReader)
}
