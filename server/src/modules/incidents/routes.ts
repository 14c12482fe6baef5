import { Type } from 'typebox'
import { list, PageQuery, type Routes } from '#platform/http'
import { IncidentFilterQuery, IncidentView, incidentExample, viewIncident } from './schemas.ts'
import type { Incidents } from './service.ts'

export function incidentsRoutes(incidents: Incidents): Routes {
  return async (http) => {
    /** Newest first. A cursor belongs to the filters it was made with. */
    http.route({
      method: 'GET',
      url: '/notifications/incidents',
      config: { access: 'operator' },
      schema: {
        operationId: 'listIncidents',
        summary: 'What operators were or are to be told',
        tags: ['Operations'],
        querystring: Type.Object({ ...IncidentFilterQuery.properties, ...PageQuery.properties }),
        response: list(IncidentView, { examples: [incidentExample] }),
      },
      handler: async ({ page, query: { cursor: _cursor, limit: _limit, ...filter } }) => {
        const before = page.after(Type.String())
        const found = await incidents.list(filter, {
          ...(before !== undefined && { before }),
          limit: page.probe,
        })
        return page.answer(found, viewIncident, ({ id }) => id)
      },
    })
  }
}
