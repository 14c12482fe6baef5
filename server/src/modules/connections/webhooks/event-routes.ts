import { type Static, Type } from 'typebox'
import { answers, type Http, list, ok, PageQuery } from '#platform/http'
import { messageOf } from './deliveries/subscriber.ts'
import { EventBodyView } from './endpoints/endpoint-schemas.ts'
import { eventBodyExample } from './examples.ts'
import type { Webhooks } from './service.ts'

const access = 'webhooks:manage'

const EventsQuery = Type.Object({
  ...PageQuery.properties,
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The `sequence` of the last event that you have. Then the events after it come, oldest first. Without it, the newest event comes first.',
    }),
  ),
  kind: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A kind of event, or a family of them.',
      examples: ['order.*'],
    }),
  ),
})

export function eventRoutes(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/events',
    config: { access, fails: ['webhooks.event_kind_unknown'] },
    schema: {
      operationId: 'listWebhookEvents',
      summary: 'List webhook events',
      description:
        'The events of your company, whether or not a webhook sends them. Each is the body that a delivery has. Events are kept for as many days as the setting `EVENTS_RETENTION_DAYS` says. A page of a rare kind may have fewer events than `limit`, or none: go on while there is a `nextCursor`.',
      querystring: EventsQuery,
      response: list(EventBodyView, { examples: [eventBodyExample] }),
    },
    handler: async ({ actor, query: { after, kind }, page }) => {
      const place = page.after(Type.Integer())
      const side = after === undefined ? { before: place } : { after: place ?? after }
      const { events, continuesAt } = await webhooks.listEvents(actor, {
        side,
        kind,
        limit: page.probe,
      })
      return page.answer(
        events,
        (event) => JSON.parse(messageOf(event).body) as Static<typeof EventBodyView>,
        ({ sequence }) => sequence,
        { continuesAfter: continuesAt },
      )
    },
  })

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
