import { sql } from '#platform/db'
import { defineList, newestFirst, ofCompany } from '#platform/lists'
import { webhookExample } from '../examples.ts'
import { viewWebhook, WebhookView } from './endpoint-schemas.ts'
import { type LivingRow, toEndpoint } from './endpoint-store.ts'

export const endpointList = defineList({
  operationId: 'listWebhooks',
  url: '/api/v1/webhooks',
  summary: 'List webhooks',
  description: 'Newest first. The `health` of a webhook is not a change for `updatedAfter`.',
  tags: ['Webhooks'],
  config: { access: 'webhooks:manage' },
  item: WebhookView,
  examples: [webhookExample],
  columns: ['id', 'name', 'url', 'events', 'state'],
  filters: {},
  from: sql`webhooks.endpoints t
    join webhooks.endpoint_health h on h.company_id = t.company_id and h.endpoint_id = t.id`,
  select: sql`t.*, h.last_success_at, h.last_failure_at, h.failing_since, h.failures, h.warned_percent`,
  scope: ({ actor }) => sql`${ofCompany(actor)} and t.state <> 'DELETED'`,
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  writtenAt: 't.written_at',
  show: (rows: readonly LivingRow[]) => rows.map((row) => viewWebhook(toEndpoint(row))),
})
