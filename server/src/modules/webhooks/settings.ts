import { type Static, Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const webhooksSettings = defineSettings(
  'webhooks',
  Type.Object({
    WEBHOOKS_TIMEOUT_MS: Type.Integer({
      default: 15_000,
      minimum: 1_000,
      maximum: 30_000,
      description: 'How long a receiver may take to answer.',
    }),
    WEBHOOKS_CONCURRENCY: Type.Integer({
      default: 400,
      minimum: 1,
      maximum: 2_000,
      description: 'Deliveries that one process has taken on at once.',
    }),
    WEBHOOKS_ENDPOINT_CONCURRENCY: Type.Integer({
      default: 10,
      minimum: 1,
      maximum: 100,
      description: 'Of those, sent to one endpoint at once: a slow receiver holds up itself.',
    }),
    WEBHOOKS_RETENTION_DAYS: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 365,
      description:
        'How long deliveries and their attempts are kept. What is held then becomes EXPIRED, shown for a week more.',
    }),
  }),
)

export type WebhooksSettings = Static<(typeof webhooksSettings)['schema']>
