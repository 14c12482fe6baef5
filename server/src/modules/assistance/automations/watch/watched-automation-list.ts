import { Type } from 'typebox'
import { defineList, filter, type ListRequest, type QueryOf, readNewest } from '#platform/lists'
import type { Automations } from '../service.ts'
import { viewWatched, WatchedAutomationView, watchedExample } from './watch-schemas.ts'
import type { WatchedAutomation } from './watch-store.ts'

const filters = {
  state: filter(
    Type.Enum(['DRAFT', 'ACTIVE', 'PAUSED', 'HELD'], {
      description: 'HELD: automations with held runs, in any state.',
    }),
  ),
  companyId: filter(Type.String({ maxLength: 64 })),
}

export const watchedAutomationList = (automations: Automations) =>
  defineList({
    operationId: 'listAutomationsOfAll',
    url: '/admin/automations/rules',
    summary: 'List automations of all companies',
    description: 'Newest first.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: WatchedAutomationView,
    examples: [watchedExample],
    columns: [
      'id',
      'name',
      'companyId',
      'companyName',
      'state',
      'eventType',
      'held',
      'deadLetters',
    ],
    filters,
    sorts: readNewest(({ query }: ListRequest<QueryOf<typeof filters>>, page) =>
      automations.watch({ ...query, ...page }),
    ),
    show: async (found: readonly WatchedAutomation[]) => {
      const names = await automations.names(found.map(({ companyId }) => companyId))
      return found.map((one) => viewWatched({ ...one, companyName: names.get(one.companyId) }))
    },
  })
