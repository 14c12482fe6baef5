import type { TSchema } from 'typebox'
import type { Json, SchemaRegistry } from './schemas.ts'

/** A request that this service sends to the subscribers of an event. */
export type WebhookDocument = {
  /** The name that subscribers use: `order.created`. */
  readonly type: string
  /** Its name in code: `OrderCreated`. */
  readonly name: string
  readonly description: string
  readonly body: TSchema
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

export const webhookParameters: Json = {
  WebhookId: header('webhook-id', 'The id of the event, the same in retries and replays.'),
  WebhookTimestamp: header('webhook-timestamp', 'The Unix seconds of this attempt.'),
  WebhookSignature: header(
    'webhook-signature',
    'One or more signatures, separated by a blank. One must verify.',
  ),
}

/** The `webhooks` of the document: what a receiver gets, and what it must answer. */
export function webhooksOf(webhooks: readonly WebhookDocument[], schemas: SchemaRegistry): Json {
  return Object.fromEntries(
    webhooks.map(({ type, name, description, body }) => [
      type,
      {
        post: {
          operationId: `receive${name}`,
          summary: `Receive ${type}`,
          description,
          tags: ['Webhooks'],
          security: [],
          parameters: Object.keys(webhookParameters).map((parameter) => ({
            $ref: `#/components/parameters/${parameter}`,
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.place(body) } },
          },
          responses: {
            '2XX': {
              description:
                'The receiver accepted the event. Any other answer is a failure, and the service retries the delivery.',
            },
          },
        },
      },
    ]),
  )
}
