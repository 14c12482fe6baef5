import { defineModule, type Runtime } from '#platform/module'
import { calendarRoutes } from './routes.ts'
import { createCalendars } from './service.ts'

export const calendarModule = defineModule({
  name: 'calendar',
  make: ({ database, now }: Runtime) => ({
    services: {},
    routes: [calendarRoutes(createCalendars({ database, now }))],
  }),
})
