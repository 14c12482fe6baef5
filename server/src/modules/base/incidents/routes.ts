import type { Principal } from '#kernel/actor'
import type { Database } from '#platform/db'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { alertList } from './alerts/alert-list.ts'
import type { TransportTest } from './alerts/test-transports.ts'
import { incidentList } from './incident-list.ts'
import {
  EndIncidentBody,
  IncidentParams,
  IncidentView,
  incidentExample,
  ReplayedView,
  ReplayQuery,
  replayedExample,
  SilenceIncidentBody,
  TransportTestsView,
  transportTestsExample,
  viewIncident,
  viewTransportTests,
} from './schemas.ts'
import type { Incidents } from './service.ts'

type TestTransports = (actor: Principal) => Promise<TransportTest[]>

const tags = ['Operations']
const access = 'operator'

export function incidentsRoutes(
  incidents: Incidents,
  {
    database,
    testTransports,
  }: { readonly database: Database; readonly testTransports: TestTransports },
): Routes {
  return async (http) => {
    await listRoutes(database, incidentList, alertList)(http)
    singleIncidentRoutes(incidents, http)
    endingRoute(incidents, http)
    alertRoutes(incidents, http)
    testRoute(testTransports, http)
  }
}

function singleIncidentRoutes(incidents: Incidents, http: Http): void {
  http.route({
    method: 'GET',
    url: '/notifications/incidents/:incidentId',
    config: { localized: true, access, fails: ['incidents.incident_not_found'] },
    schema: {
      operationId: 'getIncident',
      summary: 'Get an incident',
      tags,
      params: IncidentParams,
      response: answers(IncidentView, { examples: [incidentExample] }),
    },
    handler: async ({ params, locale }) =>
      ok(viewIncident(await incidents.get(params.incidentId), locale)),
  })

  http.route({
    method: 'POST',
    url: '/notifications/incidents/:incidentId/silence',
    config: {
      localized: true,
      access,
      fails: ['incidents.incident_not_found', 'incidents.incident_over'],
    },
    schema: {
      operationId: 'silenceIncident',
      summary: 'Silence an incident',
      description:
        'Repeats send no alert until then. If the incident becomes worse, its alert is sent all the same.',
      tags,
      params: IncidentParams,
      body: SilenceIncidentBody,
      response: answers(IncidentView, {
        examples: [
          {
            ...incidentExample,
            silenced: {
              until: '2026-01-02T05:00:00.000Z',
              by: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
              note: 'The provider works on it until noon.',
            },
          },
        ],
      }),
    },
    handler: async ({ actor, params, body, locale }) =>
      ok(viewIncident(await incidents.silence(actor, params.incidentId, body), locale)),
  })
}

function endingRoute(incidents: Incidents, http: Http): void {
  /** For trouble whose end the service cannot detect. If it is seen again, it is a new incident. */
  http.route({
    method: 'POST',
    url: '/notifications/incidents/:incidentId/resolve',
    config: {
      localized: true,
      access,
      fails: ['incidents.incident_not_found', 'incidents.incident_over'],
    },
    schema: {
      operationId: 'endIncident',
      summary: 'Resolve an incident',
      description:
        'The service sends a resolved notice to every transport that got an alert of the incident.',
      tags,
      params: IncidentParams,
      body: EndIncidentBody,
      response: answers(IncidentView, {
        examples: [
          {
            ...incidentExample,
            status: 'resolved',
            resolvedAt: '2026-01-02T08:00:00.000Z',
            ended: { by: 'usr_01m7x9v1c40e5rk2m8w3tq6zna', note: 'Booked by hand.' },
          },
        ],
      }),
    },
    handler: async ({ actor, params, body, locale }) =>
      ok(viewIncident(await incidents.end(actor, params.incidentId, body.note), locale)),
  })
}

function alertRoutes(incidents: Incidents, http: Http): void {
  /** A replayed alert is no dead letter any more: a second request replays what is left, and nothing twice. */
  http.route({
    method: 'POST',
    url: '/notifications/incident-alerts/replay-dead-letter',
    config: { access },
    schema: {
      operationId: 'replayIncidentAlerts',
      summary: 'Replay incident alerts',
      tags,
      querystring: ReplayQuery,
      response: answers(ReplayedView, { examples: [replayedExample] }),
    },
    handler: async ({ actor, query }) => {
      const { alertIds, ...counts } = await incidents.replayDeadLetters(actor, query.limit)
      return ok({ ...counts, alertIds: [...alertIds] })
    },
  })
}

function testRoute(testTransports: TestTransports, http: Http): void {
  /** A repeat sends the test again. The last result counts for `configReadiness.promotion`. */
  http.route({
    method: 'POST',
    url: '/notifications/incident-alerts/test',
    config: { access },
    schema: {
      operationId: 'testIncidentTransports',
      summary: 'Test incident transports',
      description:
        'Each transport gets a firing and a resolved notice with the key `incidents.test`. `configReadiness.promotion` is ready only if each transport has passed its test with its present settings.',
      tags,
      response: answers(TransportTestsView, { examples: [transportTestsExample] }),
    },
    handler: async ({ actor }) => ok(viewTransportTests(await testTransports(actor))),
  })
}
