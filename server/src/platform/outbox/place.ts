import { sql } from 'kysely'
import { type Conn, type Database, type Gathering, type Tx, writeBeforeCommit } from '#platform/db'
import type { Subscription } from './subscription.ts'

/** Where a subscription stands, and how far the log is numbered. */
export type Place = { readonly position: number; readonly head: number; readonly failures: number }

/** Beginning at the beginning: what was emitted before the first worker knew of the subscription counts too. */
export async function insertPlaces(
  conn: Conn,
  subscriptions: readonly Subscription[],
  now: Date,
): Promise<void> {
  const names = subscriptions.map((subscription) => subscription.name).sort()
  await sql`
    insert into platform.subscriptions (name, position, failures, available_at)
    select name, 0, 0, ${now} from unnest(${names}::text[]) as wanted(name)
    on conflict (name) do nothing
  `.execute(conn)
}

/** Others than its own are passed over in steps of so many. */
export const passedOverMax = 1_000

/**
 * True when there is an event to record, or when so many others have gone by that the place should be moved past
 * them. Not at each of them: that would be a write for every subscription and event that do not concern each other.
 */
export async function hasWork(conn: Conn, subscription: Subscription, now: Date): Promise<boolean> {
  const { rows } = await sql<{ work: boolean }>`
    /* across companies: a subscription reads the whole log */
    select h.last_position - s.position > ${sql.lit(passedOverMax)} or exists (
      select from platform.events e
      where e.position > s.position and e.position <= h.last_position
        and e.type = any(${subscription.types})
    ) as work
    from platform.subscriptions s cross join platform.sequencer h
    where s.name = ${subscription.name} and s.available_at <= ${now}
  `.execute(conn)
  return rows[0]?.work ?? false
}

/** Undefined when another worker is at it, or when it waits after a failure. The lock holds until the transaction ends. */
export async function takePlace(
  tx: Tx,
  subscription: Subscription,
  now: Date,
): Promise<Place | undefined> {
  const { rows } = await sql<{ position: number; head: number; failures: number }>`
    select s.position, h.last_position as head, s.failures
    from platform.subscriptions s cross join platform.sequencer h
    where s.name = ${subscription.name} and s.available_at <= ${now}
    for update of s skip locked
  `.execute(tx)
  return rows[0]
}

type Move = { readonly subscription: Subscription; readonly position: number }

const moves: Gathering<Move> = {
  writes: (all) =>
    all.map(({ subscription, position }, at) => ({
      name: `moved_${at}`,
      statement: sql`
        update platform.subscriptions
        set position = greatest(position, ${position}::bigint), failures = 0, last_error = null
        where name = ${subscription.name}`,
    })),
}

/**
 * Before the commit, and only ever forward: the head that was read may be older than a place that another worker has moved
 * meanwhile.
 */
export function movePlace(tx: Tx, subscription: Subscription, position: number): void {
  writeBeforeCommit(tx, moves, [{ subscription, position }])
}

/** Changes nothing where the place has moved since: then another worker succeeded. */
export async function delayPlace(
  database: Database,
  subscription: Subscription,
  failed: { readonly position: number; readonly availableAt: Date; readonly error: string },
): Promise<void> {
  await sql`
    update platform.subscriptions
    set failures = failures + 1, available_at = ${failed.availableAt}, last_error = ${failed.error}
    where name = ${subscription.name} and position = ${failed.position}
  `.execute(database.pool)
}
