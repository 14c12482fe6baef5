import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { NoticeRow } from '../tables.ts'
import type { Notice } from './notice.ts'

export type NewNotice = {
  readonly id: string
  readonly userId: string
  readonly subject: string
  readonly message: string
}

/** The action and the run that a notice comes from, and its subject. */
export type NoticePlace = {
  readonly companyId: string
  readonly runId: string
  readonly stepId: number
  readonly automationId: string
  readonly automationName: string
  readonly eventType: string
  readonly entity: { readonly type: string; readonly id: string }
}

export async function insertNotices(
  tx: Tx,
  place: NoticePlace,
  notices: readonly NewNotice[],
  now: Date,
): Promise<void> {
  await sql`
    insert into automations.notices
      (company_id, id, user_id, run_id, step_id, automation_id, automation_name, subject, message,
       event_type, entity_type, entity_id, created_at)
    select ${place.companyId}, n.id, n."userId", ${place.runId}, ${place.stepId}, ${place.automationId},
           ${place.automationName}, n.subject, n.message, ${place.eventType}, ${place.entity.type},
           ${place.entity.id}, ${now}
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as n(id text, "userId" text, subject text, message text)
    on conflict on constraint notices_once do nothing
  `.execute(tx)
}

/** Newest first. Uses `notices_by_person`. */
export async function listNotices(
  conn: Conn,
  companyId: string,
  userId: string,
  { unread, before, limit }: NoticeSearch,
): Promise<Notice[]> {
  const { rows } = await sql<NoticeRow>`
    select * from automations.notices
    where company_id = ${companyId} and user_id = ${userId}
      ${unread ? sql`and read_at is null` : sql``}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toNotice)
}

export type NoticeSearch = {
  readonly unread?: boolean
  readonly before?: string
  readonly limit: number
}

/** Keeps the time of the first reading. Undefined if this person has no such notice. */
export async function markRead(
  tx: Tx,
  companyId: string,
  userId: string,
  id: string,
  now: Date,
): Promise<Notice | undefined> {
  const { rows } = await sql<NoticeRow>`
    update automations.notices set read_at = coalesce(read_at, ${now})
    where company_id = ${companyId} and user_id = ${userId} and id = ${id}
    returning *
  `.execute(tx)
  return rows[0] && toNotice(rows[0])
}

export async function purgeNotices(conn: Conn, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the housekeeping serves all of them */
    with old as (select company_id, id from automations.notices where created_at < ${before} limit ${limit})
    delete from automations.notices n using old where (n.company_id, n.id) = (old.company_id, old.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

function toNotice(row: NoticeRow): Notice {
  return {
    id: row.id,
    automationId: row.automation_id,
    automationName: row.automation_name,
    runId: row.run_id,
    subject: row.subject,
    message: row.message,
    eventType: row.event_type,
    entity: { type: row.entity_type, id: row.entity_id },
    createdAt: row.created_at,
    readAt: row.read_at ?? undefined,
  }
}
