import { type TSchema, Type } from 'typebox'
import { Refusal } from '#platform/http'

const eventId = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }))

/** The header of a client that connects again. */
export const LastEventIdHeader = Type.Object({
  'last-event-id': eventId(
    'The id of the last event that you received. The stream resumes after it.',
  ),
})

/** The parameters of a request that follows a record. `ticketFrom` says where a ticket comes from, and what it opens. */
export const followParameters = (ticketFrom: string) => ({
  lastEventId: eventId(
    'Resumes after this event, for clients that cannot send the header `Last-Event-ID` at first. The header has precedence.',
  ),
  ticket: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: `A ticket instead of a credential in the headers, which a browser’s EventSource cannot send. ${ticketFrom}`,
    }),
  ),
})

/** The event that the request names. The header has precedence. */
export function lastEventIdOf(request: {
  readonly headers: { readonly 'last-event-id'?: string }
  readonly query: { readonly lastEventId?: string }
}): string | undefined {
  return request.headers['last-event-id'] ?? request.query.lastEventId
}

/** The answers of a request that follows a record. `over` says that the record has ended. */
export function streamAnswers(event: TSchema, over: string) {
  return {
    200: {
      description: 'The stream of events.',
      content: { 'text/event-stream': { schema: event } },
    },
    204: Type.Null({
      description: `${over} and you have received all of its events. Do not connect again.`,
    }),
    '4xx': Refusal,
    '5xx': Refusal,
  }
}
