import { type Conn, fixedStatement, sql } from '#platform/db'
import type { Attempt, EndState, Outcome } from './attempt.ts'
import type { Price, ProviderName } from './pricing.ts'
import { noUsage, type TokenUsage, tokensOf, type UsageSource } from './token-usage.ts'

/** Where no operator has set a limit. Undefined: unlimited. */
export type DefaultLimits = {
  readonly user: number | undefined
  readonly company: number | undefined
}

export type Reservation = 'reserved' | 'company_limit' | 'user_limit'

/** The limit of the company (`''`) or of the person (`$2`), with the default of the settings in this parameter. */
const limitOf = (user: string, standard: string) => `
  (select case when count(*) = 0 then ${standard}::bigint else min(daily_tokens) end
   from llm.limits where company_id = $1::text and user_id = ${user} and provider = $3::text and family = $4::text)`

const counter = (user: string, limit: string, from: string) => `
  insert into llm.counters as c (company_id, user_id, provider, family, day, reserved)
  select $1::text, ${user}, $3::text, $4::text, $5::date, $6::bigint + $7::bigint
  from ${from} where ${limit} is null or $6::bigint + $7::bigint <= ${limit}
  on conflict (company_id, user_id, provider, family, day) do update set reserved = c.reserved + excluded.reserved
  where (select ${limit} from allowed) is null
    or c.used + c.reserved + excluded.reserved <= (select ${limit} from allowed)
  returning 1`

const reserveStatement = fixedStatement<{ company: number; person: number }>(`
  with allowed as materialized (
    select ${limitOf("''", '$8')} as company_limit, ${limitOf('$2::text', '$9')} as person_limit
  ), company as (
    ${counter("''", 'company_limit', 'allowed')}
  ), person as (
    ${counter('$2::text', 'person_limit', 'allowed, company')}
  ), attempt as (
    insert into llm.attempts (id, request_id, attempt, company_id, user_id, provider, family, model, price_id, day, state,
      is_streamed, reserved_input, reserved_output, lease_until, created_at)
    select $10::text, $11::text, $12::smallint, $1::text, $2::text, $3::text, $4::text, $13::text, $14::text, $5::date, 'RESERVED',
      $15::boolean, $6::bigint, $7::bigint, $16::timestamptz, $17::timestamptz
    from person
    returning 1
  )
  select (select count(*)::integer from company) as company, (select count(*)::integer from attempt) as person,
    -- The person's limit refuses after the company's counter was changed: then the whole statement has to fail.
    1 / (case when (select count(*) from company) > (select count(*) from person) then 0 else 1 end) as both_or_none`)

/**
 * Adds the attempt and reserves its tokens in the counters of the company and of the person, or does nothing of this. One statement
 * checks and reserves, so no number of parallel requests exceeds a limit. All statements take the company's counter first.
 */
export async function reserve(
  conn: Conn,
  attempt: Attempt,
  defaults: DefaultLimits,
): Promise<Reservation> {
  const { companyId, userId, provider, family, day, reservedInput, reservedOutput } = attempt
  const { id, requestId, number, model, priceId, isStreamed, leaseUntil, createdAt } = attempt
  const rows = await reserveStatement(conn, [
    ...[companyId, userId, provider, family, day, reservedInput, reservedOutput],
    ...[defaults.company ?? null, defaults.user ?? null],
    ...[id, requestId, number, model, priceId, isStreamed, leaseUntil, createdAt],
  ]).catch((error: unknown) => {
    if (isDivisionByZero(error)) return [{ company: 1, person: 0 }]
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

const addedColumns = [
  ...[
    'reported_requests',
    'estimated_requests',
    'uncached_input',
    'cached_input',
    'cache_write_input',
  ],
  ...['output', 'reasoning', 'reported_cost_nano', 'estimated_cost_nano'],
]

/** $14: whether it is charged. $15: the tokens that count against the limits. */
const charge = `update llm.counters c set reserved = c.reserved - s.reserved, used = c.used + $15::bigint
  from settled s
  where c.company_id = s.company_id and c.provider = s.provider and c.family = s.family and c.day = s.day`

const settleStatement = fixedStatement<{ settled: number }>(`
  with settled as (
    update llm.attempts set state = $3::text, outcome = $4::text, settled_at = $5::timestamptz,
      uncached_input = $6::bigint, cached_input = $7::bigint, cache_write_input = $8::bigint,
      output = $9::bigint, reasoning = $10::bigint,
      usage_source = case when $14::boolean then $11::text end, cost_nano = case when $14::boolean then $12::bigint end
    where id = $1::text and company_id = $2::text and state = 'RESERVED'
    returning company_id, user_id, provider, family, model, day, reserved_input + reserved_output as reserved
  ), company as (
    ${charge} and c.user_id = '' returning 1
  ), person as (
    ${charge} and c.user_id = s.user_id and (select count(*) from company) = 1 returning 1
  ), usage as (
    insert into llm.usage_days as u (company_id, user_id, provider, model, day, ${addedColumns.join(', ')})
    select company_id, user_id, provider, model, day,
      case when $13::boolean then 1 else 0 end, case when $13::boolean then 0 else 1 end,
      $6::bigint, $7::bigint, $8::bigint, $9::bigint, $10::bigint,
      case when $13::boolean then $12::bigint else 0 end, case when $13::boolean then 0 else $12::bigint end
    from settled where $14::boolean and (select count(*) from person) = 1
    on conflict (company_id, user_id, provider, model, day) do update set
      ${addedColumns.map((name) => `${name} = u.${name} + excluded.${name}`).join(', ')}
  )
  select (select count(*)::integer from settled) as settled, (select count(*) from person) as persons`)

/**
 * Charges what was used, gives back what was reserved, and adds to the usage of the day. Returns false if the attempt was settled
 * before: then it changes nothing.
 */
export async function settle(conn: Conn, settlement: Settlement): Promise<boolean> {
  const { id, companyId, state, usageSource, outcome, settledAt, costNano } = settlement
  const isCharged = state !== 'RELEASED'
  const usage = isCharged ? settlement.usage : noUsage
  const { uncachedInput, cachedInput, cacheWriteInput, output, reasoning } = usage
  const rows = await settleStatement(conn, [
    ...[id, companyId, state, outcome, settledAt],
    ...[uncachedInput, cachedInput, cacheWriteInput, output, reasoning],
    ...[usageSource, costNano.toString(), usageSource === 'provider_reported'],
    ...[isCharged, tokensOf(usage)],
  ])
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
