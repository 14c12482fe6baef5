import { sql } from 'kysely'
import { idRange } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import type { Claimer, Lease } from '#platform/leases'
import type { DeliveryRow } from '../tables.ts'
import type { Dispatch } from './delivery.ts'
import { isOver, type Sent, type Verdict } from './outcome.ts'

export type Claimed = { readonly companyId: string; readonly id: string; readonly eventId: string }

type ClaimedRow = Pick<DeliveryRow, 'company_id' | 'id' | 'event_id'>

export async function claimDeliveries(
  tx: Tx,
  claim: Claimer,
  lease: Lease,
  now: Date,
  batchMax: number,
): Promise<Claimed[]> {
  const rows = await claim<ClaimedRow>(tx, lease, now, batchMax)
  return rows.map(toClaimed)
}

/** Claims one delivery that a worker must work on alone. */
export async function claimAlone(
  tx: Tx,
  claim: Claimer,
  lease: Lease,
  now: Date,
): Promise<Claimed[]> {
  return (await claim.alone<ClaimedRow>(tx, lease, now)).map(toClaimed)
}

function toClaimed(row: ClaimedRow): Claimed {
  return { companyId: row.company_id, id: row.id, eventId: row.event_id }
}

/** A test is sent whatever the state of the breaker: somebody waits for the result. */
const breakerOf = sql`case
  when e.breaker_open_until is null then 'closed'
  when d.id = e.breaker_probe or d.event_type = 'webhook.test' then 'probe'
  else 'held' end`

/**
 * Reads what to send, and where to. This runs after the claim, so that an earlier change of the endpoint counts. Each
 * row is found by its whole key, one after the other: before the statistics know of a burst, a planner that may
 * choose would read the whole backlog of a company for each row. The fences (`offset 0`) leave it no choice.
 */
export async function readDispatches(
  conn: Conn,
  claimed: readonly Claimed[],
  lease: Lease,
  now: Date,
): Promise<Dispatch[]> {
  const { first, last } = idRange(claimed.map(({ id }) => id))
  const events = idRange(claimed.map(({ eventId }) => eventId))
  const { rows } = await sql<DispatchRow>`
    select d.company_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.attempts, d.replay_of,
           d.fifo_key, d.event_sequence,
           e.state as endpoint_state, ${breakerOf} as breaker, e.url, e.secret_sealed,
           e.signing_key_sealed, e.payload, e.max_per_second,
           case when e.previous_secret_until > ${now} then e.previous_secret_sealed end as previous_secret_sealed,
           m.body
    from unnest(${claimed.map((row) => row.companyId)}::text[], ${claimed.map((row) => row.id)}::text[])
      as c(company_id, id)
    cross join lateral (
      select * from webhooks.deliveries
      where (company_id, id) = (c.company_id, c.id) and lease_token = ${lease.token}
        and id >= ${first} and id <= ${last} offset 0
    ) as d
    cross join lateral (
      select * from webhooks.endpoints where (company_id, id) = (d.company_id, d.endpoint_id) offset 0
    ) as e
    cross join lateral (
      select body from webhooks.messages
      where (company_id, event_id) = (d.company_id, d.event_id)
        and event_id >= ${events.first} and event_id <= ${events.last} offset 0
    ) as m
    order by d.available_at, d.id
  `.execute(conn)
  return rows.map((row) => toDispatch(row, lease))
}

type DispatchRow = Pick<
  DeliveryRow,
  | 'company_id'
  | 'id'
  | 'endpoint_id'
  | 'event_id'
  | 'event_type'
  | 'attempts'
  | 'replay_of'
  | 'fifo_key'
  | 'event_sequence'
> & {
  endpoint_state: string
  breaker: string
  url: string
  secret_sealed: string | null
  signing_key_sealed: string | null
  payload: string
  max_per_second: number | null
  previous_secret_sealed: string | null
  body: string
}

