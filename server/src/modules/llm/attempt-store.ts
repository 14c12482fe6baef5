import { type Conn, sql } from '#platform/db'
import type { Attempt, EndState, Outcome } from './attempt.ts'
import type { Price, ProviderName } from './pricing.ts'
import { noUsage, type TokenUsage, tokensOf, type UsageSource } from './token-usage.ts'

/** Where no operator has set a limit. Undefined: unlimited. */
export type DefaultLimits = {
  readonly user: number | undefined
  readonly company: number | undefined
}

export type Reservation = 'reserved' | 'company_limit' | 'user_limit'

/**
 * Adds the attempt and reserves its tokens in the counters of the company and of the person, or does nothing of this. One statement
 * checks and reserves, so no number of parallel requests exceeds a limit. All statements take the company's counter first.
 */
export async function reserve(
  conn: Conn,
  attempt: Attempt,
  defaults: DefaultLimits,
): Promise<Reservation> {
  const { companyId, userId, provider, family, day } = attempt
  const tokens = attempt.reservedInput + attempt.reservedOutput
  const limitOf = (limitedUser: string, standard: number | undefined) => sql`
    (select case when count(*) = 0 then ${standard ?? null}::bigint else min(daily_tokens) end
     from llm.limits where company_id = ${companyId} and user_id = ${limitedUser} and provider = ${provider} and family = ${family})`
  const counter = (userOf: string, limit: string, from: ReturnType<typeof sql>) => sql`
    insert into llm.counters as c (company_id, user_id, provider, family, day, reserved)
    select ${companyId}, ${userOf}, ${provider}, ${family}, ${day}::date, ${tokens}::bigint ${from}
    on conflict (company_id, user_id, provider, family, day) do update set reserved = c.reserved + excluded.reserved
    where (select ${sql.ref(limit)} from allowed) is null
      or c.used + c.reserved + excluded.reserved <= (select ${sql.ref(limit)} from allowed)
    returning 1`
  const { rows } = await sql<{ company: number; person: number }>`
    with allowed as materialized (
      select ${limitOf('', defaults.company)} as company_limit, ${limitOf(userId, defaults.user)} as person_limit
    ), company as (
      ${counter('', 'company_limit', sql`from allowed where company_limit is null or ${tokens}::bigint <= company_limit`)}
    ), person as (
      ${counter(userId, 'person_limit', sql`from allowed, company where person_limit is null or ${tokens}::bigint <= person_limit`)}
    ), attempt as (
      insert into llm.attempts (id, request_id, attempt, company_id, user_id, provider, family, model, price_id, day, state,
        is_streamed, reserved_input, reserved_output, lease_until, created_at)
      select ${attempt.id}, ${attempt.requestId}, ${attempt.number}, ${companyId}, ${userId}, ${provider}, ${family},
        ${attempt.model}, ${attempt.priceId}, ${day}::date, 'RESERVED', ${attempt.isStreamed}, ${attempt.reservedInput},
        ${attempt.reservedOutput}, ${attempt.leaseUntil}, ${attempt.createdAt}
      from person
      returning 1
    )
    select (select count(*)::integer from company) as company, (select count(*)::integer from attempt) as person,
      -- The person's limit refuses after the company's counter was changed: then the whole statement has to fail.
      1 / (case when (select count(*) from company) > (select count(*) from person) then 0 else 1 end) as both_or_none
  `
    .execute(conn)
    .catch((error: unknown) => {
      if (isDivisionByZero(error)) return { rows: [{ company: 1, person: 0 }] }
      throw error
    })
  const { company = 0, person = 0 } = rows[0] ?? {}
  if (person === 1) return 'reserved'
  return company === 1 ? 'user_limit' : 'company_limit'
}

function isDivisionByZero(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '22012'
}

export type Settlement = {
  readonly id: string
  readonly companyId: string
  readonly state: EndState
  readonly usage: TokenUsage
  readonly usageSource: UsageSource
  readonly costNano: bigint
  readonly outcome: Outcome
  readonly settledAt: Date
}

/**
 * Charges what was used, gives back what was reserved, and adds to the usage of the day. Returns false if the attempt was settled
 * before: then it changes nothing.
 */
