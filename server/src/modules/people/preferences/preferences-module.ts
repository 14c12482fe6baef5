import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { preferencesData } from './personal-data-store.ts'
import { savedViewList } from './saved-view-list.ts'
import { viewRoutes } from './view-routes.ts'

export const preferencesModule = defineModule({
  name: 'preferences',
  tags: {
    'Saved views': 'What people want to see of a list: filters, order and columns under a name.',
  },
  personalData: [preferencesData],
  make: ({ database, now }: Runtime) => ({
    services: {},
    routes: [listRoutes(database, savedViewList), viewRoutes({ database, now })],
  }),
})
