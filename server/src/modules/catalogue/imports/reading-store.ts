import { after, hoursMs, minutesMs } from '#kernel/time'
import { type Conn, sql } from '#platform/db'

export type ImportsReading = {
  readonly waiting: number
  readonly running: number
  /** Imports that ended as FAILED within the last day. */
  readonly failed: number
  /** Imports that wait or run without progress for longer than half an hour. */
  readonly stuck: number
  /** The start of the longest wait. */
  readonly oldestWaitingAt: Date | undefined
}

/** A worker takes a waiting import within seconds, and renews the lease of a running one. */
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
