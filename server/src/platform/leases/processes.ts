import { type Conn, sql } from '#platform/db'
import { seenEveryMs, silentMsMax } from './deaths.ts'
import { isGone, ownHolder, ownPlace } from './holder.ts'
import { runEvery } from './run-every.ts'
import type { Loop, WorkLog } from './run-loop.ts'

/** Longer than any lease, so that the holder of a lease is known until the row is swept. */
const keptHours = 48

/** Reports that this process is alive, and finds processes that have died or hang. */
export async function noteProcesses(conn: Conn, now: Date, holder = ownHolder): Promise<void> {
  const wasHeldUp = await noteSeen(conn, now, holder)
  const { rows } = await sql<{ holder: string }>`
    select holder from platform.processes
    where starts_with(holder, ${ownPlace}) and died_at is null and holder <> ${holder}
  `.execute(conn)
  const gone = rows.map((row) => row.holder).filter(isGone)
  if (gone.length > 0) await markDead(conn, gone, now)
  // What held this process up, such as an outage of the database, may have held up the others too. They come first.
  if (!wasHeldUp) await markSilentDead(conn, now)
  await sql`
    delete from platform.processes
    where seen_at < ${now}::timestamptz - ${keptHours} * interval '1 hour'
      and (died_at is null or died_at < ${now}::timestamptz - ${keptHours} * interval '1 hour')
  `.execute(conn)
}

/** Returns whether this process has itself been silent for so long that it could count as dead. */
async function noteSeen(conn: Conn, now: Date, holder: string): Promise<boolean> {
  const silentSince = new Date(now.getTime() - silentMsMax)
  const { rows } = await sql<{ was_held_up: boolean }>`
    with known as (select seen_at from platform.processes where holder = ${holder}), noted as (
      insert into platform.processes (holder, seen_at) values (${holder}, ${now})
      on conflict (holder) do update set seen_at = excluded.seen_at, died_at = null
    )
    select seen_at <= ${silentSince} as was_held_up from known
  `.execute(conn)
  return rows[0]?.was_held_up ?? false
}

/**
 * A process that is silent for so long runs no more of its program: it has died on another machine, or it hangs. If it works again,
 * it is alive again, and its leases are those of others.
 */
async function markSilentDead(conn: Conn, now: Date): Promise<void> {
  await sql`
    update platform.processes set died_at = ${now}
    where died_at is null and seen_at <= ${new Date(now.getTime() - silentMsMax)}
  `.execute(conn)
}

/**
 * Marks processes that have certainly died: their process ids are not in use where they ran. A process without a row died before
 * it could write one.
 */
export async function markDead(conn: Conn, holders: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into platform.processes as p (holder, seen_at, died_at)
    select holder, 'epoch', ${now}::timestamptz from unnest(${[...holders]}::text[]) as holder
    on conflict (holder) do update set died_at = coalesce(p.died_at, excluded.died_at)
  `.execute(conn)
}

/** Marks the holder of a lease as dead if that is certain, so that the row can be swept at once. */
export async function noteGone(conn: Conn, leaseToken: string, now: Date): Promise<boolean> {
  const holder = leaseToken.split('@')[1] ?? ''
  if (!isGone(holder)) return false
  await markDead(conn, [holder], now)
  return true
}

/** From now on the end of this process is no death, because it was asked to stop. */
export async function noteStopping(conn: Conn, now: Date, holder = ownHolder): Promise<void> {
  await sql`
    update platform.processes set stopping_at = ${now} where holder = ${holder}
  `.execute(conn)
}

/** Keeps the row of this process until it stops. */
export function keepProcess(options: {
  readonly conn: Conn
  readonly now: () => Date
  readonly log: WorkLog
}): Loop {
  const { conn, now, log } = options
  return runEvery({
    name: 'leases.process',
    everyMs: seenEveryMs,
    work: () => noteProcesses(conn, now()),
    log,
  })
}
