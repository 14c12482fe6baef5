import { Type } from 'typebox'
import { quantityOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import { answers, ok, type Routes } from '#platform/http'
import { changeTolerances } from './change-tolerances.ts'
import { assertCurrencyKnown, priceLimitFields } from './price-limit-schemas.ts'
import { readTolerances } from './tolerance-store.ts'
import { usualTolerances, viewTolerances } from './tolerances.ts'

const fields = {
  ...priceLimitFields,
  daysLater: Type.Integer({
    minimum: 0,
    maximum: 365,
    description:
      'Days after the day that you requested or accepted, or else after the first promise. The default is 3.',
  }),
  fewerPieces: quantitySchema({
    minimum: 0,
    description: 'What a line may lose of the quantity that you ordered. The default is 0.',
  }),
  lapseWorkingDays: Type.Integer({
    minimum: 1,
    maximum: 60,
    description:
      'Working days of your calendar, after which a proposal that nobody decides lapses. The default is 10.',
  }),
}

const TolerancesView = record(
  'OrderTolerances',
  'Which changes of a supplier your company takes without a decision.',
  { ...fields, higherPriceAmount: Type.Optional(fields.higherPriceAmount) },
  { examples: [viewTolerances(usualTolerances)] },
)

const ChangeTolerancesBody = record(
  'ChangeOrderTolerances',
  'The tolerances that change.',
  {
    higherPricePercent: Type.Optional(fields.higherPricePercent),
    higherPriceAmount: Type.Optional(fields.higherPriceAmount),
    daysLater: Type.Optional(fields.daysLater),
    fewerPieces: Type.Optional(fields.fewerPieces),
    lapseWorkingDays: Type.Optional(fields.lapseWorkingDays),
  },
  { minProperties: 1, examples: [{ daysLater: 5 }] },
)

const tags = ['Companies']

export function toleranceRoutes(deps: {
  readonly database: Database
  readonly now: Clock
}): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/company/order-tolerances',
      config: { access: 'person', operatorsToo: true },
      schema: {
        operationId: 'getOrderTolerances',
        summary: 'Get the order tolerances of your company',
        description:
          'Which changes of a supplier your company takes without a decision. Any other change is a proposal.',
        tags,
        response: answers(TolerancesView),
      },
      handler: async ({ actor }) =>
        ok(viewTolerances(await readTolerances(deps.database.pool, actor.companyId))),
    })

    http.route({
      method: 'PATCH',
      url: '/api/v1/company/order-tolerances',
      config: {
        access: 'company_admin',
        operatorsToo: true,
        fails: ['orders.currency_unknown'],
      },
      schema: {
        operationId: 'changeOrderTolerances',
        summary: 'Change the order tolerances of your company',
        description:
          'They hold for later answers of suppliers. Proposals that wait keep their time.',
        tags,
        body: ChangeTolerancesBody,
        response: answers(TolerancesView),
      },
      handler: async ({ actor, body }) => {
        assertCurrencyKnown(body)
        const { fewerPieces: fewer, ...others } = body
        const change = { ...others, ...(fewer !== undefined && { fewerPieces: quantityOf(fewer) }) }
        return ok(viewTolerances(await changeTolerances(deps, actor, change)))
      },
    })
  }
}
