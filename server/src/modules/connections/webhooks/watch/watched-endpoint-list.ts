import { Type } from 'typebox'
import { defineList, filter, type ListRequest, type QueryOf, readNewest } from '#platform/lists'
import type { Webhooks } from '../service.ts'
import {
  type NamedEndpoint,
  viewWatched,
  WatchedEndpointView,
  watchedExample,
} from './watch-schemas.ts'
import { watchedStates } from './watch-store.ts'

const filters = {
  state: filter(
    Type.Enum([...watchedStates], {
      description:
        'TROUBLED: webhooks that are disabled, webhooks that are suspended because most attempts failed, and webhooks with a failed last attempt.',
    }),
  ),
  companyId: filter(Type.String({ maxLength: 64 })),
}

export const watchedEndpointList = (webhooks: Webhooks) =>
  defineList({
    operationId: 'listWebhooksOfAll',
    url: '/admin/webhooks',
    summary: 'List webhooks of all companies',
    description:
      'Newest first. Operators can enable a webhook that the service disabled. Only its company can resume one that it paused.',
    tags: ['Operations'],
    config: { localized: true, access: 'operator' },
    item: WatchedEndpointView,
    examples: [watchedExample],
    columns: ['id', 'name', 'companyId', 'companyName', 'host', 'state', 'waiting', 'held', 'why'],
    filters,
    sorts: readNewest(({ query }: ListRequest<QueryOf<typeof filters>>, page) =>
      webhooks.watch({ ...query, ...page }),
    ),
    show: (endpoints: readonly NamedEndpoint[], { locale }) =>
      endpoints.map((endpoint) => viewWatched(endpoint, locale)),
  })
