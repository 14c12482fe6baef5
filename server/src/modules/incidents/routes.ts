import { Type } from 'typebox'
import { canonicalJson } from '#kernel/canonical'
import { list, ok, PageQuery, type Routes } from '#platform/http'
import { IncidentFilterQuery, IncidentView, viewIncident } from './schemas.ts'
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
        response: list(IncidentView),
      },
      handler: async ({ query: { cursor, limit, ...filter } }) => {
        const scope = `incidents ${canonicalJson(filter)}`
        const before = cursor === undefined ? {} : { before: http.cursors.read(scope, cursor) as string }
        const found = await incidents.list(filter, { ...before, limit: limit + 1 })
        const page = found.slice(0, limit)
        const last = found.length > limit ? page.at(-1) : undefined
        const next = last && { nextCursor: http.cursors.sign(scope, last.id) }
        return ok(page.map(viewIncident), { limit, ...next })
      },
    })
  }
}
