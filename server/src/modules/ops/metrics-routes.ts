import { Type } from 'typebox'
import type { Routes } from '#platform/http'
import type { Metrics } from '#platform/telemetry'

const example = '# TYPE http_requests_in_flight gauge\nhttp_requests_in_flight 1\n'

/** Prometheus' text format, for operators, or with METRICS_TOKEN as a bearer. */
export function metricsRoutes(metrics: Metrics): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/metrics',
      config: { access: 'metrics', rateLimit: 'none' },
      schema: {
        operationId: 'getMetrics',
        summary: 'Get the metrics of this process',
        description:
          'In the text format of Prometheus. A process with the role `worker` adds figures of the whole service.',
        tags: ['Operations'],
        response: {
          200: {
            description: 'The metrics, as text for Prometheus.',
            content: { 'text/plain': { schema: Type.String({ examples: [example] }) } },
          },
        },
      },
      handler: async (_request, reply) =>
        reply.type(metrics.contentType).send(await metrics.text()),
    })
  }
}
