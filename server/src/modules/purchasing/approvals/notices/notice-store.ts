import { type Conn, sql, type Tx } from '#platform/db'
import type { ApprovalRequest } from '../requests/request.ts'
import type { NoticeKind } from './announce.ts'

export type Notice = {
  readonly step: number
  readonly kind: NoticeKind
  readonly mails: number
  /** No mail was sent, because the company had reached its limit. */
  readonly withheld: boolean
}

/** False if the notice exists already: then no mail is sent again. The caller holds the request. */
export async function insertNotice(
  tx: Tx,
  { companyId, id }: ApprovalRequest,
  { step, kind, mails, withheld }: Notice,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into approvals.notices (company_id, request_id, step, kind, mails, withheld, notified_at)
    values (${companyId}, ${id}, ${step}, ${kind}, ${mails}, ${withheld}, ${now})
    on conflict (company_id, request_id, step, kind) do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

/** A new version of the request notifies the same people again. The caller holds the request. */
export async function deleteNotices(tx: Tx, { companyId, id }: ApprovalRequest): Promise<void> {
  await sql`
    delete from approvals.notices where company_id = ${companyId} and request_id = ${id}
  `.execute(tx)
}

export async function countMailsSince(tx: Tx, companyId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ mails: number }>`
    select coalesce(sum(mails), 0)::integer as mails from (
      select mails from approvals.notices where company_id = ${companyId} and notified_at > ${since}
      union all
      select mails from approvals.comments where company_id = ${companyId} and written_at > ${since}
    ) as written
  `.execute(tx)
  return rows[0]?.mails ?? 0
}

/** From now on administrators may decide in the place of the step's approvers. The caller holds the request. */
export async function markEscalated(
  tx: Tx,
  { companyId, id }: ApprovalRequest,
  step: number,
): Promise<void> {
  await sql`
    update approvals.requests set escalated_step = ${step}
    where company_id = ${companyId} and id = ${id} and state = 'PENDING' and step = ${step}
  `.execute(tx)
}

/** The people who may decide now in the place of one of these. */
export async function listDeputiesOf(
  conn: Conn,
  companyId: string,
  personIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ deputy_id: string }>`
    select distinct deputy_id from approvals.deputies
    where company_id = ${companyId} and person_id = any(${[...personIds]}::text[])
      and starts_at <= ${now} and ends_at > ${now}
    order by deputy_id
    limit 1000
  `.execute(conn)
  return rows.map((row) => row.deputy_id)
}

export type NoticeMetrics = { readonly mails24h: number; readonly withheld24h: number }

/** One read of `notices_newest` and of `comments_newest`. */
export async function measureNotices(conn: Conn, since: Date): Promise<NoticeMetrics> {
  const { rows } = await sql<NoticeMetrics>`
    /* across companies: operators see the whole platform */
    select coalesce(sum(mails), 0)::integer as "mails24h",
      (count(*) filter (where withheld))::integer as "withheld24h"
    from (
      select mails, withheld from approvals.notices where notified_at > ${since}
      union all
      select mails, false from approvals.comments where written_at > ${since}
    ) as written
  `.execute(conn)
  return rows[0] ?? { mails24h: 0, withheld24h: 0 }
}
