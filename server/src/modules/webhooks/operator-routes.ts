import { Type } from 'typebox'
import { list, type Routes } from '#platform/http'
import type { Webhooks } from './service.ts'
import { viewWatched, WatchedEndpointView, WatchQuery, watchedExample } from './watch-schemas.ts'

export function webhookOperatorRoutes(webhooks: Webhooks): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/webhooks',
      config: { access: 'operator' },
      schema: {
        operationId: 'listWebhooksOfAll',
        summary:
          'Subscriptions of all companies, how they are and what waits for them, newest first',
        description:
          'For reading alone: enabling, resuming and replaying are for the company whose receiver it is.',
        tags: ['operations'],
        querystring: WatchQuery,
        response: list(WatchedEndpointView, { examples: [watchedExample] }),
      },
      handler: async ({ query: { state, companyId }, page }) => {
        const before = page.after(Type.String())
        const found = await webhooks.watch({ state, companyId, before, limit: page.probe })
        return page.answer(found, viewWatched, ({ id }) => id)
      },
    })
  }
}
