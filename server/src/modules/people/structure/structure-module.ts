import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { structureEvents } from './events.ts'
import { createStructure } from './service.ts'
import { unitList } from './units/unit-list.ts'
import { unitRoutes } from './units/unit-routes.ts'

export const structureModule = defineModule({
  name: 'structure',
  tags: { 'Company structure': 'The units of a company, and its accounting codes.' },
  events: structureEvents,
  make: ({ database, now }: Runtime) => {
    const structure = createStructure({ database, now })
    return {
      services: { structure },
      routes: [unitRoutes(structure), listRoutes(database, unitList)],
    }
  },
})
