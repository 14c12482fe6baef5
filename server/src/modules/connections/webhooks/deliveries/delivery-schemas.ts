import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type Attempt, deliveryStates } from './delivery.ts'
import { holdReasons, type ShownDelivery } from './hold-reason.ts'

const Instant = Type.String({ format: 'date-time' })

/** The filters of the list, as a request sends them. */
export type DeliveryFilters = {
  readonly event?: string
  readonly state?: (typeof deliveryStates)[number]
  readonly type?: string
  readonly since?: string
}

const deliveryFields = {
  id: Type.String(),
  webhookId: Type.String(),
  eventId: Type.String({
    description: 'The id in `x-service-delivery` and `webhook-id` of every attempt.',
  }),
  type: Type.String(),
  state: Type.Enum([...deliveryStates]),
  attempts: Type.Integer({
    description: 'The number of attempts, at most ten. A release from HELD starts again from zero.',
  }),
  heldBecause: Type.Optional(
    Type.Enum([...holdReasons], {
      description:
        'The reason why a HELD delivery is not sent: its subscription is paused or disabled, its company is closed, most attempts to its receiver failed, or its release is in progress.',
    }),
  ),
  nextAttemptAt: Type.Optional(Instant),
  lastStatus: Type.Optional(Type.Integer()),
  lastError: Type.Optional(Type.String()),
  replayOf: Type.Optional(Type.String({ description: 'The delivery that this one repeats.' })),
  createdAt: Instant,
  finishedAt: Type.Optional(Instant),
}

export const DeliveryView = record(
  'WebhookDelivery',
  'A delivery of an event to a webhook.',
  deliveryFields,
)

export const AttemptView = record(
  'DeliveryAttempt',
  'An attempt to deliver, and the answer of the receiver.',
  {
    n: Type.Integer(),
    trigger: Type.Enum(['SCHEDULED', 'MANUAL']),
    startedAt: Instant,
    ms: Type.Integer(),
    statusCode: Type.Optional(Type.Integer()),
    errorClass: Type.Optional(
      Type.Enum(['unreachable', 'timeout', 'tls', 'broken_answer', 'redirect', 'status']),
    ),
    requestHeaders: Type.Record(Type.String(), Type.String()),
    responseBody: Type.Optional(Type.String({ description: 'The first 16 kB of the answer.' })),
  },
)

export const DeliveryWithAttemptsView = record(
  'WebhookDeliveryWithAttempts',
  'A delivery, with its attempts.',
  {
    ...deliveryFields,
    attemptLog: Type.Array(AttemptView, { description: 'Latest first.' }),
  },
)

export const DeliveryParams = Type.Object({
  deliveryId: Type.String({
    maxLength: 64,
    description: 'The id of the delivery, or of the event, from `x-service-delivery`.',
  }),
})

export const OneOfSeveralQuery = Type.Object({
  webhookId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Selects the subscription, if several got the event.',
    }),
  ),
})

/** Converts the query of a request to the search of the store. */
export function searchOf({ state, type, since, event }: DeliveryFilters) {
  return {
    ...(state !== undefined && { state }),
    ...(type !== undefined && { type }),
    ...(event !== undefined && { eventId: event }),
    ...(since !== undefined && { since: new Date(since) }),
  }
}

export function viewDelivery(delivery: ShownDelivery): Type.Static<typeof DeliveryView> {
  const { id, endpointId, eventId, eventType, state, attempts } = delivery
  const { lastStatus, lastError, replayOf, finishedAt, heldBecause } = delivery
  const isDue = state === 'PENDING' || state === 'RETRYING'
  return {
    id,
    webhookId: endpointId,
    eventId,
    type: eventType,
    state,
    attempts,
    ...(heldBecause !== undefined && { heldBecause }),
    ...(isDue && { nextAttemptAt: delivery.availableAt.toISOString() }),
    ...(lastStatus !== undefined && { lastStatus }),
    ...(lastError !== undefined && { lastError }),
    ...(replayOf !== undefined && { replayOf }),
    createdAt: delivery.createdAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  }
}

export function viewAttempt(attempt: Attempt): Type.Static<typeof AttemptView> {
  const { n, trigger, startedAt, ms, statusCode, errorClass, responseBody } = attempt
  return {
    n,
    trigger,
    startedAt: startedAt.toISOString(),
    ms,
    ...(statusCode !== undefined && { statusCode }),
    ...(errorClass !== undefined && { errorClass }),
    requestHeaders: { ...attempt.requestHeaders },
    ...(responseBody !== undefined && { responseBody }),
  }
}

export const deliveryExample: Type.Static<typeof DeliveryView> = {
  id: 'dlv_01m7xb83p5a6b7c8d9e0f1g2h3',
  webhookId: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
  eventId: 'evt_01m7xb82dw3khw78phh28dvacd',
  type: 'order.created',
  state: 'SUCCEEDED',
  attempts: 1,
  lastStatus: 204,
  createdAt: '2026-01-02T03:04:05.000Z',
  finishedAt: '2026-01-02T03:04:05.118Z',
}

export const attemptExample: Type.Static<typeof AttemptView> = {
  n: 1,
  trigger: 'SCHEDULED',
  startedAt: '2026-01-02T03:04:05.061Z',
  ms: 57,
  statusCode: 204,
  requestHeaders: {
    'x-service-event': 'order.created',
    'x-service-delivery': 'evt_01m7xb82dw3khw78phh28dvacd',
    'x-service-timestamp': '1767323045',
  },
}
