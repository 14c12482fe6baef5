import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { FetchProblem, RatesNotFetched } from './fetching/provider.ts'
import type { RateSet } from './rate-set.ts'
import { type RateSetRow, tables } from './tables.ts'

type SetRow = RateSetRow & {
  readonly currencies: string[]
  readonly rates: string[]
  /** Of each rate that is older than its set. */
  readonly as_ofs: (Date | null)[]
}

/** One statement. The index `rate_sets_latest` finds the set, the primary key of the rates finds its rates. */
export async function findLatestSet(conn: Conn): Promise<RateSet | undefined> {
  const { rows } = await sql<SetRow>`
    select s.*, r.currencies, r.rates, r.as_ofs
    from (select * from fx.rate_sets order by as_of desc, fetched_at desc, id desc limit 1) as s
    ${ratesOfSet()}
  `.execute(conn)
  return rows[0] && toSet(rows[0])
}

/** Finds the latest set that was valid at a moment, by the index `rate_sets_latest`. */
export async function findSetAt(conn: Conn, at: Date): Promise<RateSet | undefined> {
  const { rows } = await sql<SetRow>`
    select s.*, r.currencies, r.rates, r.as_ofs
    from (
      select * from fx.rate_sets where as_of <= ${at}
      order by as_of desc, fetched_at desc, id desc limit 1
    ) as s
    ${ratesOfSet()}
  `.execute(conn)
  return rows[0] && toSet(rows[0])
}

export async function findSet(conn: Conn, id: string): Promise<RateSet | undefined> {
  const { rows } = await sql<SetRow>`
    select s.*, r.currencies, r.rates, r.as_ofs from fx.rate_sets s ${ratesOfSet()} where s.id = ${id}
  `.execute(conn)
  return rows[0] && toSet(rows[0])
}

function ratesOfSet() {
  return sql`cross join lateral (
    select array_agg(currency) as currencies, array_agg(rate) as rates, array_agg(as_of) as as_ofs
    from fx.rates where rate_set_id = s.id
  ) as r`
}

/** Returns false when the same answer is already stored as a set. */
export async function insertSet(tx: Tx, set: RateSet, payloadSha256: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('fx.rate_sets')
    .values({
      id: set.id,
      provider: set.provider,
      base: set.base,
      as_of: set.asOf,
      fetched_at: set.fetchedAt,
      next_update: set.nextUpdate ?? null,
      payload_sha256: payloadSha256,
    })
    .onConflict((conflict) => conflict.constraint('rate_sets_once').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  const rates = [...set.rates]
  await sql`
    insert into fx.rates (rate_set_id, currency, rate, as_of)
    select ${set.id}, r.currency, r.rate, r.as_of
    from unnest(
      ${rates.map(([currency]) => currency)}::text[],
      ${rates.map(([, rate]) => rate.toFixed())}::numeric[],
      ${rates.map(([currency]) => set.olderRates.get(currency) ?? null)}::timestamptz[]
    ) as r(currency, rate, as_of)
  `.execute(tx)
  return true
}

/** The outcome of the last fetch from a provider. */
export type ProviderStanding = {
  readonly triedAt: Date
  readonly succeededAt: Date | undefined
  /** The number of failures in a row since the last success. */
  readonly failures: number
  /** The time of the first of these failures. */
  readonly failingSince: Date | undefined
  readonly lastProblem: FetchProblem | undefined
  readonly nextUpdate: Date | undefined
}

export async function findProvider(
  conn: Conn,
  provider: string,
): Promise<ProviderStanding | undefined> {
  const row = await tables(conn)
    .selectFrom('fx.providers')
    .selectAll()
    .where('provider', '=', provider)
    .executeTakeFirst()
  return (
    row && {
      triedAt: row.tried_at,
      succeededAt: row.succeeded_at ?? undefined,
      failures: row.failures,
      failingSince: row.failures > 0 ? (row.failing_since ?? undefined) : undefined,
      lastProblem: (row.last_problem as FetchProblem | null) ?? undefined,
      nextUpdate: row.next_update ?? undefined,
    }
  )
}

export async function recordSuccess(
  tx: Tx,
  provider: string,
  nextUpdate: Date | undefined,
  now: Date,
): Promise<void> {
  await sql`
    insert into fx.providers (provider, tried_at, succeeded_at, failures, next_update)
    values (${provider}, ${now}, ${now}, 0, ${nextUpdate ?? null})
    on conflict (provider) do update
    set tried_at = excluded.tried_at, succeeded_at = excluded.succeeded_at, failures = 0, failing_since = null,
        last_problem = null, last_message = null, next_update = excluded.next_update
  `.execute(tx)
}

export async function recordFailure(
  tx: Tx,
  provider: string,
  { problem, message }: RatesNotFetched,
  now: Date,
): Promise<void> {
  await sql`
    insert into fx.providers (provider, tried_at, failures, failing_since, last_problem, last_message)
    values (${provider}, ${now}, 1, ${now}, ${problem}, ${message})
    on conflict (provider) do update
    set tried_at = excluded.tried_at, failures = providers.failures + 1,
        failing_since = case when providers.failures > 0 then coalesce(providers.failing_since, excluded.tried_at)
          else excluded.tried_at end,
        last_problem = excluded.last_problem, last_message = excluded.last_message
  `.execute(tx)
}

function toSet(row: SetRow): RateSet {
  return {
    id: row.id as Id<'fxs'>,
    provider: row.provider,
    base: row.base,
    asOf: row.as_of,
    fetchedAt: row.fetched_at,
    nextUpdate: row.next_update ?? undefined,
    rates: new Map(
      row.currencies.map((currency, at) => [currency, new Decimal(row.rates[at] as string)]),
    ),
    olderRates: new Map(
      row.currencies.flatMap((currency, at) => {
        const asOf = row.as_ofs[at]
        return asOf ? [[currency, asOf] as const] : []
      }),
    ),
  }
}
