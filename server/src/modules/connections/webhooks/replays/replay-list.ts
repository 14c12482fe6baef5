import { Type } from 'typebox'
import { defineList, type ListRequest, readNewest } from '#platform/lists'
import type { Webhooks } from '../service.ts'
import type { Replay } from './replay.ts'
import { ReplayView, replayExample, viewReplay } from './replay-schemas.ts'

type Request = ListRequest & { readonly params: { readonly webhookId: string } }

export const replayList = (webhooks: Webhooks) =>
  defineList({
    operationId: 'listWebhookReplays',
    url: '/api/v1/webhooks/:webhookId/replays',
    summary: 'List webhook replays',
    description: 'Newest first.',
    tags: ['Webhooks'],
    config: {
      access: 'webhooks:manage',
      operatorsToo: true,
      fails: ['webhooks.endpoint_not_found'],
    },
    params: Type.Object({ webhookId: Type.String({ maxLength: 64 }) }),
    item: ReplayView,
    examples: [replayExample],
    columns: ['id', 'state', 'matched', 'replayed', 'perSecond', 'missing'],
    filters: {},
    sorts: readNewest(({ actor, params }: Request, page) =>
      webhooks.listReplays(actor, params.webhookId, page),
    ),
    csv: { operationId: 'downloadWebhookReplays', summary: 'Download webhook replays as CSV' },
    show: (replays: readonly Replay[]) => replays.map(viewReplay),
  })
