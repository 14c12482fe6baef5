import { after, hoursMs, minutesMs } from '#kernel/time'
import { type Conn, sql } from '#platform/db'

export type ImportsReading = {
  readonly waiting: number
  readonly running: number
  /** Ended as FAILED within the last day. */
  readonly failed: number
  /** Wait or run for longer than an hour without a step forward. */
  readonly stuck: number
  /** Since when the one that waits longest does. */
  readonly oldestWaitingAt: Date | undefined
}

/** A worker takes what waits within seconds; one that runs renews its lease. */
const stuckAfterMs = minutesMs(30)

export async function readImports(conn: Conn, now: Date): Promise<ImportsReading> {
  const { rows } = await sql<{
    waiting: number
    running: number
    failed: number
    stuck: number
    oldest: Date | null
  }>`
    /* across companies: what operators look at */
    select
      count(*) filter (where state = 'QUEUED') as waiting,
      count(*) filter (where state = 'RUNNING') as running,
      count(*) filter (where state = 'FAILED' and ended_at >= ${after(now, -hoursMs(24))}) as failed,
      count(*) filter (where state = 'QUEUED' and available_at < ${after(now, -stuckAfterMs)}
        or state = 'RUNNING' and attempts > 2) as stuck,
      min(queued_at) filter (where state = 'QUEUED') as oldest
    from imports.imports
    where ended_at is null or ended_at >= ${after(now, -hoursMs(24))}
  `.execute(conn)
  const [row] = rows
  return {
    waiting: row?.waiting ?? 0,
    running: row?.running ?? 0,
    failed: row?.failed ?? 0,
    stuck: row?.stuck ?? 0,
    oldestWaitingAt: row?.oldest ?? undefined,
  }
}
