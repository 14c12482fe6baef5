import { type Static, Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const webhooksSettings = defineSettings(
  'webhooks',
  Type.Object({
    WEBHOOKS_TIMEOUT_MS: Type.Integer({
      default: 15_000,
      minimum: 1_000,
      maximum: 30_000,
      description: 'Time that a receiver has to answer.',
    }),
    WEBHOOKS_CONCURRENCY: Type.Integer({
      default: 400,
      minimum: 1,
      maximum: 2_000,
      description: 'Maximum number of deliveries that one process handles at the same time.',
    }),
    WEBHOOKS_ENDPOINT_CONCURRENCY: Type.Integer({
      default: 10,
      minimum: 1,
      maximum: 100,
      description:
        'Maximum number of those for one endpoint, so that a slow receiver delays only itself.',
    }),
    WEBHOOKS_RETENTION_DAYS: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 365,
      description:
        'How long deliveries and their attempts are kept. A delivery that is still held then becomes EXPIRED and is visible for another week.',
    }),
  }),
)

export type WebhooksSettings = Static<(typeof webhooksSettings)['schema']>
