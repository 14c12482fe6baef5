import { type Conn, sql } from '#platform/db'

/** The runs of all companies. A run that waits for a person is no backlog. */
export type QueueReading = {
  readonly queued: number
  readonly awaitingConfirmation: number
  readonly running: number
  /** Since when the oldest run could have been taken by a worker. */
  readonly oldestQueuedAt: Date | undefined
  readonly oldestRunningAt: Date | undefined
  readonly ended: number
  readonly failed: number
  /** Sources of which an operator has to decide over the offers. */
  readonly heldSources: number
}

type QueueRow = {
  queued: number
  awaiting: number
  running: number
  oldest_queued_at: Date | null
  oldest_running_at: Date | null
  ended: number
  failed: number
  held: number
}

/** Reads live runs, the runs that ended since, and open reviews: each by its index. */
export async function readQueue(conn: Conn, since: Date): Promise<QueueReading> {
  const { rows } = await sql<QueueRow>`
    /* across companies: operators see the whole platform */
    with live as (
      select count(*) filter (where state = 'QUEUED' and not awaiting_confirmation) as queued,
        count(*) filter (where awaiting_confirmation) as awaiting,
        count(*) filter (where state = 'RUNNING') as running,
        min(available_at) filter (where state = 'QUEUED' and not awaiting_confirmation) as oldest_queued_at,
        min(coalesce(started_at, available_at)) filter (where state = 'RUNNING') as oldest_running_at
      from crawl.runs where state in ('QUEUED', 'RUNNING')
    ), over as (
      select count(*) as ended, count(*) filter (where state = 'FAILED') as failed
      from crawl.runs where ended_at > ${since}
    )
    select live.*, over.*, (select count(*) from crawl.reviews where state = 'OPEN') as held
    from live, over
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return {
    queued: row.queued,
    awaitingConfirmation: row.awaiting,
    running: row.running,
    oldestQueuedAt: row.oldest_queued_at ?? undefined,
    oldestRunningAt: row.oldest_running_at ?? undefined,
    ended: row.ended,
    failed: row.failed,
    heldSources: row.held,
  }
}
