import { sql } from 'kysely'
import { after, secondsMs } from '#kernel/time'
import { type Conn, type Database, type Gathering, type Tx, writeBeforeCommit } from '#platform/db'
import { deathsUntilAlone, isFree, type Queue } from '#platform/leases'
import type { Subscription } from './subscription.ts'

/**
 * The positions of all subscriptions, as the sweep and the operators see them. A position is leased while a batch is recorded.
 */
export const subscriptionQueue = {
  table: 'platform.subscriptions',
  key: ['name'],
  id: 'name',
  waiting: ['WAITING'],
  leaseSeconds: 60,
  poison: { is: 'retried_slowly' },
} as const satisfies Queue

/** The position of a subscription, and how far the log is numbered. */
export type Place = {
  readonly position: number
  readonly head: number
  readonly failures: number
  /** Up to this position events are recorded one by one. */
  readonly singlyUntil: number
  /** Only the worker that holds the position writes this. */
  readonly hasSetAside: boolean
  /** The event that has failed alone, how often, and since when. */
  readonly failing: Failing | undefined
  /** How many processes have died over the batch at this position. */
  readonly deaths: number
  /** The fence: a worker without this token changes nothing. */
  readonly leaseToken: string
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
  deaths: number
  lease_token: string
}

/**
 * New subscriptions start at the beginning of the log. Events from before the first worker knew of the subscription count too.
 */
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

/** Events that do not concern the subscription are passed over in steps of so many. */
export const passedOverMax = 1_000

/**
 * True when there is an event to record, or when the position should be moved past many others. The position is not moved at each
 * of those: that would be a write for every subscription and every event that does not concern it.
 */
function hasWork({ types }: Subscription) {
  return sql<boolean>`(h.last_position - job.position > ${sql.lit(passedOverMax)} or exists (
    select from platform.events e
    where e.position > job.position and e.position <= h.last_position and e.type = any(${types})))`
}

export type Claimed =
  | { readonly is: 'claimed'; readonly place: Place }
  /** The events are to be recorded one by one, and the claim did not ask for that. */
  | { readonly is: 'alone' }
  | { readonly is: 'held'; readonly leaseToken: string }
  | { readonly is: 'nothing' }

type ClaimOptions = {
  /**
   * The token of the dispatcher, which records one batch of a subscription at a time. So it may take over a lease that a failure
   * has left.
   */
  readonly leaseToken: string
  readonly now: Date
  /** A ring has announced an event, so the claim does not look for one. */
  readonly isCertain: boolean
  /** Claim a place only if its events are to be recorded one by one, instead of only if they are not. */
  readonly isAlone?: boolean
}

/**
 * Takes the lease of a position, by one statement that commits at once, so that the death of a process over the batch is seen. The
 * commit does not wait for the disk. If PostgreSQL loses it, the transaction of the batch finds that its lease is lost.
 */
export async function claimPlace(
  conn: Conn,
  subscription: Subscription,
  { leaseToken, now, isCertain, isAlone = false }: ClaimOptions,
): Promise<Claimed> {
  const { name, poison } = subscription
  const leaseUntil = after(now, secondsMs(subscriptionQueue.leaseSeconds))
  // An event that is to be set aside does not wait.
  const isToSetAside =
    poison === 'set_aside'
      ? sql<boolean>`(job.deaths > ${sql.lit(deathsUntilAlone)} and job.failures = 0)`
      : sql<boolean>`false`
  const { rows } = await sql<ClaimRow>`
    /* across companies: a subscription reads the whole log */
    with place as materialized (
      select job.name, job.lease_token as held_by, job.deaths, h.last_position as head,
             (${isFree(now)} or job.lease_token = ${leaseToken}) as is_free
      from platform.subscriptions as job cross join platform.sequencer h
      where job.name = ${name} and (job.available_at <= ${now} or ${isToSetAside})
        and ${isCertain ? sql<boolean>`h.last_position > job.position` : hasWork(subscription)}
        and set_config('synchronous_commit', 'off', true) is not null
      for update of job skip locked
    ), claimed as (
      update platform.subscriptions s
      set lease_token = ${leaseToken}, lease_until = ${leaseUntil}, attempts = s.attempts + 1,
          available_at = least(s.available_at, ${now}::timestamptz)
      from place
      where s.name = place.name and place.is_free
        and (place.deaths >= ${sql.lit(deathsUntilAlone)}) = ${isAlone}
      returning s.*
    )
    select place.head, place.held_by, place.is_free, claimed.*
    from place left join claimed on true
  `.execute(conn)
  const [row] = rows
  if (row && isClaimed(row)) return { is: 'claimed', place: toPlace(row) }
  if (!row) return { is: 'nothing' }
  if (row.is_free) return { is: isAlone ? 'nothing' : 'alone' }
  return row.held_by === null ? { is: 'nothing' } : { is: 'held', leaseToken: row.held_by }
}

