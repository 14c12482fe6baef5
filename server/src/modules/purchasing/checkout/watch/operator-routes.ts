import { answers, ok, type Routes } from '#platform/http'
import { unorderedRoutes } from '../refunding/unordered-routes.ts'
import type { Checkout } from '../service.ts'
import { BaselineView, viewBaseline } from './operator-schemas.ts'
import { watchedCheckoutRoutes } from './watched-checkout-routes.ts'

export function checkoutOperatorRoutes(checkout: Checkout): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/orders/checkout/baseline',
      config: { access: 'operator' },
      schema: {
        operationId: 'getCheckoutBaseline',
        tags: ['Operations'],
        summary: 'Get the checkout baseline',
        description:
          'Shows how checkouts usually go: counts and ages of open checkouts, the thresholds, and how the attempts of the last day and week ended.',
        response: answers(BaselineView),
      },
      handler: async () => ok(viewBaseline(await checkout.baseline())),
    })
    unorderedRoutes(http, checkout)
    watchedCheckoutRoutes(http, checkout)
  }
}
