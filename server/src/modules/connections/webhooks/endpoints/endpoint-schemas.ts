import { Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import type { EventKind } from '#platform/outbox'
import { type Endpoint, nameMax } from './endpoint.ts'

const Instant = Type.String({ format: 'date-time' })

const nameLimits = { minLength: 1, maxLength: nameMax, pattern: '\\S' }
const Name = Type.String({
  ...nameLimits,
  description: 'A label for people.',
  examples: ['ERP, production'],
})
const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'The address of the receiver. It must be https and reachable from the internet.',
  examples: ['https://erp.example.com/hooks/purveyor'],
})
const EventPattern = Type.String({ minLength: 1, maxLength: 100 })
const eventsLimits = { minItems: 1, maxItems: 100 }
const Events = Type.Array(EventPattern, {
  ...eventsLimits,
  description: 'Kinds (`order.created`), families of them (`order.*`) or everything (`*`).',
  examples: [['order.*', 'payment.succeeded']],
})

const MaxPerSecond = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description:
    'The maximum number of attempts in a second, evenly spaced. Default: as fast as the receiver answers.',
})
const Payload = Type.Enum(['full', 'thin'], {
  description:
    '`full`: the body contains `data`. `thin`: the body has a `dataUrl` instead, from which you read the data with a credential. A body over 20 kB also has a `dataUrl`, which works for a week without a credential. Default: full.',
})
const Ordered = Type.Boolean({
  description:
    'True: the events of one entity are sent one after the other, in the order of `sequence`. While one of them is retried, the later events of its entity wait. Other entities continue. Tests and replays are sent at once. Default: false. A change applies from the next event on.',
})
const Ed25519 = Type.Boolean({
  description:
    'Also signs with a key pair of this subscription (`v1a`). The public key is at `/public-key`.',
})

export const CreateWebhookBody = record(
  'CreateWebhook',
  'The address of a webhook, and the events that it receives.',
  {
    name: Type.Optional(
      Type.String({
        ...nameLimits,
        description: 'A label for people. Default: the host of `url`.',
        examples: ['ERP, production'],
      }),
    ),
    url: Type.Optional(Url),
    events: Type.Optional(
      Type.Array(EventPattern, {
        ...eventsLimits,
        description:
          'Kinds (`order.created`), families of them (`order.*`) or everything (`*`). Default: everything, including kinds that later releases add.',
        examples: [['order.*', 'payment.succeeded']],
      }),
    ),
    maxPerSecond: Type.Optional(MaxPerSecond),
    payload: Type.Optional(Payload),
    ordered: Type.Optional(Ordered),
    ed25519: Type.Optional(Ed25519),
  },
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

export const ChangeWebhookBody = record(
  'ChangeWebhook',
  'The fields of a webhook that change.',
  {
    name: Type.Optional(Name),
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    state: Type.Optional(
      Type.Enum(['ACTIVE', 'PAUSED'], {
        description:
          'PAUSED: nothing is sent, and deliveries are held. ACTIVE: the held deliveries are sent, the oldest first. A subscription that the service disabled needs POST …/enable.',
      }),
    ),
    maxPerSecond: Type.Optional(
      Type.Union([MaxPerSecond, Type.Null()], { description: 'Null removes the limit.' }),
    ),
    payload: Type.Optional(Payload),
    ordered: Type.Optional(Ordered),
    ed25519: Type.Optional(Ed25519),
  },
  { minProperties: 1, examples: [{ state: 'PAUSED' }] },
)

const endpointFields = {
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  state: Type.Enum(['ACTIVE', 'PAUSED', 'DISABLED']),
  disabledReason: Type.Optional(
    Type.Enum(['gone', 'failing'], {
      description: '`gone`: the receiver answered 410. `failing`: the receiver failed for days.',
    }),
  ),
  disabledAt: Type.Optional(Instant),
  maxPerSecond: Type.Optional(Type.Integer()),
  payload: Type.Enum(['full', 'thin']),
  ordered: Type.Boolean(),
  publicKey: Type.Optional(
    Type.String({ description: 'The public key, as Standard Webhooks writes it: `whpk_…`.' }),
  ),
  previousSecretExpiresAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until this time the previous secret signs as well.',
    }),
  ),
  health: Type.Object({
    lastSuccessAt: Type.Optional(Instant),
    lastFailureAt: Type.Optional(Instant),
    failingSince: Type.Optional(Instant),
    failures: Type.Integer({ description: 'The number of failures in a row.' }),
    warnedPercent: Type.Optional(
      Type.Integer({
        description:
          'The progress towards disabling the subscription, in percent, at the last warning to its administrators: 50, 70 or 90.',
      }),
    ),
    breakerOpenUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Most attempts of five minutes failed, so deliveries are held. The service tries one at this time.',
      }),
    ),
  }),
  createdAt: Instant,
  updatedAt: Instant,
}

