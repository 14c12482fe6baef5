import { Type } from 'typebox'
import type { Principal } from '#kernel/actor'
import { answers, list, ok, PageQuery, type Routes } from '#platform/http'
import {
  IncidentFilterQuery,
  IncidentView,
  incidentExample,
  ReplayedView,
  ReplayQuery,
  replayedExample,
  TransportTestsView,
  transportTestsExample,
  viewIncident,
  viewTransportTests,
} from './schemas.ts'
import type { Incidents } from './service.ts'
import type { TransportTest } from './test-transports.ts'

export function incidentsRoutes(
  incidents: Incidents,
  { testTransports }: { readonly testTransports: (actor: Principal) => Promise<TransportTest[]> },
): Routes {
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

    /** Repeating it sends the test again; the last result counts for `configReadiness.promotion`. */
    http.route({
      method: 'POST',
      url: '/notifications/incident-alerts/test',
      config: { access: 'operator' },
      schema: {
        operationId: 'testIncidentTransports',
        summary: 'Send a test to each configured incident transport',
        description:
          'Each gets a firing notice of the key `incidents.test` and its end. A transport must have passed its test, as it is set now, before `configReadiness.promotion` is ready.',
        tags: ['Operations'],
        response: answers(TransportTestsView, { examples: [transportTestsExample] }),
      },
      handler: async ({ actor }) => ok(viewTransportTests(await testTransports(actor))),
    })
  }
}
