import type { Clock } from '#kernel/time'
import { utcDay } from '#kernel/time'
import type { Database } from '#platform/db'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  OverrideParams,
  OverrideView,
  RatesQuery,
  RatesView,
  SetRateBody,
  viewOverride,
  viewRates,
} from './schemas.ts'
import type { Taxes } from './service.ts'

type Deps = { readonly taxes: Taxes; readonly database: Database; readonly now: Clock }

const tags = ['Tax']

export function taxRoutes(deps: Deps): Routes {
  return async (http) => {
    addReading(http, deps)
    addChanging(http, deps)
  }
}

function addReading(http: Http, { taxes, database, now }: Deps): void {
  http.route({
    method: 'GET',
    url: '/admin/tax/rates',
    config: { access: 'operator' },
    schema: {
      operationId: 'listTaxRates',
      summary: 'List tax rates',
      description: 'Shows the rates of a day, with the corrections of operators.',
      tags,
      querystring: RatesQuery,
      response: answers(RatesView),
    },
    handler: async ({ query }) => {
      const { on = utcDay(now()), country } = query
      const [table, overrides] = await Promise.all([
        taxes.rates(database.pool),
        taxes.listOverrides(),
      ])
      return ok(viewRates(table, overrides, { on, country }))
    },
  })
}

function addChanging(http: Http, { taxes }: Deps): void {
  http.route({
    method: 'POST',
    url: '/admin/tax/rates',
    config: {
      access: 'operator',
      fails: [
        'tax.country_unknown',
        'tax.days_out_of_order',
        'tax.override_exists',
        'tax.overrides_limit_reached',
      ],
    },
    schema: {
      operationId: 'setTaxRate',
      summary: 'Set a tax rate',
      description:
        'Corrects a rate from a day on, or adds the rate of a country that the data lacks. It replaces the supplied data and earlier corrections. Orders keep the rate of their day.',
      tags,
      body: SetRateBody,
      response: answers(OverrideView, { status: 201 }),
    },
    handler: async ({ actor, body }) => ok(viewOverride(await taxes.setRate(actor, body))),
  })

  http.route({
    method: 'DELETE',
    url: '/admin/tax/rates/:rateId',
    config: { access: 'operator', fails: ['tax.override_not_found'] },
    schema: {
      operationId: 'deleteTaxRate',
      summary: 'Delete a tax rate',
      description: 'Removes the correction.',
      tags,
      params: OverrideParams,
      response: answers(OverrideView),
    },
    handler: async ({ actor, params }) =>
      ok(viewOverride(await taxes.deleteRate(actor, params.rateId))),
  })
}
