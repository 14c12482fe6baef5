import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, list, ok, PageQuery, type Routes } from '#platform/http'
import type { Fx } from '../service.ts'
import { type HeldRate, heldRateStates } from './held-rate.ts'

const Instant = Type.String({ format: 'date-time' })

const HeldRateView = record(
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

const HeldQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Enum([...heldRateStates], { default: 'HELD', description: 'Rates in this state.' }),
})

const HeldParams = Type.Object({ heldRateId: Type.String({ maxLength: 60 }) })

/** For operators: the rates that wait for their decision. */
export function heldRateRoutes(fx: Fx): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/fx/held-rates',
      config: { access: 'operator' },
      schema: {
        operationId: 'listHeldExchangeRates',
        tags: ['Exchange rates'],
        summary: 'List held exchange rates',
        description: 'Lists rates that moved by more than 20 % between two fetches, newest first.',
        querystring: HeldQuery,
        response: list(HeldRateView),
      },
      handler: async ({ query, page }) => {
        const after = page.after(Type.String())
        const found = await fx.listHeldRates({ state: query.state, after, limit: page.probe })
        return page.answer(found, viewHeldRate, ({ id }) => id)
      },
    })

    http.route({
      method: 'POST',
      url: '/admin/fx/held-rates/:heldRateId/release',
      config: { access: 'operator', fails: ['fx.held_rate_not_found', 'fx.held_rate_withdrawn'] },
      schema: {
        operationId: 'releaseHeldExchangeRate',
        tags: ['Exchange rates'],
        summary: 'Release a held exchange rate',
        description:
          'Takes the rate into use at once, in a new set of rates. A second release of the same rate changes nothing.',
        params: HeldParams,
        response: answers(HeldRateView),
      },
      handler: async ({ actor, params }) =>
        ok(viewHeldRate(await fx.releaseRate(actor, params.heldRateId))),
    })
  }
}

function viewHeldRate(held: HeldRate): Static<typeof HeldRateView> {
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
