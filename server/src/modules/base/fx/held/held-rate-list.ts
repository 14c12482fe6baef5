import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { sql } from '#platform/db'
import { defineList, filter, newestFirst } from '#platform/lists'
import { type HeldRate, heldRateStates } from './held-rate.ts'
import { type JoinedRow, toHeldRate } from './held-rate-store.ts'

const Instant = Type.String({ format: 'date-time' })

export const HeldRateView = record(
  'HeldExchangeRate',
  'An exchange rate that moved by more than 20 % and waits for an operator. Prices use the rate from before.',
  {
    id: Type.String(),
    provider: Type.String(),
    base: Type.String(),
    currency: Type.String(),
    state: Type.Enum([...heldRateStates], {
      description:
        '`RELEASED`: an operator took the rate into use. `WITHDRAWN`: the provider has gone back to a rate near the one in use.',
    }),
    rate: Type.String({ description: 'The rate of the provider: units for one unit of `base`.' }),
    asOf: Instant,
    rateInUse: Type.String({ description: 'The rate that prices use while this one is held.' }),
    rateInUseAsOf: Instant,
    movePercent: Type.Number({ description: 'From the rate in use to the held one.' }),
    heldSince: Instant,
    decidedAt: Type.Optional(Instant),
    decidedBy: Type.Optional(Type.String({ description: 'The operator who released the rate.' })),
  },
  {
    examples: [
      {
        id: 'fxh_01m7xb82dw3khw78phh28dvacd',
        provider: 'exchangerate-api',
        base: 'EUR',
        currency: 'TRY',
        state: 'HELD',
        rate: '61.2',
        asOf: '2026-04-14T00:00:00.000Z',
        rateInUse: '49.31',
        rateInUseAsOf: '2026-04-13T00:00:00.000Z',
        movePercent: 24.11,
        heldSince: '2026-04-14T00:07:01.000Z',
      },
    ],
  },
)

export const heldRateList = defineList({
  operationId: 'listHeldExchangeRates',
  url: '/admin/fx/held-rates',
  summary: 'List held exchange rates',
  description: 'Lists rates that moved by more than 20 % between two fetches, newest first.',
  tags: ['Exchange rates'],
  config: { access: 'operator' },
  item: HeldRateView,
  columns: ['currency', 'rate', 'rateInUse', 'movePercent', 'provider', 'heldSince', 'state'],
  filters: {
    state: filter(
      Type.Enum([...heldRateStates], { default: 'HELD', description: 'Rates in this state.' }),
      (state) => sql`t.state = ${state}`,
    ),
  },
  from: sql`fx.held_rates t join fx.rate_sets s on s.id = t.rate_set_id`,
  select: sql`t.*, s.base, s.as_of`,
  scope: () => sql`true`,
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  show: (rows: readonly JoinedRow[]) => rows.map((row) => viewHeldRate(toHeldRate(row))),
})

export function viewHeldRate(held: HeldRate): Static<typeof HeldRateView> {
  const { id, provider, base, currency, state, rate, rateInUse, decidedAt, decidedBy } = held
  return {
    id,
    provider,
    base,
    currency,
    state,
    rate: rate.toFixed(),
    asOf: held.asOf.toISOString(),
    rateInUse: rateInUse.toFixed(),
    rateInUseAsOf: held.rateInUseAsOf.toISOString(),
    movePercent: rate.minus(rateInUse).div(rateInUse).times(100).toDecimalPlaces(2).toNumber(),
    heldSince: held.heldSince.toISOString(),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
    ...(decidedBy !== undefined && { decidedBy }),
  }
}
