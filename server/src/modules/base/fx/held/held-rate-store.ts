import { Decimal } from 'decimal.js'
import { type Id, newId } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { RateSet } from '../rate-set.ts'
import type { HeldRateRow } from '../tables.ts'
import type { HeldRate, HeldRateState, MovedRate } from './held-rate.ts'

export type JoinedRow = HeldRateRow & { readonly base: string; readonly as_of: Date }

/** Changes of sets and of held rates of a provider happen one after the other. */
export async function lockProvider(tx: Tx, provider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fx.provider'), hashtext(${provider}))`.execute(
    tx,
  )
}

/** Adds the rates to those that wait. A currency that waits already waits with the newest rate. */
export async function holdRates(
  tx: Tx,
  set: RateSet,
  moved: readonly MovedRate[],
  now: Date,
): Promise<void> {
  const rows = moved.map(({ currency, rate, rateInUse, rateInUseAsOf }) => ({
    id: newId('fxh', now),
    currency,
    rate: rate.toFixed(),
    in_use: rateInUse.toFixed(),
    in_use_as_of: rateInUseAsOf,
  }))
  await sql`
    insert into fx.held_rates
      (id, provider, currency, state, rate, rate_in_use, rate_in_use_as_of, rate_set_id, held_since)
    select id, ${set.provider}, currency, 'HELD', rate, in_use, in_use_as_of, ${set.id}, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id text, currency text, rate numeric, in_use numeric, in_use_as_of timestamptz)
    on conflict (provider, currency) where state = 'HELD' do update
    set rate = excluded.rate, rate_in_use = excluded.rate_in_use, rate_in_use_as_of = excluded.rate_in_use_as_of,
        rate_set_id = excluded.rate_set_id
  `.execute(tx)
}

/** Ends the wait of the currencies whose newest rate has not moved too far. Returns them. */
export async function withdrawRates(
  tx: Tx,
  provider: string,
  stillMoved: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ currency: string }>`
    update fx.held_rates set state = 'WITHDRAWN', decided_at = ${now}
    where provider = ${provider} and state = 'HELD' and currency <> all(${stillMoved}::text[])
    returning currency
  `.execute(tx)
  return rows.map(({ currency }) => currency)
}

/** Undefined if the rate does not wait any more, or never did. */
export async function markReleased(
  tx: Tx,
  id: string,
  operatorId: string,
  now: Date,
): Promise<HeldRate | undefined> {
  const { rows } = await sql<JoinedRow>`
    update fx.held_rates held set state = 'RELEASED', decided_at = ${now}, decided_by = ${operatorId}
    from fx.rate_sets s
    where held.id = ${id} and held.state = 'HELD' and s.id = held.rate_set_id
    returning held.*, s.base, s.as_of
  `.execute(tx)
  return rows[0] && toHeldRate(rows[0])
}

export async function findHeldRate(conn: Conn, id: string): Promise<HeldRate | undefined> {
  const { rows } = await sql<JoinedRow>`
    select held.*, s.base, s.as_of from fx.held_rates held join fx.rate_sets s on s.id = held.rate_set_id
    where held.id = ${id}
  `.execute(conn)
  return rows[0] && toHeldRate(rows[0])
}

export async function countHeldRates(
  conn: Conn,
): Promise<{ readonly count: number; readonly since: Date | undefined }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(held_since) as since from fx.held_rates where state = 'HELD'
  `.execute(conn)
  return { count: rows[0]?.count ?? 0, since: rows[0]?.since ?? undefined }
}

export function toHeldRate(row: JoinedRow): HeldRate {
  return {
    id: row.id as Id<'fxh'>,
    provider: row.provider,
    base: row.base,
    currency: row.currency,
    state: row.state as HeldRateState,
    rate: new Decimal(row.rate),
    asOf: row.as_of,
    rateInUse: new Decimal(row.rate_in_use),
    rateInUseAsOf: row.rate_in_use_as_of,
    heldSince: row.held_since,
    decidedAt: row.decided_at ?? undefined,
    decidedBy: row.decided_by ?? undefined,
  }
}
