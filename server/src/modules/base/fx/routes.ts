import { answers, ok, type Routes } from '#platform/http'
import {
  ConversionView,
  ConvertBody,
  RatesQuery,
  RatesView,
  viewConversion,
  viewRates,
} from './schemas.ts'
import type { Fx } from './service.ts'

const fails = ['fx.currency_unknown', 'fx.rate_unavailable', 'fx.rates_expired']

const tags = ['Exchange rates']

export function fxRoutes(fx: Fx): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/fx/rates',
      config: { access: 'products:read', fails },
      schema: {
        operationId: 'listExchangeRates',
        tags,
        summary: 'List exchange rates',
        description: 'All rates come from one set, so they are consistent with each other.',
        querystring: RatesQuery,
        response: answers(RatesView),
      },
      handler: async ({ query }) => ok(viewRates(await fx.list(query.base))),
    })

    http.route({
      method: 'POST',
      url: '/api/v1/fx/convert',
      config: { access: 'products:read', fails: [...fails, 'fx.amount_too_large'] },
      schema: {
        operationId: 'convertAmount',
        tags,
        summary: 'Convert an amount',
        description:
          'The answer names the immutable set of rates that was used. Without a usable rate the request is refused.',
        body: ConvertBody,
        response: answers(ConversionView),
      },
      handler: async ({ body }) => ok(viewConversion(await fx.convert(body), body)),
    })
  }
}