export const WebhookView = record(
  'Webhook',
  'A webhook: its address, its events and its state.',
  endpointFields,
)
export const WebhookWithHeldView = record(
  'WebhookWithHeldDeliveries',
  'A webhook, and how many deliveries are held.',
  {
    ...endpointFields,
    heldDeliveries: Type.Integer({
      description:
        'The number of deliveries that would be sent if you enabled or resumed the subscription.',
    }),
  },
)
export const WebhookWithSecretView = record(
  'WebhookWithSecret',
  'A webhook, with the secret that is shown once.',
  {
    ...endpointFields,
    secret: Type.String({
      description: 'The secret that verifies the signatures. Only this answer contains it.',
    }),
  },
)
export const EnableQuery = Type.Object({
  evenIfTestFails: Type.Optional(
    Type.Boolean({
      description:
        'True: a disabled webhook becomes active even if its receiver fails the test. Default: false.',
    }),
  ),
})

/** The test that a disabled webhook gets before it becomes active. */
export const ReceiverTest = Type.Optional(
  Type.Object(
    {
      passed: Type.Boolean(),
      ms: Type.Integer(),
      statusCode: Type.Optional(Type.Integer()),
      errorClass: Type.Optional(
        Type.Enum(['unreachable', 'timeout', 'tls', 'broken_answer', 'redirect', 'status']),
      ),
      answer: Type.Optional(Type.String({ description: 'The beginning of its text.' })),
    },
    {
      description:
        'What the receiver answered to the test. It is missing if the webhook was not disabled.',
    },
  ),
)

export const WebhookEnabledView = record(
  'WebhookEnabled',
  'A webhook after it was enabled, and how many deliveries were released.',
  {
    ...endpointFields,
    released: Type.Integer({
      description:
        'The number of held deliveries that are sent now. If there are more than 10,000, the rest follows automatically.',
    }),
    test: ReceiverTest,
  },
)

export function viewWebhook(endpoint: Endpoint): Type.Static<typeof WebhookView> {
  const { id, name, url, events, state, previousSecretUntil, health } = endpoint
  const { maxPerSecond, payload, ordered, publicKey } = endpoint
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
    ...(maxPerSecond !== undefined && { maxPerSecond }),
    payload,
    ordered,
    ...(publicKey !== undefined && { publicKey }),
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

export const EventBodyView = record('WebhookEvent', 'The body of a delivery.', {
  id: Type.String(),
  type: Type.String(),
  version: Type.Integer(),
  occurredAt: Instant,
  companyId: Type.String(),
  sequence: Type.Integer({
    description: 'The number of the event in its company, from 1 and without gaps.',
  }),
  entity: record('EventEntity', 'The entity that the event is about.', {
    type: Type.String(),
    id: Type.String(),
    version: Type.Integer(),
  }),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The data of the event, in the form of the JSON Schema of its kind.',
  }),
})

export const EventKindView = record('EventKind', 'A kind of event: its schema and an example.', {
  type: Type.String(),
  version: Type.Integer(),
  entity: Type.String({ description: 'The entity that the event is about.' }),
  description: Type.Optional(Type.String()),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON Schema of `data` in the delivery.',
  }),
  exampleDelivery: Type.Optional(withDescription(EventBodyView, 'A delivery as it may look.')),
})

export function viewEventKind({ type, version, entity, data, example }: EventKind) {
  const schema = data as Record<string, unknown>
  const { description } = schema
  return {
    type,
    version,
    entity,
    ...(typeof description === 'string' && { description }),
    schema,
    ...(isFields(example) && { exampleDelivery: bodyOf({ type, version, entity, example }) }),
  }
}

const isFields = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null

/** The entity id is the first id in the data: `orderId` for an order. */
function bodyOf(kind: {
  readonly type: string
  readonly version: number
  readonly entity: string
  readonly example: Record<string, unknown>
}): Type.Static<typeof EventBodyView> {
  const { type, version, entity, example } = kind
  return {
    id: 'evt_01m7xb82dw3khw78phh28dvacd',
    type,
    version,
    occurredAt: '2026-01-02T03:04:05.000Z',
    companyId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
    sequence: 42,
    entity: { type: entity, id: String(Object.values(example)[0]), version: 1 },
    data: example,
  }
}

export const PublicKeyView = record(
  'WebhookPublicKey',
  'The public key that verifies deliveries.',
  {
    algorithm: Type.Enum(['ed25519']),
    publicKey: Type.String({
      description: 'The public key: `whpk_` and the base64 of its 32 bytes.',
    }),
  },
)
