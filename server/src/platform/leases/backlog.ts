import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import type { Queue } from './queue.ts'
import { literals, onlyOf } from './sql.ts'

/** How many rows wait or are worked on. */
export async function depth(conn: Conn, queue: Queue): Promise<number> {
  const open = queue.working === undefined ? queue.waiting : [...queue.waiting, queue.working]
  const { rows } = await sql<{ count: number }>`
    /* across companies: the backlog of the whole queue */
    select count(*) as count from ${sql.table(queue.table)} as job
    where job.state in (${literals(open)}) ${onlyOf(queue)}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** How many seconds the oldest due row has been due. 0 when nothing is due. */
export async function oldestAge(conn: Conn, queue: Queue, now: Date): Promise<number> {
  const { rows } = await sql<{ due_since: Date | null }>`
    /* across companies: the backlog of the whole queue */
    select min(job.available_at) as due_since from ${sql.table(queue.table)} as job
    where job.state in (${literals(queue.waiting)}) ${onlyOf(queue)}
  `.execute(conn)
  const dueSince = rows[0]?.due_since
  return dueSince ? Math.max(0, (now.getTime() - dueSince.getTime()) / 1_000) : 0
}
