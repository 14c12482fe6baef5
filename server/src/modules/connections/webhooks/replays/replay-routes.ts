import { Type } from 'typebox'
import { answers, type Http, ok } from '#platform/http'
import type { Webhooks } from '../service.ts'
import {
  ReplayView,
  ReplayWindowBody,
  ReplayWithProgressView,
  replayExample,
  viewProgress,
  viewReplay,
  WindowReplayedView,
} from './replay-schemas.ts'

const access = 'webhooks:manage'
const EndpointParams = Type.Object({ webhookId: Type.String({ maxLength: 64 }) })
const ReplayParams = Type.Object({ replayId: Type.String({ maxLength: 64 }) })
const noSuchEndpoint = 'webhooks.endpoint_not_found'
const noSuchReplay = 'webhooks.replay_not_found'
const progressExample = { succeeded: 280, waiting: 20, failed: 0 }

export function replayRoutes(webhooks: Webhooks, http: Http): void {
  addStartReplay(webhooks, http)
  addWatchRoutes(webhooks, http)
}

function addStartReplay(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'POST',
    url: '/api/v1/webhooks/:webhookId/replay',
    config: {
      access,
      operatorsToo: true,
      idempotency: 'transactional',
      fails: [
        noSuchEndpoint,
        'webhooks.window_invalid',
        'webhooks.window_not_kept',
        'webhooks.event_kind_unknown',
        'webhooks.replay_running',
      ],
    },
    schema: {
      operationId: 'replayWebhookWindow',
      summary: 'Replay webhook deliveries',
      description: 'Sends failed deliveries of a period again, or counts them first.',
      params: EndpointParams,
      body: ReplayWindowBody,
      response: answers(WindowReplayedView, {
        status: 202,
        examples: [
          { matched: 1_200, matchedIsLowerBound: false, replayed: 300, replay: replayExample },
        ],
      }),
    },
    handler: async ({ actor, params, idempotency, body: { since, until, ...body } }) => {
      const { replay, ...counts } = await webhooks.replayWindow(actor, params.webhookId, {
        since: new Date(since),
        until: until === undefined ? undefined : new Date(until),
        events: body.events,
        state: body.state,
        preview: body.preview ?? false,
        missing: body.missing ?? false,
        ...(body.perSecond !== undefined && { perSecond: body.perSecond }),
        idempotency,
      })
      return ok({ ...counts, ...(replay && { replay: viewReplay(replay) }) })
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/webhooks/replays/:replayId/cancel',
    config: { access, operatorsToo: true, fails: [noSuchReplay] },
    schema: {
      operationId: 'cancelWebhookReplay',
      summary: 'Cancel a webhook replay',
      description: 'Deliveries that are not sent yet are cancelled.',
      params: ReplayParams,
      response: answers(ReplayView, {
        examples: [
          { ...replayExample, state: 'CANCELLED', finishedAt: '2026-01-03T08:00:03.000Z' },
        ],
      }),
    },
    handler: async ({ actor, params }) =>
      ok(viewReplay(await webhooks.cancelReplay(actor, params.replayId))),
  })
}

function addWatchRoutes(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/replays/:replayId',
    config: { access, operatorsToo: true, fails: [noSuchReplay] },
    schema: {
      operationId: 'getWebhookReplay',
      summary: 'Get a webhook replay',
      params: ReplayParams,
      response: answers(ReplayWithProgressView, {
        examples: [{ ...replayExample, progress: progressExample }],
      }),
    },
    handler: async ({ actor, params }) => {
      const { replay, progress } = await webhooks.getReplay(actor, params.replayId)
      return ok(viewProgress(replay, progress))
    },
  })
}
