import { defineModule, type Runtime } from '#platform/module'
import { numberingRoutes } from './routes.ts'
import { createNumbering } from './service.ts'

export const numberingModule = defineModule({
  name: 'numbering',
  make: ({ database, now }: Runtime) => ({
    services: {},
    routes: [numberingRoutes(createNumbering({ database, now }))],
  }),
})
