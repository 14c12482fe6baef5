import { sql } from 'kysely'
import { type Conn, type Database, type Gathering, type Tx, writeBeforeCommit } from '#platform/db'
import type { Subscription } from './subscription.ts'

/** Where a subscription stands, and how far the log is numbered. */
export type Place = {
  readonly position: number
  readonly head: number
  readonly failures: number
  /** Up to there events are taken one by one. */
  readonly singlyUntil: number
  /** Written by whoever holds the place, and by nobody else. */
  readonly hasSetAside: boolean
  /** The event that has failed alone, how often, and since when. */
  readonly failing: Failing | undefined
}

type Failing = { readonly eventId: string; readonly failures: number; readonly since: Date }

type PlaceRow = {
  position: number
  head: number
  failures: number
  singly_until: number
  has_set_aside: boolean
  failing_event: string | null
  event_failures: number
  failing_since: Date | null
}

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
  const { rows } = await sql<PlaceRow>`
    select s.position, h.last_position as head, s.failures, s.singly_until, s.has_set_aside,
           s.failing_event, s.event_failures, s.failing_since
    from platform.subscriptions s cross join platform.sequencer h
    where s.name = ${subscription.name} and s.available_at <= ${now}
    for update of s skip locked
  `.execute(tx)
  return rows[0] && toPlace(rows[0])
}

type Step = { readonly position: number; readonly hasSetAside: boolean }
type Move = Step & { readonly subscription: Subscription }

const moves: Gathering<Move> = {
  writes: (all) =>
    all.map(({ subscription, position, hasSetAside }, at) => ({
      name: `moved_${at}`,
      statement: sql`
        update platform.subscriptions
        set position = greatest(position, ${position}::bigint), failures = 0, last_error = null,
            has_set_aside = ${hasSetAside}, failing_event = null
        where name = ${subscription.name}`,
    })),
}

/**
 * Before the commit, and only ever forward: the head that was read may be older than a place that another worker has moved
 * meanwhile.
 */
export function movePlace(tx: Tx, subscription: Subscription, step: Step): void {
  writeBeforeCommit(tx, moves, [{ subscription, ...step }])
}

type Failed = {
  readonly position: number
  readonly singlyUntil: number
  /** The event, where it was tried alone and the error may be its own. */
  readonly suspectId: string | undefined
  readonly availableAt: Date
  readonly error: string
  readonly now: Date
}

/** Changes nothing where the place has moved since: then another worker succeeded. */
export async function delayPlace(
  database: Database,
  subscription: Subscription,
  { position, singlyUntil, suspectId, availableAt, error, now }: Failed,
): Promise<void> {
  const again = sql`failing_event is not distinct from ${suspectId}`
  const counted = sql`, failing_event = ${suspectId},
    event_failures = case when ${again} then event_failures + 1 else 1 end,
    failing_since = case when ${again} then failing_since else ${now}::timestamptz end`
  await sql`
    update platform.subscriptions
    set failures = failures + 1, available_at = ${availableAt}, last_error = ${error},
        singly_until = greatest(singly_until, ${singlyUntil}::bigint)
        ${suspectId === undefined ? sql`` : counted}
    where name = ${subscription.name} and position = ${position}
  `.execute(database.pool)
}

function toPlace(row: PlaceRow): Place {
  const { failing_event: eventId, event_failures: failures, failing_since: since } = row
  return {
    position: row.position,
    head: row.head,
    failures: row.failures,
    singlyUntil: row.singly_until,
    hasSetAside: row.has_set_aside,
    failing: eventId !== null && since ? { eventId, failures, since } : undefined,
  }
}
