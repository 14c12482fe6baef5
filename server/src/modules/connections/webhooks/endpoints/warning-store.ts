import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import { hopeless } from './endpoint.ts'

/**
 * The way to being disabled is the least of three shares: time without a success, number of failures, and the time
 * over which they occurred. Returns the step that the endpoint has reached, if nobody was warned of it yet.
 */
export async function markWarned(
  tx: Tx,
  companyId: string,
  endpointId: string,
  now: Date,
): Promise<number | undefined> {
  const { withoutSuccessMs, failures, failingForMs } = hopeless
  const msSince = (instant: ReturnType<typeof sql>) =>
    sql`extract(epoch from ${now}::timestamptz - ${instant}) * 1000`
  const { rows } = await sql<{ warned_percent: number }>`
    with way as (
      select e.company_id, e.id, 100 * least(
        ${msSince(sql`greatest(h.last_success_at, e.enabled_at)`)} / ${sql.lit(withoutSuccessMs)},
        h.failures::numeric / ${sql.lit(failures)},
        ${msSince(sql`h.failing_since`)} / ${sql.lit(failingForMs)}) as percent
      from webhooks.endpoints e
      join webhooks.endpoint_health h on (h.company_id, h.endpoint_id) = (e.company_id, e.id)
      where e.company_id = ${companyId} and e.id = ${endpointId} and e.state in ('ACTIVE', 'PAUSED')
        and h.failing_since is not null
    ),
    step as (
      select *, case when percent >= 90 then 90 when percent >= 70 then 70 when percent >= 50 then 50 else 0 end as step
      from way
    )
    update webhooks.endpoint_health h set warned_percent = s.step
    from step s
    where (h.company_id, h.endpoint_id) = (s.company_id, s.id) and h.warned_percent < s.step
    returning h.warned_percent
  `.execute(tx)
  return rows[0]?.warned_percent
}
