import { Type } from 'typebox'
import type { Routes } from '#platform/http'
import type { Metrics } from '#platform/telemetry'

/** Prometheus' text format, for operators, or with METRICS_TOKEN as a bearer. */
export function metricsRoutes(metrics: Metrics): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/metrics',
      config: { access: 'metrics', rateLimit: 'none' },
      schema: { hide: true, response: { 200: Type.String() } },
      handler: async (_request, reply) =>
        reply.type(metrics.contentType).send(await metrics.text()),
    })
  }
}
