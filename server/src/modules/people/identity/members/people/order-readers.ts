import { type Conn, sql } from '#platform/db'
import type { Reader } from '#platform/mail'
import { type ReaderRow, toReader } from './reader.ts'

/** One person of a company, or its administrators. */
export type Audience = { readonly companyId: string; readonly userId: string | undefined }

/** At most this many administrators of a company get a mail: those with the oldest accounts. */
const adminsMax = 10

/**
 * Who gets mails about orders, for each audience in its place. Nobody of a company that is closed or wants no such
 * mail, and nobody who left.
 */
export async function listOrderReaders(
  conn: Conn,
  audiences: readonly Audience[],
): Promise<readonly (readonly Reader[])[]> {
  const companyIds = audiences.map(({ companyId }) => companyId)
  const userIds = audiences.map(({ userId }) => userId ?? null)
  const { rows } = await sql<ReaderRow & { at: number }>`
    select a.at::integer as at, p.user_id, p.email, p.locale, c.locale as company_locale
    from unnest(${companyIds}::text[], ${userIds}::text[]) with ordinality as a(company_id, user_id, at)
    join identity.companies c on c.id = a.company_id and c.disabled_at is null and c.order_mails
    cross join lateral (
      select u.id as user_id, u.email, u.locale
      from identity.memberships m
      join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
      where m.company_id = a.company_id
        and (m.user_id = a.user_id or (a.user_id is null and 'company_admin' = any(m.roles)))
      order by m.user_id
      limit ${adminsMax}
    ) p
    order by a.at, p.user_id
  `.execute(conn)
  const readers = audiences.map((): Reader[] => [])
  for (const row of rows) readers[row.at - 1]?.push(toReader(row))
  return readers
}
