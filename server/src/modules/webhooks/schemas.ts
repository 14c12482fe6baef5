import { Type } from 'typebox'
import type { EventKind } from '#platform/outbox'
import type { Endpoint } from './endpoint.ts'

const Instant = Type.String({ format: 'date-time' })

const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '\\S',
  description: 'A label for people.',
  examples: ['ERP, production'],
})
const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Where to deliver: https, and reachable from the internet.',
  examples: ['https://erp.example.com/hooks/purveyor'],
})
const Events = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Kinds (`order.created`), families of them (`order.*`) or everything (`*`).',
  examples: [['order.*', 'payment.succeeded']],
})

export const CreateWebhookBody = Type.Object(
  { name: Name, url: Url, events: Events },
  {
    examples: [
      {
        name: 'ERP, production',
        url: 'https://erp.example.com/hooks/purveyor',
        events: ['order.created', 'payment.*'],
      },
    ],
  },
)

export const ChangeWebhookBody = Type.Object(
  {
    name: Type.Optional(Name),
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    paused: Type.Optional(
      Type.Boolean({ description: 'While paused, deliveries are held and not lost.' }),
    ),
  },
  { minProperties: 1, examples: [{ paused: true }] },
)

const endpointFields = {
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  state: Type.Enum(['ACTIVE', 'PAUSED', 'DISABLED']),
  disabledReason: Type.Optional(
    Type.Enum(['gone', 'failing'], {
      description: '`gone`: the receiver answered 410. `failing`: it failed for days.',
    }),
  ),
  disabledAt: Type.Optional(Instant),
  previousSecretExpiresAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until then the secret before signs as well.',
    }),
  ),
  health: Type.Object({
    lastSuccessAt: Type.Optional(Instant),
    lastFailureAt: Type.Optional(Instant),
    failingSince: Type.Optional(Instant),
    failures: Type.Integer({ description: 'In a row.' }),
    warnedPercent: Type.Optional(
      Type.Integer({
        description:
          'How far it is on the way to being disabled, as its administrators were last told: 50, 70 or 90.',
      }),
    ),
    breakerOpenUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Most attempts of five minutes failed: deliveries are held, and one is tried at this time.',
      }),
    ),
  }),
  createdAt: Instant,
  updatedAt: Instant,
}

export const WebhookView = Type.Object(endpointFields)
export const WebhookWithHeldView = Type.Object({
  ...endpointFields,
  heldDeliveries: Type.Integer({ description: 'What enabling or resuming it would send.' }),
})
export const WebhookWithSecretView = Type.Object({
  ...endpointFields,
  secret: Type.String({
    description: 'Verifies the signatures. Shown in this answer and never again.',
  }),
})
export const WebhookEnabledView = Type.Object({
  ...endpointFields,
  released: Type.Integer({ description: 'Deliveries that were held and are now sent.' }),
})

export function viewWebhook(endpoint: Endpoint): Type.Static<typeof WebhookView> {
  const { id, name, url, events, state, previousSecretUntil, health } = endpoint
  const { lastSuccessAt, lastFailureAt, failingSince, failures } = health
  const { warnedPercent, breakerOpenUntil } = health
  return {
    id,
    name,
    url,
    events: [...events],
    state,
    ...(endpoint.state === 'DISABLED' && {
      disabledReason: endpoint.disabledReason,
      disabledAt: endpoint.disabledAt.toISOString(),
    }),
    ...(previousSecretUntil && { previousSecretExpiresAt: previousSecretUntil.toISOString() }),
    health: {
      ...(lastSuccessAt && { lastSuccessAt: lastSuccessAt.toISOString() }),
      ...(lastFailureAt && { lastFailureAt: lastFailureAt.toISOString() }),
      ...(failingSince && { failingSince: failingSince.toISOString() }),
      failures,
      ...(warnedPercent > 0 && { warnedPercent }),
      ...(breakerOpenUntil && { breakerOpenUntil: breakerOpenUntil.toISOString() }),
    },
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  }
}

export const EventKindView = Type.Object({
  type: Type.String(),
  version: Type.Integer(),
  entity: Type.String({ description: 'What the event is about.' }),
  description: Type.Optional(Type.String()),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON Schema of `data` in the delivery.',
  }),
})

export function viewEventKind({ type, version, entity, data }: EventKind) {
  const schema = data as Record<string, unknown>
  const { description } = schema
  return {
    type,
    version,
    entity,
    ...(typeof description === 'string' && { description }),
    schema,
  }
}
