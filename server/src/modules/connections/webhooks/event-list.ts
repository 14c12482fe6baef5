import { type Static, Type } from 'typebox'
import { type Cut, defineList, filter, type ListRequest, placed } from '#platform/lists'
import type { CompanyEvents } from '#platform/outbox'
import { messageOf } from './deliveries/subscriber.ts'
import { EventBodyView } from './endpoints/endpoint-schemas.ts'
import { eventBodyExample } from './examples.ts'
import type { Webhooks } from './service.ts'

type Event = CompanyEvents['events'][number]

export const eventList = (webhooks: Webhooks) =>
  defineList({
    operationId: 'listWebhookEvents',
    url: '/api/v1/webhooks/events',
    summary: 'List webhook events',
    description:
      'The events of your company, whether or not a webhook sends them. Each is the body that a delivery has. Events are kept for as many days as the setting `EVENTS_RETENTION_DAYS` says. A page of a rare kind may have fewer events than `limit`, or none: go on while there is a `nextCursor`.',
    tags: ['Webhooks'],
    config: { access: 'webhooks:manage', fails: ['webhooks.event_kind_unknown'] },
    item: EventBodyView,
    examples: [eventBodyExample],
    columns: ['sequence', 'id', 'type'],
    filters: {
      after: filter(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description:
            'The `sequence` of the last event that you have. Then the events after it come, oldest first. Without it, the newest event comes first.',
        }),
      ),
      kind: filter(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'A kind of event, or a family of them.',
          examples: ['order.*'],
        }),
      ),
    },
    sorts: { log: { read: (request: Request, cut) => readInLogOrder(webhooks, request, cut) } },
    show: (events: readonly Event[]) =>
      events.map((event) => JSON.parse(messageOf(event).body) as Static<typeof EventBodyView>),
  })

type Request = ListRequest<{ readonly after?: number; readonly kind?: string }>

async function readInLogOrder(webhooks: Webhooks, { actor, query }: Request, cut: Cut) {
  const { after, kind } = query
  const place = cut.after && Number(cut.after[0])
  const side = after === undefined ? { before: place } : { after: place ?? after }
  const { events, continuesAt } = await webhooks.listEvents(actor, {
    side,
    kind,
    limit: cut.limit,
  })
  return {
    ...placed(events, ({ sequence }) => [sequence]),
    continuesAfter: continuesAt === undefined ? undefined : [continuesAt],
  }
}
