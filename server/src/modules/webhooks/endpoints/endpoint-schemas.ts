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
  description: 'Where to deliver: https, and reachable from the internet.',
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
  description: 'Attempts in a second at most, evenly spaced. Without it, as fast as it answers.',
})
const Payload = Type.Enum(['full', 'thin'], {
  description:
    '`thin`: the body has no `data` but `dataUrl`, where it is read with a credential. A body over 20 kB has a `dataUrl` as well, which is good for a week without one. Default: full.',
})
const Ordered = Type.Boolean({
  description:
    'What is about one entity is sent one after the other, in the order of `sequence`: while one is tried again, the later ones of its entity wait, for as long as its retries take. Others go on. Tests and replays are sent at once. Default: false. A change holds from the next event on.',
})
const Ed25519 = Type.Boolean({
  description:
    'Signed with a key pair of this subscription as well (`v1a`), whose public half is at `/public-key`.',
})

export const CreateWebhookBody = record(
  'CreateWebhook',
  'The address of a webhook, and the events that it receives.',
  {
    name: Type.Optional(
      Type.String({
        ...nameLimits,
        description: 'A label for people. Without it, the host of `url`.',
        examples: ['ERP, production'],
      }),
    ),
    url: Type.Optional(Url),
    events: Type.Optional(
      Type.Array(EventPattern, {
        ...eventsLimits,
        description:
          'Kinds (`order.created`), families of them (`order.*`) or everything (`*`). Without it, everything: also the kinds that later releases add.',
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
    paused: Type.Optional(
      Type.Boolean({ description: 'While paused, deliveries are held and not lost.' }),
    ),
    maxPerSecond: Type.Optional(
      Type.Union([MaxPerSecond, Type.Null()], { description: 'null takes the limit away.' }),
    ),
    payload: Type.Optional(Payload),
    ordered: Type.Optional(Ordered),
    ed25519: Type.Optional(Ed25519),
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
  maxPerSecond: Type.Optional(Type.Integer()),
  payload: Type.Enum(['full', 'thin']),
  ordered: Type.Boolean(),
  publicKey: Type.Optional(
    Type.String({ description: 'Of its key pair, as Standard Webhooks writes it: `whpk_…`.' }),
  ),
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
    heldDeliveries: Type.Integer({ description: 'What enabling or resuming it would send.' }),
  },
)
export const WebhookWithSecretView = record(
  'WebhookWithSecret',
  'A webhook, with the secret that is shown once.',
  {
    ...endpointFields,
    secret: Type.String({
      description: 'Verifies the signatures. Shown in this answer and never again.',
    }),
  },
)
export const WebhookEnabledView = record(
  'WebhookEnabled',
  'A webhook after it was enabled, and how many deliveries were released.',
  {
    ...endpointFields,
    released: Type.Integer({
      description:
        'Deliveries that were held and are now sent. Of more than 10,000 the rest follows by itself.',
    }),
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
  sequence: Type.Integer({ description: 'Among the events of the company, dense from 1.' }),
  entity: record('EventEntity', 'What the event is about.', {
    type: Type.String(),
    id: Type.String(),
    version: Type.Integer(),
  }),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'As the JSON Schema of its kind says.',
  }),
})

export const EventKindView = record('EventKind', 'A kind of event: its schema and an example.', {
  type: Type.String(),
  version: Type.Integer(),
  entity: Type.String({ description: 'What the event is about.' }),
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

/** The id of what it is about is the first that its data names: `orderId` of an order. */
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
    publicKey: Type.String({ description: '`whpk_` and the base64 of its 32 bytes.' }),
  },
)
