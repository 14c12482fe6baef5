import { Type } from 'typebox'
import { record } from '#kernel/record'
import { finishedStates } from '../deliveries/delivery.ts'
import { isLowerBound, type Replay, type ReplayProgress } from './replay.ts'

const Instant = Type.String({ format: 'date-time' })

export const ReplayWindowBody = record(
  'ReplayDeliveries',
  'The events to deliver again.',
  {
    since: Type.String({
      format: 'date-time',
      description: 'The start of the period of the events, inclusive.',
    }),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The end of the period of the events, exclusive. Default: now.',
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 100 }),
    ),
    state: Type.Optional(
      Type.Enum([...finishedStates], {
        description:
          'Selects events by the state of their latest delivery. Default: events that did not arrive. These are EXHAUSTED, EXPIRED, and those that a cancelled replay of such events or of `missing` did not send.',
      }),
    ),
    missing: Type.Optional(
      Type.Boolean({
        description:
          'Selects instead the events that match the subscription and were never recorded for it, because they are older than it. It reaches back as far as deliveries are kept: 30 days by default. `matched` counts up to 1,000 of them, and `matchedIsLowerBound` says that there may be more.',
      }),
    ),
    perSecond: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description:
          'The number of deliveries in a second. Default: a fifth of the limit of the subscription, or 100.',
      }),
    ),
    preview: Type.Optional(Type.Boolean({ description: 'True: count only.' })),
  },
  { examples: [{ since: '2026-01-02T00:00:00.000Z', events: ['order.created'], preview: true }] },
)

const matchedFields = {
  matched: Type.Integer({
    description:
      'The number of matching events at the time of the request. Events that were never recorded are counted up to 1,000: see matchedIsLowerBound.',
  }),
  matchedIsLowerBound: Type.Boolean({
    description: 'There may be more matching events. With `missing`, `replayed` can become larger.',
  }),
}

const replayFields = {
  id: Type.String(),
  webhookId: Type.String(),
  state: Type.Enum(['RUNNING', 'FINISHED', 'CANCELLED'], {
    description:
      '`FINISHED`: all events were queued for delivery. The progress and the deliveries show whether they arrived.',
  }),
  since: Instant,
  until: Instant,
  events: Type.Optional(Type.Array(Type.String())),
  deliveryStates: Type.Array(Type.Enum([...finishedStates])),
  missing: Type.Boolean(),
  perSecond: Type.Integer(),
  ...matchedFields,
  replayed: Type.Integer({
    description: 'The number of deliveries that were sent or queued so far.',
  }),
  createdAt: Instant,
  finishedAt: Type.Optional(Instant),
}

export const ReplayView = record('WebhookReplay', 'A replay of events to a webhook.', replayFields)

export const ReplayWithProgressView = record(
  'WebhookReplayWithProgress',
  'A replay, and what became of its deliveries.',
  {
    ...replayFields,
    progress: Type.Object(
      {
        succeeded: Type.Integer(),
        waiting: Type.Integer({
          description: 'Deliveries that wait for their first attempt or a retry, or are held.',
        }),
        failed: Type.Integer({ description: 'Deliveries that were given up or have expired.' }),
      },
      { description: 'The state of the replayed deliveries.' },
    ),
  },
)

export const WindowReplayedView = record(
  'ReplayStarted',
  'The number of matching events, and the replay that was started.',
  {
    ...matchedFields,
    replayed: Type.Integer({
      description:
        'The number so far. The rest follows automatically, at the rate of the replay. 0 in a preview.',
    }),
    replay: Type.Optional(ReplayView),
  },
)

export function viewReplay(replay: Replay): Type.Static<typeof ReplayView> {
  const { id, endpointId, state, types, states, missing, perSecond, matched, replayed } = replay
  const { since, until, createdAt, finishedAt } = replay
  return {
    id,
    webhookId: endpointId,
    state,
    since: since.toISOString(),
    until: until.toISOString(),
    ...(types && { events: [...types] }),
    deliveryStates: [...states],
    missing,
    perSecond,
    matched,
    matchedIsLowerBound: isLowerBound(replay),
    replayed,
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  }
}

export function viewProgress(replay: Replay, progress: ReplayProgress) {
  return { ...viewReplay(replay), progress: { ...progress } }
}

export const replayExample: Type.Static<typeof ReplayView> = {
  id: 'rpl_01m7xb84q6b7c8d9e0f1g2h3j4',
  webhookId: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
  state: 'RUNNING',
  since: '2026-01-02T00:00:00.000Z',
  until: '2026-01-03T00:00:00.000Z',
  events: ['order.created'],
  deliveryStates: ['EXHAUSTED', 'EXPIRED'],
  missing: false,
  perSecond: 100,
  matched: 1_200,
  matchedIsLowerBound: false,
  replayed: 300,
  createdAt: '2026-01-03T08:00:00.000Z',
}
