import type { Selectable } from 'kysely'
import { type Conn, insertionOf, type PlatformTables, sql, type Tx } from '#platform/db'
import { deathsUntilAlone, holderDied, isFree, type Lease, processDied } from '#platform/leases'
import type { SetAsideEvent } from './set-aside-event.ts'

type Row = Selectable<PlatformTables['platform.set_aside_events']>

export type Line = Pick<SetAsideEvent, 'companyId' | 'line'> & { readonly waiting: number }

/** The lines of a subscription with set-aside events, and how many events wait in each. There are few. */
export async function listLines(tx: Tx, subscription: string): Promise<Line[]> {
  const { rows } = await sql<{ company_id: string; line: string; waiting: number }>`
    select company_id, line, count(*) as waiting from platform.set_aside_events
    where subscription = ${subscription} group by company_id, line
  `.execute(tx)
  return rows.map(({ company_id, line, waiting }) => ({ companyId: company_id, line, waiting }))
}

export async function insertSetAside(tx: Tx, events: readonly SetAsideEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    subscription: event.subscription,
    company_id: event.companyId,
    line: event.line,
    position: event.position,
    event_id: event.eventId,
    event_type: event.type,
    failures: event.failures,
    last_error: event.lastError ?? null,
    deaths: event.deaths,
    set_aside_at: event.setAsideAt,
    available_at: event.availableAt,
  }))
  // The row exists already if an operator has moved the position back.
  await sql`${insertionOf('platform.set_aside_events', rows)} on conflict do nothing`.execute(tx)
}

/** The event has killed as many processes as it may, and waits for an operator. */
const isDead = sql<boolean>`job.deaths > ${sql.lit(deathsUntilAlone)}`

/**
 * Leases the first event of a line that is due. The others of the line wait, since a claim sees only the first event of each line.
 * Lines are few, and one step in the primary key finds each.
 */
export async function claimDue(
  conn: Conn,
  subscriptions: readonly string[],
  lease: Lease,
  now: Date,
): Promise<SetAsideEvent | undefined> {
  const { rows } = await sql<Row>`
    /* across companies: what was set aside of any company is tried again */
    with recursive firsts as (
      (select subscription, company_id, line, position from platform.set_aside_events
       order by subscription, company_id, line, position limit 1)
      union all
      select following.* from firsts, lateral (
        select e.subscription, e.company_id, e.line, e.position from platform.set_aside_events e
        where (e.subscription, e.company_id, e.line) > (firsts.subscription, firsts.company_id, firsts.line)
        order by e.subscription, e.company_id, e.line, e.position limit 1
      ) as following
    ), due as materialized (
      select job.subscription, job.event_id from platform.set_aside_events job
      join firsts using (subscription, company_id, line, position)
      where job.subscription = any(${[...subscriptions]}::text[]) and job.available_at <= ${now}
        and not ${isDead} and (${isFree(now)} or job.lease_token = ${lease.token})
      order by job.available_at, job.position limit 1
      for update of job skip locked
    )
    update platform.set_aside_events e set lease_token = ${lease.token}, lease_until = ${lease.until}
    from due where (e.event_id, e.subscription) = (due.event_id, due.subscription)
    returning e.*
  `.execute(conn)
  return rows[0] && toSetAside(rows[0])
}

