import { type Conn, sql } from '#platform/db'
import { findEventsAbout } from '#platform/outbox'
import { recorderName } from '../running/record-runs.ts'

const orderCreated = 'order.created'

type CreatedOrder = {
  readonly companyId: string
  readonly orderId: string
  readonly createdAt: Date
}

/**
 * Returns whether a rule of the company may still hold an order because it was created: its event is not recorded
 * yet, or its run has not ended. Without such a rule this costs one small read, which uses `automations_listening`.
 */
export async function isHoldPending(
  conn: Conn,
  { companyId, orderId, createdAt }: CreatedOrder,
): Promise<boolean> {
  const { rows: rules } = await sql<{ id: string; active_since: Date }>`
    select a.id, a.active_since
    from automations.automations a
    join automations.versions v
      on v.company_id = a.company_id and v.automation_id = a.id and v.version = a.published_version
    where a.company_id = ${companyId} and a.event_type = ${orderCreated} and a.state = 'ACTIVE'
      and v.actions @> '[{"type":"hold_order"}]'::jsonb
  `.execute(conn)
  if (rules.length === 0) return false
  const about = { companyId, type: orderCreated, entityId: orderId, at: createdAt }
  const [created] = await findEventsAbout(conn, recorderName, about)
  if (!created) return false
  const ids = rules.filter((rule) => rule.active_since <= created.occurredAt).map(({ id }) => id)
  if (ids.length === 0 || !created.isRecorded) return ids.length > 0
  const { rows: open } = await sql`
    select from automations.runs
    where company_id = ${companyId} and event_id = ${created.id} and automation_id = any(${ids}::text[])
      and state in ('PENDING', 'LEASED', 'RETRYING')
    limit 1
  `.execute(conn)
  return open.length > 0
}
