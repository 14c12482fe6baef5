import { type Conn, sql } from '#platform/db'
import type { DeliveryRow } from '../tables.ts'
import type { TransportName } from './alert.ts'

export const alertStates = [
  'PENDING',
  'SENDING',
  'RETRYING',
  'DELIVERED',
  'DEAD_LETTER',
  'SUPERSEDED',
  'COLLAPSED',
] as const
export type AlertState = (typeof alertStates)[number]

/** One notice to one transport, as operators see it. */
export type QueuedAlert = {
  readonly id: string
  readonly incidentId: string
  readonly key: string
  readonly status: 'firing' | 'resolved'
  readonly severity: string
  readonly summary: string
  readonly transport: TransportName
  readonly state: AlertState
  readonly attempts: number
  readonly lastError: string | undefined
  readonly queuedAt: Date
  /** When the next attempt is due, while the alert waits. */
  readonly availableAt: Date
  readonly finishedAt: Date | undefined
}

export type AlertFilter = { readonly state?: AlertState; readonly transport?: TransportName }

/** Newest first, by the primary key. States are literals: the partial indexes of rare states serve them. */
export async function listAlerts(
  conn: Conn,
  { state, transport }: AlertFilter,
  { before, limit }: { readonly before?: string; readonly limit: number },
): Promise<QueuedAlert[]> {
  const { rows } = await sql<DeliveryRow & { key: string }>`
    select d.*, i.key from incidents.deliveries d
    join incidents.incidents i on i.id = d.incident_id
    where ${state === undefined ? sql`true` : sql`d.state = ${sql.lit(state)}`}
      and (${transport ?? null}::text is null or d.transport = ${transport ?? null})
      and (${before ?? null}::text is null or d.id < ${before ?? null})
    order by d.id desc limit ${limit}
  `.execute(conn)
  return rows.map(toQueued)
}

/** The schema's checks make the casts true. */
function toQueued(row: DeliveryRow & { readonly key: string }): QueuedAlert {
  return {
    id: row.id,
    incidentId: row.incident_id,
    key: row.key,
    status: row.status as QueuedAlert['status'],
    severity: row.severity,
    summary: row.summary,
    transport: row.transport as TransportName,
    state: row.state as AlertState,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    queuedAt: row.queued_at,
    availableAt: row.available_at,
    finishedAt: row.finished_at ?? undefined,
  }
}
