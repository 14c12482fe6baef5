import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import { isGone, ownPlace } from './holder.ts'
import { markDead } from './processes.ts'
import type { Queue } from './queue.ts'
import { literals, onlyOf } from './sql.ts'

/**
 * Ends the leases of processes that ran on this machine and have ended, such as a predecessor that was killed. The next sweep then
 * puts their rows back, and nobody waits for the leases to run out. Leases of running processes, and of processes elsewhere, are
 * left alone. Returns how many leases it ended.
 */
export async function endOrphaned(conn: Conn, queue: Queue, now: Date): Promise<number> {
  const holder = sql`split_part(job.lease_token, '@', 2)`
  const states = queue.working === undefined ? queue.waiting : [queue.working]
  const held = sql`job.state in (${literals(states)}) and job.lease_until > ${now} ${onlyOf(queue)}`
  const { rows } = await sql<{ holder: string }>`
    /* across companies: a lost worker held rows of several */
    select distinct ${holder} as holder from ${sql.table(queue.table)} as job
    where ${held} and starts_with(${holder}, ${ownPlace})
  `.execute(conn)
  const gone = rows.map((row) => row.holder).filter(isGone)
  if (gone.length === 0) return 0
  await markDead(conn, gone, now)
  const { numAffectedRows } = await sql`
    /* across companies: a lost worker held rows of several */
    update ${sql.table(queue.table)} as job
    set lease_until = ${now} ${queue.working === undefined ? sql`, available_at = ${now}` : sql``}
    where ${held} and ${holder} = any(${gone}::text[])
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
