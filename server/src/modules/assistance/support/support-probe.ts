import { type Conn, sql } from '#platform/db'
import { countOf, type Probe, problemIf, secondsBefore } from '#platform/health'

type Parts = { readonly conn: Conn; readonly now: () => Date }

type QueueMetrics = {
  readonly ticketsWaiting: number
  readonly ticketsUnassigned: number
  readonly oldestTicketSeconds: number
  readonly ticketsLate: number
  readonly oldestLateSeconds: number
}

/** Reports the tickets that wait for the support desk, and those that missed a target. */
export function supportProbe({ conn, now }: Parts): Probe {
  return {
    name: 'support',
    surfaces: ['detailed', 'ops'],
    headline: 'ticketsWaiting',
    read: async () => {
      const at = now()
      const metrics = await measureQueue(conn, at)
      return {
        metrics,
        problems: problemIf(metrics.ticketsLate > 0, {
          code: 'support.ticket-breached',
          message: `${countOf(metrics.ticketsLate, 'ticket has', 'tickets have')} missed a target. The customers wait.`,
          since: secondsBefore(at, metrics.oldestLateSeconds),
          action: 'Open /admin/support: the most urgent ticket comes first. Answer or resolve it.',
        }),
      }
    },
  }
}

/** Reads only tickets whose clock runs, by their index. */
async function measureQueue(conn: Conn, now: Date): Promise<QueueMetrics> {
  const { rows } = await sql<QueueMetrics>`
    /* across companies: operators see the whole platform */
    select count(*) as "ticketsWaiting",
      count(*) filter (where assignee_id is null) as "ticketsUnassigned",
      coalesce(extract(epoch from ${now}::timestamptz - min(opened_at)), 0)::float8 as "oldestTicketSeconds",
      count(*) filter (where target_at <= ${now}) as "ticketsLate",
      coalesce(extract(epoch from ${now}::timestamptz - min(target_at) filter (where target_at <= ${now})), 0)::float8
        as "oldestLateSeconds"
    from support.tickets where target_at is not null
  `.execute(conn)
  const [measured] = rows
  if (!measured) throw new Error('an aggregate gave no row')
  return measured
}
