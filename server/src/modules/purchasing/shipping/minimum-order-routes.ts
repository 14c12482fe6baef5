import { answers, ok, type Routes } from '#platform/http'
import { MinimumOrderBody, MinimumOrderView, viewMinimumOrder } from './minimum-order-schemas.ts'
import type { Shipping } from './service.ts'

const url = '/api/v1/company/minimum-order'
const tags = ['Shipping']

/** A supplier manages its own minimum. */
export function minimumOrderRoutes(shipping: Shipping): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url,
      config: { access: 'company_admin', fails: ['shipping.minimum_order_not_found'] },
      schema: {
        operationId: 'getMinimumOrder',
        summary: 'Get the minimum order value of your company',
        tags,
        response: answers(MinimumOrderView),
      },
      handler: async ({ actor }) => ok(viewMinimumOrder(await shipping.getMinimumOrder(actor))),
    })

    http.route({
      method: 'PUT',
      url,
      config: {
        access: 'company_admin',
        fails: [
          'shipping.amount_invalid',
          'shipping.currency_unknown',
          'shipping.minimum_order_fee_mismatch',
          'shipping.minimum_order_of_nothing',
        ],
      },
      schema: {
        operationId: 'setMinimumOrder',
        summary: 'Set the minimum order value of your company',
        description:
          'It holds for the value of the goods of your company in each order, before discounts, tax and shipping cost. Carts show what is missing. Checkouts that are already started keep the former minimum.',
        tags,
        body: MinimumOrderBody,
        response: answers(MinimumOrderView),
      },
      handler: async ({ actor, body }) =>
        ok(viewMinimumOrder(await shipping.changeMinimumOrder(actor, body))),
    })

    http.route({
      method: 'DELETE',
      url,
      config: { access: 'company_admin', fails: ['shipping.minimum_order_not_found'] },
      schema: {
        operationId: 'deleteMinimumOrder',
        summary: 'Delete the minimum order value of your company',
        tags,
        response: answers(MinimumOrderView),
      },
      handler: async ({ actor }) => ok(viewMinimumOrder(await shipping.removeMinimumOrder(actor))),
    })
  }
}