export async function settle(conn: Conn, settlement: Settlement): Promise<boolean> {
  const { id, companyId, state, usageSource, outcome, settledAt } = settlement
  const isCharged = state !== 'RELEASED'
  const usage = isCharged ? settlement.usage : noUsage
  const isReported = usageSource === 'provider_reported'
  const cost = settlement.costNano.toString()
  const charge = sql`update llm.counters c set reserved = c.reserved - s.reserved, used = c.used + ${isCharged ? tokensOf(usage) : 0}::bigint
    from settled s
    where c.company_id = s.company_id and c.provider = s.provider and c.family = s.family and c.day = s.day`
  const { rows } = await sql<{ settled: number }>`
    with settled as (
      update llm.attempts set state = ${state}, outcome = ${outcome}, settled_at = ${settledAt},
        uncached_input = ${usage.uncachedInput}, cached_input = ${usage.cachedInput}, cache_write_input = ${usage.cacheWriteInput},
        output = ${usage.output}, reasoning = ${usage.reasoning},
        usage_source = ${isCharged ? usageSource : null}, cost_nano = ${isCharged ? cost : null}::bigint
      where id = ${id} and company_id = ${companyId} and state = 'RESERVED'
      returning company_id, user_id, provider, family, model, day, reserved_input + reserved_output as reserved
    ), company as (
      ${charge} and c.user_id = '' returning 1
    ), person as (
      ${charge} and c.user_id = s.user_id and (select count(*) from company) = 1 returning 1
    ), usage as (
      insert into llm.usage_days as u (company_id, user_id, provider, model, day, reported_requests, estimated_requests,
        uncached_input, cached_input, cache_write_input, output, reasoning, reported_cost_nano, estimated_cost_nano)
      select company_id, user_id, provider, model, day, ${isReported ? 1 : 0}, ${isReported ? 0 : 1},
        ${usage.uncachedInput}, ${usage.cachedInput}, ${usage.cacheWriteInput}, ${usage.output}, ${usage.reasoning},
        ${isReported ? cost : '0'}::numeric, ${isReported ? '0' : cost}::numeric
      from settled where ${isCharged} and (select count(*) from person) = 1
      on conflict (company_id, user_id, provider, model, day) do update set
        reported_requests = u.reported_requests + excluded.reported_requests,
        estimated_requests = u.estimated_requests + excluded.estimated_requests,
        uncached_input = u.uncached_input + excluded.uncached_input,
        cached_input = u.cached_input + excluded.cached_input,
        cache_write_input = u.cache_write_input + excluded.cache_write_input,
        output = u.output + excluded.output,
        reasoning = u.reasoning + excluded.reasoning,
        reported_cost_nano = u.reported_cost_nano + excluded.reported_cost_nano,
        estimated_cost_nano = u.estimated_cost_nano + excluded.estimated_cost_nano
    )
    select (select count(*)::integer from settled) as settled, (select count(*) from person) as persons
  `.execute(conn)
  return rows[0]?.settled === 1
}

export type ExpiredAttempt = {
  readonly id: string
  readonly companyId: string
  readonly provider: ProviderName
  readonly model: string
  readonly reservedInput: number
  readonly reservedOutput: number
  readonly leaseUntil: Date
  readonly price: Price
}

/** Attempts whose process has died: nobody settled them before their lease ended. Those with the oldest lease come first. */
export async function listExpired(
  conn: Conn,
  now: Date,
  { after, limit }: { readonly after: ExpiredAttempt | undefined; readonly limit: number },
): Promise<ExpiredAttempt[]> {
  const { rows } = await sql<{
    id: string
    company_id: string
    provider: ProviderName
    model: string
    reserved_input: string
    reserved_output: string
    lease_until: Date
    input_femto: string
    output_femto: string
    cached_input_femto: string
    is_free: boolean
  }>`
    /* across companies: the sweeper settles the attempts of all companies */
    select a.id, a.company_id, a.provider, a.model, a.reserved_input::text, a.reserved_output::text, a.lease_until,
      p.input_femto::text, p.output_femto::text, p.cached_input_femto::text, p.is_free
    from llm.attempts a join llm.prices p on p.id = a.price_id
    where a.state = 'RESERVED' and a.lease_until < ${now}
      ${after ? sql`and (a.lease_until, a.id) > (${after.leaseUntil}, ${after.id})` : sql``}
    order by a.lease_until, a.id limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    provider: row.provider,
    model: row.model,
    reservedInput: Number(row.reserved_input),
    reservedOutput: Number(row.reserved_output),
    leaseUntil: row.lease_until,
    price: {
      inputFemto: BigInt(row.input_femto),
      outputFemto: BigInt(row.output_femto),
      cachedInputFemto: BigInt(row.cached_input_femto),
      isFree: row.is_free,
    },
  }))
}

export type ReservedNow = { readonly count: number; readonly overdueSince: Date | undefined }

export async function readReserved(conn: Conn, overdueBefore: Date): Promise<ReservedNow> {
  const { rows } = await sql<{ count: number; overdue: Date | null }>`
    /* across companies: for the health surfaces */
    select count(*)::integer as count, min(lease_until) filter (where lease_until < ${overdueBefore}) as overdue
    from llm.attempts where state = 'RESERVED'
  `.execute(conn)
  return { count: rows[0]?.count ?? 0, overdueSince: rows[0]?.overdue ?? undefined }
}

/** Deletes attempts and prompts from before an instant, some at a time. The usage of each day stays. */
export async function deleteOld(conn: Conn, beforeId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    /* across companies: the retention is the same for all companies */
    with old as (
      select id from llm.attempts where id < ${beforeId} and state <> 'RESERVED' order by id limit ${limit}
    ), prompts as (
      delete from llm.prompts where attempt_id in (select id from old)
    ), attempts as (
      delete from llm.attempts where id in (select id from old) returning 1
    )
    select count(*)::integer as deleted from attempts
  `.execute(conn)
  return rows[0]?.deleted ?? 0
}

/** Deletes counters of days that are over, some at a time. One with a reservation stays until the sweeper has settled it. */
export async function deleteOldCounters(
  conn: Conn,
  beforeDay: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    /* across companies: a limit counts its own day, for all companies */
    with old as (
      delete from llm.counters where ctid = any(array(
        select ctid from llm.counters where day < ${beforeDay}::date and reserved = 0 order by day limit ${limit}
      )) and day < ${beforeDay}::date and reserved = 0
      returning 1
    )
    select count(*)::integer as deleted from old
  `.execute(conn)
  return rows[0]?.deleted ?? 0
}
