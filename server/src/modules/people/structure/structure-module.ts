import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { codeKindNames } from './codes/code.ts'
import { codeList } from './codes/code-list.ts'
import { codeRoutes } from './codes/code-routes.ts'
import { importRoutes } from './codes/importing/import-routes.ts'
import { structureEvents } from './events.ts'
import { createStructure } from './service.ts'
import type { StructureDeps } from './units/change-units.ts'
import { unitList } from './units/unit-list.ts'
import { unitRoutes } from './units/unit-routes.ts'

type Needs = Runtime & Pick<StructureDeps, 'usesOfUnit' | 'unitMoved'>

export const structureModule = defineModule({
  name: 'structure',
  tags: { 'Company structure': 'The units of a company, and its accounting codes.' },
  events: structureEvents,
  make: ({ database, now, usesOfUnit, unitMoved }: Needs) => {
    const structure = createStructure({ database, now, usesOfUnit, unitMoved })
    return {
      services: { structure },
      routes: [
        unitRoutes(structure),
        codeRoutes(structure),
        importRoutes(structure),
        listRoutes(database, unitList(database), ...codeKindNames.map(codeList)),
      ],
    }
  },
})
