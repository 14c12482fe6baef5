import { Type } from 'typebox'
import { defineList, filter, type ListRequest, type PageById, readNewest } from '#platform/lists'
import type { Webhooks } from '../service.ts'
import { actingFor } from '../watch/acting-for.ts'
import { deliveryStates } from './delivery.ts'
import {
  type DeliveryFilters,
  DeliveryView,
  deliveryExample,
  searchOf,
  viewDelivery,
} from './delivery-schemas.ts'
import type { ShownDelivery } from './hold-reason.ts'

const webhookId = Type.String({ maxLength: 64 })
const columns = ['id', 'type', 'state', 'attempts', 'lastStatus', 'lastError', 'createdAt'] as const
const fails = ['webhooks.endpoint_not_found']

const filters = {
  event: filter(
    Type.String({
      pattern: '^evt_[0-9a-hjkmnp-tv-z]{26}$',
      maxLength: 64,
      description: 'The id of an event, from `x-service-delivery`.',
    }),
  ),
  state: filter(Type.Enum([...deliveryStates])),
  type: filter(Type.String({ minLength: 1, maxLength: 100, examples: ['order.created'] })),
  since: filter(
    Type.String({
      format: 'date-time',
      description:
        'Deliveries of events at or after this time. A replay counts from the time when it was requested.',
    }),
  ),
}

type Request<Params> = ListRequest<DeliveryFilters> & { readonly params: Params }
type OfWebhook = { readonly webhookId: string }

export const deliveryList = (webhooks: Webhooks) =>
  defineList({
    operationId: 'listWebhookDeliveries',
    url: '/api/v1/webhooks/:webhookId/deliveries',
    summary: 'List webhook deliveries',
    description: 'Newest first.',
    tags: ['Webhooks'],
    config: { access: 'webhooks:manage', fails },
    params: Type.Object({ webhookId }),
    item: DeliveryView,
    examples: [deliveryExample],
    columns,
    filters,
    sorts: readNewest(({ actor, params, query }: Request<OfWebhook>, page) =>
      webhooks.listDeliveries(actor, params.webhookId, searchOf(query), page),
    ),
    show: (deliveries: readonly ShownDelivery[]) => deliveries.map(viewDelivery),
  })

/** Operators see the deliveries of a company, and its audit log says so. */
export const deliveryListOfCompany = (webhooks: Webhooks) =>
  defineList({
    operationId: 'listWebhookDeliveriesOfCompany',
    url: '/admin/companies/:companyId/webhooks/:webhookId/deliveries',
    summary: 'List webhook deliveries of a company',
    description: 'Newest first. The audit log of the company records who read them.',
    tags: ['Operations'],
    config: { access: 'operator', fails },
    params: Type.Object({ companyId: Type.String({ maxLength: 64 }), webhookId }),
    item: DeliveryView,
    examples: [deliveryExample],
    columns,
    filters,
    sorts: readNewest((request: Request<OfWebhook & { companyId: string }>, page) =>
      readOfCompany(webhooks, request, page),
    ),
    show: (deliveries: readonly ShownDelivery[]) => deliveries.map(viewDelivery),
  })

async function readOfCompany(
  webhooks: Webhooks,
  { actor, params, query }: Request<OfWebhook & { companyId: string }>,
  page: PageById,
): Promise<ShownDelivery[]> {
  const { companyId, webhookId: id } = params
  const acting = actingFor(actor, companyId)
  const found = await webhooks.listDeliveries(acting, id, searchOf(query), page)
  await webhooks.recordReading(actor, companyId, { type: 'webhook', id })
  return found
}
