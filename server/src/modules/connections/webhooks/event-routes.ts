import { type Static, Type } from 'typebox'
import { answers, type Http, ok } from '#platform/http'
import { EventBodyView } from './endpoints/endpoint-schemas.ts'
import { eventBodyExample } from './examples.ts'
import type { Webhooks } from './service.ts'

const access = 'webhooks:manage'

export function eventRoutes(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/events/:eventId',
    config: { access, fails: ['webhooks.event_not_found'] },
    schema: {
      operationId: 'getWebhookEvent',
      summary: 'Get a webhook event',
      description: 'Returns the whole event. Use it for an event that was sent without its data.',
      params: Type.Object({ eventId: Type.String({ maxLength: 64 }) }),
      response: answers(EventBodyView, { examples: [eventBodyExample] }),
    },
    handler: async ({ actor, params }) =>
      ok((await webhooks.getEvent(actor, params.eventId)) as Static<typeof EventBodyView>),
  })
}
