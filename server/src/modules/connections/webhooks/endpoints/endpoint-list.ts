import { defineList, type ListRequest, readNewest } from '#platform/lists'
import { webhookExample } from '../examples.ts'
import type { Webhooks } from '../service.ts'
import type { Endpoint } from './endpoint.ts'
import { viewWebhook, WebhookView } from './endpoint-schemas.ts'

export const endpointList = (webhooks: Webhooks) =>
  defineList({
    operationId: 'listWebhooks',
    url: '/api/v1/webhooks',
    summary: 'List webhooks',
    description: 'Newest first.',
    tags: ['Webhooks'],
    config: { access: 'webhooks:manage' },
    item: WebhookView,
    examples: [webhookExample],
    columns: ['id', 'name', 'url', 'events', 'state'],
    filters: {},
    sorts: readNewest(({ actor }: ListRequest, page) => webhooks.list(actor, page)),
    show: (endpoints: readonly Endpoint[]) => endpoints.map(viewWebhook),
  })
