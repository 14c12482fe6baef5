import { Type } from 'typebox'
import { answers, list, ok, PageQuery, type Routes } from '#platform/http'
import { unorderedRoutes } from '../refunding/unordered-routes.ts'
import type { Checkout } from '../service.ts'
import { BaselineView, ReportEntryView, viewBaseline, viewReportEntry } from './operator-schemas.ts'
import { watchedCheckoutRoutes } from './watched-checkout-routes.ts'

/** The cursor: since when it is under way, and its id. */
const Position = Type.Tuple([Type.Integer(), Type.String()])

export function checkoutOperatorRoutes(checkout: Checkout): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/orders/checkout/report',
      config: { access: 'operator' },
      schema: {
        operationId: 'reportCheckouts',
        tags: ['Operations'],
        summary: 'List open checkouts',
        description:
          'Lists checkouts that are RESERVED or wait for their payment, oldest first. Each shows whether it is stuck, the last error of the sweeper and its next action.',
        querystring: PageQuery,
        response: list(ReportEntryView),
      },
      handler: async ({ page }) => {
        const place = page.after(Position)
        const after = place && { since: new Date(place[0]), id: place[1] }
        const entries = await checkout.report({ after, limit: page.probe })
        return page.answer(entries, viewReportEntry, ({ since, id }) => [since.getTime(), id])
      },
    })

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
