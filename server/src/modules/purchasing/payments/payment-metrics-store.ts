import { sql } from 'kysely'
import { after, daysMs, hoursMs, utcDay } from '#kernel/time'
import type { Conn } from '#platform/db'
import { countedMax } from '#platform/health'
import { todayOf } from './credit/owed-debt-store.ts'

/** What the health surfaces show about payments. Ages are in seconds. */
export type PaymentMetrics = {
  readonly refundsPending: number
  readonly oldestRefundSeconds: number
  /** Payments whose check at the provider is late, and how late the first of them is. */
  readonly checksLate: number
  readonly oldestCheckSeconds: number
  /** Events of the last day that name no payment of ours, or contradict it. */
  readonly eventsUnbooked24h: number
  readonly oldestUnbooked: string | undefined
  /** Events of the last day that were kept and mean nothing to the service. */
  readonly eventsKept24h: number
  readonly debtsOverdue: number
  /** Disputes that the bank has not decided yet. */
  readonly disputesOpen: number
  readonly oldestDisputeSeconds: number
}

type Row = Omit<PaymentMetrics, 'oldestUnbooked'> & { readonly oldest_unbooked: Date | null }

/** For all companies, with five small indexes. */
export async function measurePayments(conn: Conn, now: Date): Promise<PaymentMetrics> {
  const { rows } = await sql<Row>`
    /* across companies: operators see the whole platform */
    with pending as materialized (
      select created_at from payments.refunds where state = 'PENDING' limit ${countedMax}
    ), late as materialized (
      select available_at from payments.payments
      where state in ('PENDING', 'AUTHORIZED') and available_at < ${now}
      order by available_at limit ${countedMax}
    ), odd as materialized (
      select outcome, received_at from payments.provider_events
      where outcome in ('KEPT', 'UNKNOWN_PAYMENT', 'MISMATCH') and received_at > ${after(now, -hoursMs(24))}
      order by received_at limit ${countedMax}
    ), disputed as materialized (
      select opened_at from payments.disputes where state = 'OPEN'
    )
    select
      (select count(*) from disputed) as "disputesOpen",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(opened_at)), 0)::float8 from disputed)
        as "oldestDisputeSeconds",
      (select count(*) from pending) as "refundsPending",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 from pending)
        as "oldestRefundSeconds",
      (select count(*) from late) as "checksLate",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(available_at)), 0)::float8 from late)
        as "oldestCheckSeconds",
      (select count(*) from odd where outcome <> 'KEPT') as "eventsUnbooked24h",
      (select min(received_at) from odd where outcome <> 'KEPT') as oldest_unbooked,
      (select count(*) from odd where outcome = 'KEPT') as "eventsKept24h",
      (select count(*) from (
        select from payments.debts
        where ended_at is null and due_on <= ${utcDay(now)}
          and (due_on < ${utcDay(after(now, -daysMs(1)))} or due_on < ${todayOf(sql.ref('company_id'), now)})
        limit ${countedMax}
      ) as overdue) as "debtsOverdue"
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  const { oldest_unbooked: oldest, ...numbers } = row
  return { ...numbers, oldestUnbooked: oldest?.toISOString() }
}
