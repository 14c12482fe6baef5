import { sql } from 'kysely'
import type { Tx } from '#platform/db'

/** The column with the time of the latest notice to the administrators about a rule. */
type NoticeColumn = 'flood_notified_at' | 'expiry_notified_at' | 'dead_letter_notified_at'

/** Returns false, and writes nothing, if the administrators were notified after `since`. */
export async function markNotified(
  tx: Tx,
  { companyId, automationId }: { readonly companyId: string; readonly automationId: string },
  column: NoticeColumn,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automations.automations set ${sql.ref(column)} = ${now}
    where company_id = ${companyId} and id = ${automationId}
      and (${sql.ref(column)} is null or ${sql.ref(column)} <= ${since})
  `.execute(tx)
  return numAffectedRows === 1n
}

/** How many runs of one rule have expired, and the oldest of them. */
export type ExpiredOf = {
  readonly companyId: string
  readonly automationId: string
  readonly automationName: string
  readonly count: number
  readonly run: { readonly id: string; readonly eventType: string }
}

/** Expires a batch of held runs that were accepted before the run with this id. Uses `runs_held_oldest`. */
export async function expireHeld(
  tx: Tx,
  fromId: string,
  now: Date,
  limit: number,
): Promise<ExpiredOf[]> {
  const { rows } = await sql<{
    company_id: string
    automation_id: string
    name: string
    count: number
    first: { id: string; event_type: string }
  }>`
    /* across companies: the housekeeping serves all of them */
    with old as materialized (
      select company_id, id from automations.runs
      where state = 'HELD' and id < ${fromId}
      order by id limit ${limit} for update skip locked
    ), ended as (
      update automations.runs r set state = 'EXPIRED', finished_at = ${now}
      from old where (r.company_id, r.id) = (old.company_id, old.id)
      returning r.company_id, r.automation_id, r.id, r.event_type
    )
    select e.company_id, e.automation_id, a.name, count(*) as count,
      (array_agg(jsonb_build_object('id', e.id, 'event_type', e.event_type) order by e.id))[1] as first
    from ended e
    join automations.automations a on a.company_id = e.company_id and a.id = e.automation_id
    group by e.company_id, e.automation_id, a.name
  `.execute(tx)
  return rows.map((row) => ({
    companyId: row.company_id,
    automationId: row.automation_id,
    automationName: row.name,
    count: row.count,
    run: { id: row.first.id, eventType: row.first.event_type },
  }))
}
