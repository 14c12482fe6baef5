import { type Conn, sql } from '#platform/db'
import type { DisabledReason } from '../endpoints/endpoint.ts'

/** An endpoint as operators see it: its company, its state and the reason, and its backlog. */
export type WatchedEndpoint = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly url: string
  readonly state: 'ACTIVE' | 'PAUSED' | 'DISABLED'
  readonly disabledReason: DisabledReason | undefined
  readonly disabledAt: Date | undefined
  readonly breakerOpenUntil: Date | undefined
  readonly failingSince: Date | undefined
  /** Consecutive failures up to now. */
  readonly failures: number
  readonly lastSuccessAt: Date | undefined
  /** Each count stops at `waitingCountedMax`. */
  readonly waiting: number
  readonly held: number
  /** The delivery that has waited longest, held or not. */
  readonly oldestWaiting: OldestWaiting | undefined
}

export type OldestWaiting = {
  readonly deliveryId: string
  readonly eventType: string
  readonly since: Date
  readonly lastStatus: number | undefined
  readonly lastError: string | undefined
}

export const watchedStates = ['ACTIVE', 'PAUSED', 'DISABLED', 'TROUBLED'] as const

export type WatchSearch = {
  /** TROUBLED: endpoints that are disabled, have an open breaker, or failed last. */
  readonly state?: (typeof watchedStates)[number] | undefined
  readonly companyId?: string | undefined
  readonly endpointId?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

export const waitingCountedMax = 1_000

type WatchRow = {
  id: string
  company_id: string
  name: string
  url: string
  state: WatchedEndpoint['state']
  disabled_reason: DisabledReason | null
  disabled_at: Date | null
  breaker_open_until: Date | null
  failing_since: Date | null
  failures: number
  last_success_at: Date | null
  waiting: number
  held: number
  oldest_id: string | null
  oldest_type: string | null
  oldest_since: Date | null
  oldest_status: number | null
  oldest_error: string | null
}

/**
 * Newest first. The page is cut before the backlog of each endpoint is counted, which uses `deliveries_unfinished`.
 */
export async function watchEndpoints(
  conn: Conn,
  { state, companyId, endpointId, before, limit }: WatchSearch,
): Promise<WatchedEndpoint[]> {
  const inState =
    state === 'TROUBLED'
      ? sql`and (e.state = 'DISABLED' or e.breaker_open_until is not null or h.failing_since is not null)`
      : state === undefined
        ? sql``
        : sql`and e.state = ${state}`
  const { rows } = await sql<WatchRow>`
    /* across companies: operators watch the whole service */
    with page as materialized (
      select e.*, h.failing_since, h.failures, h.last_success_at
      from webhooks.endpoints e
      join webhooks.endpoint_health h on h.company_id = e.company_id and h.endpoint_id = e.id
      where e.state <> 'DELETED' ${inState}
        ${companyId === undefined ? sql`` : sql`and e.company_id = ${companyId}`}
        ${endpointId === undefined ? sql`` : sql`and e.id = ${endpointId}`}
        ${before === undefined ? sql`` : sql`and e.id < ${before}`}
      order by e.id desc
      limit ${limit}
    )
    select p.id, p.company_id, p.name, p.url, p.state, p.disabled_reason, p.disabled_at, p.breaker_open_until,
      p.failing_since, p.failures, p.last_success_at, counted.waiting, counted.held,
      oldest.id as oldest_id, oldest.event_type as oldest_type, oldest.created_at as oldest_since,
      oldest.last_status as oldest_status, oldest.last_error as oldest_error
    from page p
    cross join lateral (
      select count(*) filter (where u.state <> 'HELD') as waiting, count(*) filter (where u.state = 'HELD') as held
      from (
        select d.state from webhooks.deliveries d
        where d.company_id = p.company_id and d.endpoint_id = p.id and d.state in ('PENDING', 'RETRYING', 'HELD')
        limit ${waitingCountedMax}
      ) as u
    ) as counted
    left join lateral (
      select d.* from webhooks.deliveries d
      where d.company_id = p.company_id and d.endpoint_id = p.id and d.state in ('PENDING', 'RETRYING', 'HELD')
      order by d.id limit 1
    ) as oldest on true
    order by p.id desc
  `.execute(conn)
  return rows.map(toWatched)
}

function toWatched(row: WatchRow): WatchedEndpoint {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    url: row.url,
    state: row.state,
    disabledReason: row.disabled_reason ?? undefined,
    disabledAt: row.disabled_at ?? undefined,
    breakerOpenUntil: row.breaker_open_until ?? undefined,
    failingSince: row.failing_since ?? undefined,
    failures: row.failures,
    lastSuccessAt: row.last_success_at ?? undefined,
    waiting: row.waiting,
    held: row.held,
    oldestWaiting:
      row.oldest_id === null || row.oldest_type === null || row.oldest_since === null
        ? undefined
        : {
            deliveryId: row.oldest_id,
            eventType: row.oldest_type,
            since: row.oldest_since,
            lastStatus: row.oldest_status ?? undefined,
            lastError: row.oldest_error ?? undefined,
          },
  }
}