type Found = { readonly is_free: boolean; readonly held_by: string | null }
type ClaimRow = Found & (PlaceRow | { readonly [Column in keyof PlaceRow]: null })

function isClaimed(row: ClaimRow): row is Found & PlaceRow {
  return row.position !== null
}

/** Locks the position until the end of the transaction. Returns false if the lease was lost. */
export async function lockPlace(tx: Tx, { name }: Subscription, place: Place): Promise<boolean> {
  const { rows } = await sql`
    select from platform.subscriptions
    where name = ${name} and lease_token = ${place.leaseToken} and position = ${place.position}
    for update
  `.execute(tx)
  return rows.length === 1
}

type Step = {
  readonly position: number
  readonly hasSetAside: boolean
  /** From now on events up to this position are recorded one by one, if it is beyond the current one. */
  readonly singlyUntil?: number
}
type Move = Step & { readonly subscription: Subscription; readonly place: Place }

/** Written past the last event of a batch over which processes have died. Until then the deaths stay. */
const deathsAfter = (position: number, singlyUntil: number) => sql`
  case when deaths < ${sql.lit(deathsUntilAlone)} or ${position}::bigint >= greatest(singly_until, ${singlyUntil}::bigint)
       then 0 else ${sql.lit(deathsUntilAlone)} end`

const moves: Gathering<Move> = {
  writes: (all) =>
    all.map(({ subscription, place, position, hasSetAside, singlyUntil = 0 }, at) => ({
      name: `moved_${at}`,
      statement: sql`
        update platform.subscriptions
        set position = ${position}::bigint, failures = 0, last_error = null, attempts = 0,
            has_set_aside = ${hasSetAside}, failing_event = null, lease_token = null, lease_until = null,
            deaths = ${deathsAfter(position, singlyUntil)},
            singly_until = greatest(singly_until, ${singlyUntil}::bigint)
        where name = ${subscription.name} and lease_token = ${place.leaseToken} and position = ${place.position}`,
      rows: 1,
    })),
}

/**
 * Moves the position just before the commit and ends the lease. The transaction fails if the lease was lost, because another
 * worker then has the batch.
 */
export function movePlace(tx: Tx, subscription: Subscription, place: Place, step: Step): void {
  writeBeforeCommit(tx, moves, [{ subscription, place, ...step }])
}

type Failed = {
  readonly place: Place
  readonly singlyUntil: number
  /** The event, if it was tried alone and may have caused the error itself. */
  readonly suspectId: string | undefined
  readonly availableAt: Date
  readonly error: string
  readonly now: Date
}

/** Ends the lease. Changes nothing if the lease was lost, because another worker then has the batch. */
export async function delayPlace(
  database: Database,
  subscription: Subscription,
  { place, singlyUntil, suspectId, availableAt, error, now }: Failed,
): Promise<void> {
  const again = sql`failing_event is not distinct from ${suspectId}`
  const counted = sql`, failing_event = ${suspectId},
    event_failures = case when ${again} then event_failures + 1 else 1 end,
    failing_since = case when ${again} then failing_since else ${now}::timestamptz end`
  await sql`
    update platform.subscriptions
    set failures = failures + 1, available_at = ${availableAt}, last_error = ${error},
        lease_token = null, lease_until = null,
        singly_until = greatest(singly_until, ${singlyUntil}::bigint)
        ${suspectId === undefined ? sql`` : counted}
    where name = ${subscription.name} and lease_token = ${place.leaseToken} and position = ${place.position}
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
    deaths: row.deaths,
    leaseToken: row.lease_token,
    failing: eventId !== null && since ? { eventId, failures, since } : undefined,
  }
}
