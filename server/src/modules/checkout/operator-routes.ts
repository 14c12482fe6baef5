import { Type } from 'typebox'
import { answers, list, ok, PageQuery, type Routes } from '#platform/http'
import { BaselineView, ReportEntryView, viewBaseline, viewReportEntry } from './operator-schemas.ts'
import type { Checkout } from './service.ts'
import { unorderedRoutes } from './unordered-routes.ts'

/** Where a page ended: since when, and which. */
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
          'Oldest first. Those RESERVED and those waiting for their payment, with what hangs, what the sweeper last met and what it will do next.',
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
          'How checkouts usually go. Counts and ages of what is under way, the thresholds, and what became of the attempts of the last day and week.',
        response: answers(BaselineView),
      },
      handler: async () => ok(viewBaseline(await checkout.baseline())),
    })
    unorderedRoutes(http, checkout)
  }
}