function toDispatch(row: DispatchRow, lease: Lease): Dispatch {
  return {
    companyId: row.company_id,
    id: row.id,
    leaseToken: lease.token,
    leaseUntil: lease.until,
    endpointId: row.endpoint_id,
    endpointState: row.endpoint_state as Dispatch['endpointState'],
    url: row.url,
    sealedSecrets: [row.secret_sealed, row.previous_secret_sealed].filter((text) => text !== null),
    sealedSigningKey: row.signing_key_sealed ?? undefined,
    payload: row.payload as Dispatch['payload'],
    maxPerSecond: row.max_per_second ?? undefined,
    line:
      row.fifo_key === null
        ? undefined
        : { key: row.fifo_key, sequence: Number(row.event_sequence) },
    eventId: row.event_id,
    eventType: row.event_type,
    body: row.body,
    attempts: row.attempts,
    isReplay: row.replay_of !== null,
    breaker: row.breaker as Dispatch['breaker'],
  }
}

export type Return = { readonly dispatch: Dispatch; readonly availableAt: Date }

/**
 * Returns deliveries that were not sent; the attempt does not count. If the endpoint is no longer active, the row is
 * held or cancelled instead. The lease is the fence: a delivery that went to another worker stays unchanged.
 */
export async function giveBack(conn: Conn, returns: readonly Return[], now: Date): Promise<number> {
  const rows = returns.map(({ dispatch, availableAt }) => ({
    company_id: dispatch.companyId,
    id: dispatch.id,
    lease_token: dispatch.leaseToken,
    available_at: availableAt,
  }))
  const { first, last } = idRange(returns.map(({ dispatch }) => dispatch.id))
  const { numAffectedRows } = await sql`
    with back as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as b(company_id text, id text, lease_token text, available_at timestamptz)
    )
    update webhooks.deliveries d
    set (state, finished_at) = (
          select case when e.state = 'DELETED' then 'CANCELLED' when e.state <> 'ACTIVE' then 'HELD'
                      when ${breakerOf} = 'held' then 'HELD'
                      when d.attempts > 1 then 'RETRYING' else 'PENDING' end,
                 case when e.state = 'DELETED' then ${now}::timestamptz end
          from webhooks.endpoints e where (e.company_id, e.id) = (d.company_id, d.endpoint_id)
        ),
        attempts = greatest(d.attempts - 1, 0), available_at = b.available_at,
        lease_token = null, lease_until = null
    from back b
    where (d.company_id, d.id) = (b.company_id, b.id) and d.lease_token = b.lease_token
      and d.id >= ${first} and d.id <= ${last}
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

const inWindow = sql`h.window_started_at > excluded.window_started_at - interval '5 minutes'`

export type Judged = { readonly sent: Sent; readonly verdict: Verdict; readonly finishedAt: Date }

/** How an endpoint fails, including the attempts that were just added. */
export type Failing = {
  readonly companyId: string
  readonly endpointId: string
  /** Consecutive failures, and since when. Zero if the last batch had a success. */
  readonly failures: number
  readonly failingSince: Date | undefined
  /** Counts of the last minutes. */
  readonly window: { readonly attempts: number; readonly failures: number }
  readonly isBreakerOpen: boolean
  readonly warnedPercent: number
}

/**
 * Writes deliveries, attempts and the health of the endpoints in one statement, for all attempts that ended
 * meanwhile. The lease is the fence: an attempt for a delivery that another worker has now leaves no trace. Returns
 * the endpoints that fail.
 */
export async function recordAttempts(conn: Conn, judged: readonly Judged[]): Promise<Failing[]> {
  // The range of ids contains the days: the planner skips other partitions only if it knows the range before the
  // keys.
  const { first, last } = idRange(judged.map(({ sent }) => sent.dispatch.id))
  const { rows } = await sql<HealthRow>`
    with made as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(judged.map(toMade))}::jsonb) as m(
        company_id text, id text, lease_token text, state text, available_at timestamptz, finished_at timestamptz,
        ended_at timestamptz, trigger text, started_at timestamptz, ms int, status_code int, error_class text,
        request_headers jsonb, response_body text)
    ),
    settled as (
      update webhooks.deliveries d
      set state = m.state, available_at = coalesce(m.available_at, d.available_at), finished_at = m.finished_at,
          last_status = m.status_code, last_error = m.error_class, lease_token = null, lease_until = null
      from made m
      where (d.company_id, d.id) = (m.company_id, m.id) and d.lease_token = m.lease_token
        and d.id >= ${first} and d.id <= ${last}
      returning d.company_id, d.id, d.endpoint_id, m.trigger, m.started_at, m.ended_at, m.ms, m.status_code,
                m.error_class, m.request_headers, m.response_body
    ),
    logged as (
      insert into webhooks.attempts
        (company_id, delivery_id, n, trigger, started_at, ms, status_code, error_class, request_headers, response_body)
      select s.company_id, s.id, coalesce(l.n, 0) + 1, case when l.n is null then s.trigger else 'SCHEDULED' end,
             s.started_at, s.ms, s.status_code, s.error_class, s.request_headers, s.response_body
      from settled s
      left join lateral (
        select max(a.n) as n from webhooks.attempts a
        where a.company_id = s.company_id and a.delivery_id = s.id
          and a.delivery_id >= ${first} and a.delivery_id <= ${last}
      ) l on true
    ),
    summary as (
      select company_id, endpoint_id,
             max(ended_at) filter (where error_class is null) as last_success_at,
             max(ended_at) filter (where error_class is not null) as last_failure_at,
             min(ended_at) filter (where error_class is not null) as first_failure_at,
             count(*) filter (where error_class is not null) as failures,
             max(ended_at) as last_at, count(*) as attempts
      from settled group by company_id, endpoint_id
    )
    insert into webhooks.endpoint_health as h
      (company_id, endpoint_id, last_success_at, last_failure_at, failing_since, failures,
       window_started_at, window_attempts, window_failures)
    select company_id, endpoint_id, last_success_at, last_failure_at,
           case when last_success_at is null then first_failure_at end,
           case when last_success_at is null then failures else 0 end,
           last_at, attempts, failures
    from summary order by company_id, endpoint_id
    on conflict (company_id, endpoint_id) do update set
      last_success_at = greatest(h.last_success_at, excluded.last_success_at),
      last_failure_at = greatest(h.last_failure_at, excluded.last_failure_at),
      failing_since = case when excluded.last_success_at is null
        then coalesce(h.failing_since, excluded.failing_since) end,
      failures = case when excluded.last_success_at is null
        then h.failures + excluded.window_failures else 0 end,
      warned_percent = case when excluded.last_success_at is null then h.warned_percent else 0 end,
      window_started_at = case when ${inWindow} then h.window_started_at else excluded.window_started_at end,
      window_attempts = excluded.window_attempts + case when ${inWindow} then h.window_attempts else 0 end,
      window_failures = excluded.window_failures + case when ${inWindow} then h.window_failures else 0 end
    returning h.company_id, h.endpoint_id, h.failures, h.failing_since, h.window_attempts, h.window_failures,
              h.warned_percent, exists (
                select from webhooks.endpoints e
                where e.company_id = h.company_id and e.id = h.endpoint_id and e.breaker_open_until is not null
              ) as is_breaker_open
  `.execute(conn)
  return rows.filter((row) => row.window_failures > 0).map(toFailing)
}

type HealthRow = {
  company_id: string
  endpoint_id: string
  failures: number
  failing_since: Date | null
  window_attempts: number
  window_failures: number
  is_breaker_open: boolean
  warned_percent: number
}

function toFailing(row: HealthRow): Failing {
  return {
    companyId: row.company_id,
    endpointId: row.endpoint_id,
    failures: row.failures,
    failingSince: row.failing_since ?? undefined,
    window: { attempts: row.window_attempts, failures: row.window_failures },
    isBreakerOpen: row.is_breaker_open,
    warnedPercent: row.warned_percent,
  }
}

function toMade({ sent: { dispatch, attempt }, verdict, finishedAt }: Judged) {
  return {
    company_id: dispatch.companyId,
    id: dispatch.id,
    lease_token: dispatch.leaseToken,
    state: verdict.state,
    available_at: verdict.state === 'RETRYING' ? verdict.availableAt : null,
    finished_at: isOver(verdict) ? finishedAt : null,
    ended_at: finishedAt,
    trigger: dispatch.isReplay ? 'MANUAL' : 'SCHEDULED',
    started_at: attempt.startedAt,
    ms: attempt.ms,
    status_code: attempt.statusCode ?? null,
    error_class: attempt.errorClass ?? null,
    request_headers: attempt.requestHeaders,
    response_body: attempt.responseBody ?? null,
  }
}
