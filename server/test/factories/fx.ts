import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { newId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import {
  createFx,
  type Fx,
  type FxWindows,
  type RateProvider,
  type ReferenceRates,
} from '#modules/fx'
import { createIncidents } from '#modules/incidents'
import { type Database, sql } from '#platform/db'
import { createTallies } from '#platform/tallies'
import { createLog, createMetrics } from '#platform/telemetry'

export type AnFxOptions = {
  readonly now?: () => Date
  readonly provider?: RateProvider
  readonly reference?: ReferenceRates
  readonly windows?: FxWindows
}

/** Exchange rates of a test: none until they are fetched from the provider that it gives. */
export function anFx(database: Database, options: AnFxOptions = {}): Fx {
  const { now = () => new Date('2026-01-02T03:04:05Z'), provider, reference, windows } = options
  return createFx({
    database,
    incidents: createIncidents({ database, now }),
    wake: { listen: () => () => undefined },
    metrics: createMetrics(),
    tallies: createTallies({ database, now, log: createLog({ level: 'silent' }) }),
    now,
    log: { info: () => undefined, warn: () => undefined },
    provider,
    reference,
    windows: windows ?? { freshHours: 26, graceHours: 72 },
  })
}

/** A provider that says what the test wants it to. */
export type ARateProvider = RateProvider & {
  /** For one euro. */
  say(rates: Readonly<Record<string, string>>, asOf: Date): void
}

export function aRateProvider(
  rates: Readonly<Record<string, string>>,
  asOf = new Date('2026-01-02T00:00:00Z'),
): ARateProvider {
  let said = { rates, asOf }
  return {
    name: 'test',
    say: (nextRates, nextAsOf) => {
      said = { rates: nextRates, asOf: nextAsOf }
    },
    fetchLatest: async () => ({
      base: 'EUR',
      asOf: said.asOf,
      // Each fetch returns newer rates.
      nextUpdate: after(said.asOf, -daysMs(1)),
      rates: new Map([
        ['EUR', new Decimal(1)],
        ...Object.entries(said.rates).map(([currency, rate]): [string, Decimal] => [
          currency,
          new Decimal(rate),
        ]),
      ]),
      payloadSha256: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
    }),
  }
}

/** Rates that are there already. */
export async function anFxWith(
  database: Database,
  rates: Readonly<Record<string, string>>,
  options: Omit<AnFxOptions, 'provider'> & { readonly asOf?: Date } = {},
): Promise<{ fx: Fx; provider: ARateProvider }> {
  const provider = aRateProvider(rates, options.asOf)
  const fx = anFx(database, { ...options, provider })
  await fx.fetchRates()
  return { fx, provider }
}

/**
 * A new set with the rates of the newest one, in which TRY has still its rate of yesterday: 50 for one euro. The provider said 65.
 * Returns the id of the held rate.
 */
export async function aHeldRate({ pool }: Database, now: Date): Promise<string> {
  const id = newId('fxh', now)
  const setId = newId('fxs', now)
  const digest = createHash('sha256').update(id).digest('hex')
  const yesterday = after(now, -daysMs(1))
  await sql`
    with latest as (select id from fx.rate_sets order by as_of desc, fetched_at desc, id desc limit 1),
    made as (
      insert into fx.rate_sets (id, provider, base, as_of, fetched_at, next_update, payload_sha256)
      values (${setId}, 'test', 'EUR', ${now}, ${now}, null, ${digest})
    ), copied as (
      insert into fx.rates (rate_set_id, currency, rate)
      select ${setId}, currency, rate from fx.rates
      where rate_set_id = (select id from latest) and currency not in ('EUR', 'TRY')
    ), known as (
      insert into fx.rates (rate_set_id, currency, rate, as_of)
      values (${setId}, 'EUR', 1, null), (${setId}, 'TRY', 50, ${yesterday}::timestamptz)
    )
    insert into fx.held_rates
      (id, provider, currency, state, rate, rate_in_use, rate_in_use_as_of, rate_set_id, held_since)
    values (${id}, 'test', 'TRY', 'HELD', 65, 50, ${yesterday}, ${setId}, ${now})
  `.execute(pool)
  return id
}