/** Normally false. True when an event may be due. `claimDue` then checks that it is the first of its line. */
export async function mayBeDue(
  conn: Conn,
  subscriptions: readonly string[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    /* across companies: what was set aside of any company is tried again */
    select exists (
      select from platform.set_aside_events
      where subscription = any(${[...subscriptions]}::text[]) and available_at <= ${now}
    ) as found
  `.execute(conn)
  return rows[0]?.found ?? false
}

/** The leases that are held now. Mostly there are none. */
export async function listLeases(conn: Conn): Promise<string[]> {
  const { rows } = await sql<{ lease_token: string }>`
    /* across companies: whoever tries an event may have died */
    select lease_token from platform.set_aside_events where lease_token is not null
  `.execute(conn)
  return rows.map((row) => row.lease_token)
}

/** Counts the deaths of processes over set-aside events, and ends their leases. Returns the events. */
export async function countDeaths(tx: Tx): Promise<SetAsideEvent[]> {
  const { rows } = await sql<Row>`
    /* across companies: whoever tries an event may have died */
    update platform.set_aside_events job
    set deaths = job.deaths + 1, failures = job.failures + 1, lease_token = null, lease_until = null,
        last_error = case when job.deaths >= ${sql.lit(deathsUntilAlone)} then ${processDied} else job.last_error end
    where job.lease_token is not null and ${holderDied}
    returning job.*
  `.execute(tx)
  return rows.map(toSetAside)
}

/** Changes nothing if the lease was lost, because another worker then tries the event. */
export async function delaySetAside(
  tx: Tx,
  event: SetAsideEvent,
  leaseToken: string,
  failed: { readonly counts: boolean; readonly availableAt: Date; readonly error: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform.set_aside_events
    set failures = failures + ${failed.counts ? 1 : 0}::integer, available_at = ${failed.availableAt},
        last_error = ${failed.error}, lease_token = null, lease_until = null
    where subscription = ${event.subscription} and company_id = ${event.companyId}
      and event_id = ${event.eventId} and lease_token = ${leaseToken}
  `.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Deletes the row. With `leaseToken` it returns undefined if that lease was lost. */
export async function deleteSetAside(
  tx: Tx,
  subscription: string,
  eventId: string,
  leaseToken?: string,
): Promise<SetAsideEvent | undefined> {
  const { rows } = await sql<Row>`
    /* across companies: an operator, or the dispatcher, names the event */
    delete from platform.set_aside_events
    where event_id = ${eventId} and subscription = ${subscription}
      and (${leaseToken ?? null}::text is null or lease_token = ${leaseToken ?? null})
    returning *
  `.execute(tx)
  return rows[0] && toSetAside(rows[0])
}

/**
 * Makes the line of an event due at once. An event that has killed processes is tried once more. Returns the event, or undefined
 * if it is no longer set aside.
 */
export async function makeLineDue(
  tx: Tx,
  subscription: string,
  eventId: string,
  now: Date,
): Promise<SetAsideEvent | undefined> {
  await sql`
    update platform.set_aside_events e
    set available_at = least(e.available_at, ${now}::timestamptz), deaths = least(e.deaths, ${sql.lit(deathsUntilAlone)})
    from platform.set_aside_events named
    where named.event_id = ${eventId} and named.subscription = ${subscription}
      and (e.subscription, e.company_id, e.line) = (named.subscription, named.company_id, named.line)
  `.execute(tx)
  const { rows } = await sql<Row>`
    /* across companies: an operator names the event */
    select * from platform.set_aside_events
    where event_id = ${eventId} and subscription = ${subscription}
  `.execute(tx)
  return rows[0] && toSetAside(rows[0])
}

/** Locks the subscription until the end of the transaction, so that reports about it come one after the other. */
export async function lockSubscription(tx: Tx, subscription: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('set aside by'), hashtext(${subscription}))
  `.execute(tx)
}

export async function hasSetAside(tx: Tx, subscription: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    /* across companies: whether a subscription has set anything aside */
    select exists (select from platform.set_aside_events where subscription = ${subscription}) as found
  `.execute(tx)
  return rows[0]?.found ?? false
}

export type SetAsidePage = {
  readonly subscription?: string
  /** The last event of the page before. */
  readonly after?: Pick<SetAsideEvent, 'position' | 'subscription'>
  readonly limit: number
}

/** In the order of the log. `isFirst`: the event is the first of its line, which is the one that is retried. */
export type ListedSetAside = SetAsideEvent & { readonly isFirst: boolean }

export async function listSetAside(
  conn: Conn,
  { subscription, after, limit }: SetAsidePage,
): Promise<ListedSetAside[]> {
  const { rows } = await sql<Row & { is_first: boolean }>`
    /* across companies: operators see all */
    select e.*, not exists (
        select from platform.set_aside_events o
        where (o.subscription, o.company_id, o.line) = (e.subscription, e.company_id, e.line)
          and o.position < e.position
      ) as is_first
    from platform.set_aside_events e
    where (${subscription ?? null}::text is null or e.subscription = ${subscription ?? null})
      and (${after?.position ?? null}::bigint is null
        or (e.position, e.subscription) > (${after?.position ?? null}::bigint, ${after?.subscription ?? null}))
    order by e.position, e.subscription limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({ ...toSetAside(row), isFirst: row.is_first }))
}

/** The set-aside events of one subscription in numbers, and the failed event that was set aside longest ago. */
export type SetAsideReading = {
  readonly subscription: string
  readonly events: number
  readonly lines: number
  readonly since: Date
  readonly oldest: Pick<SetAsideEvent, 'companyId' | 'line' | 'eventId' | 'lastError'> | undefined
}

export async function measureSetAside(conn: Conn): Promise<SetAsideReading[]> {
  const { rows } = await sql<
    Pick<SetAsideReading, 'subscription' | 'events' | 'lines' | 'since'> &
      Partial<Pick<Row, 'company_id' | 'line' | 'event_id' | 'last_error'>>
  >`
    /* across companies: how much each subscription has set aside */
    select counted.*, oldest.*
    from (
      select subscription, count(*) as events, count(distinct (company_id, line)) as lines,
             min(set_aside_at) as since
      from platform.set_aside_events group by subscription
    ) as counted
    left join lateral (
      select company_id, line, event_id, last_error from platform.set_aside_events e
      where e.subscription = counted.subscription and e.last_error is not null
      order by e.set_aside_at, e.position limit 1
    ) as oldest on true
    order by counted.subscription
  `.execute(conn)
  return rows.map(
    ({ subscription, events, lines, since, company_id, line, event_id, last_error }) => ({
      subscription,
      events,
      lines,
      since,
      oldest:
        company_id && line && event_id
          ? { companyId: company_id, line, eventId: event_id, lastError: last_error ?? undefined }
          : undefined,
    }),
  )
}

function toSetAside(row: Row): SetAsideEvent {
  return {
    subscription: row.subscription,
    companyId: row.company_id,
    line: row.line,
    position: Number(row.position),
    eventId: row.event_id,
    type: row.event_type,
    failures: row.failures,
    lastError: row.last_error ?? undefined,
    deaths: row.deaths,
    setAsideAt: row.set_aside_at,
    availableAt: row.available_at,
  }
}
