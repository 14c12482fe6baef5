import { Type } from 'typebox'
import { answers, list, ok, PageQuery, type Routes } from '#platform/http'
import {
  IncidentFilterQuery,
  IncidentView,
  incidentExample,
  ReplayedView,
  ReplayQuery,
  replayedExample,
  viewIncident,
} from './schemas.ts'
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

    /** What is replayed is no dead letter any more: asking again replays what is left, and nothing twice. */
    http.route({
      method: 'POST',
      url: '/notifications/incident-alerts/replay-dead-letter',
      config: { access: 'operator' },
      schema: {
        operationId: 'replayIncidentAlerts',
        summary: 'Send dead-lettered incident alerts again',
        tags: ['Operations'],
        querystring: ReplayQuery,
        response: answers(ReplayedView, { examples: [replayedExample] }),
      },
      handler: async ({ actor, query }) =>
        ok(await incidents.replayDeadLetters(actor, query.limit)),
    })
  }
}
