import { Type } from 'typebox'
import { defaultLocale, type Locale } from '#kernel/locale'
import { record } from '#kernel/record'
import { sectionInLanguage } from '#platform/health'
import type { Routes } from '#platform/http'
import { type HealthDeps, readHealth, readSurface, type Surface } from './health.ts'

const Instant = Type.String({ format: 'date-time' })

const readinessStatus = Type.Enum(['ready', 'incomplete'])

const Readiness = record(
  'ConfigurationReadiness',
  'The required settings, and those that are missing.',
  {
    status: readinessStatus,
    environment: Type.String(),
    required: Type.Array(
      record('RequiredSetting', 'A required setting, and whether it is there.', {
        name: Type.String(),
        purpose: Type.String(),
        present: Type.Boolean(),
      }),
    ),
    missing: Type.Array(Type.String()),
    policy: Type.Array(
      record('EffectiveSetting', 'A setting, its effective value, and its source.', {
        name: Type.String(),
        effective: Type.String(),
        source: Type.String(),
      }),
    ),
    promotion: Type.Object({ ready: Type.Boolean(), blockers: Type.Array(Type.String()) }),
  },
)

const healthFields = {
  status: Type.Enum(['ok', 'degraded', 'down']),
  version: Type.String(),
  uptimeSeconds: Type.Integer(),
  time: Instant,
  reason: Type.Optional(Type.String()),
}

const healthExample = {
  status: 'ok' as const,
  version: '0.1.0',
  uptimeSeconds: 3600,
  time: '2026-01-02T03:04:05.000Z',
}

const readinessExample = {
  status: 'ready' as const,
  environment: 'production',
  required: [{ name: 'CACHE_URL', purpose: 'Redis.', present: true }],
  missing: [],
}

/** Public, so it does not name what is missing. */
const HealthView = record(
  'Health',
  'The readiness of this process.',
  { ...healthFields, configReadiness: Type.Object({ status: readinessStatus }) },
  { examples: [{ ...healthExample, configReadiness: { status: 'ready' as const } }] },
)

const Dependency = record('DependencyHealth', 'A dependency, and whether it is up.', {
  name: Type.String(),
  status: Type.Enum(['up', 'degraded', 'down']),
  latencyMs: Type.Number(),
  checkedAt: Instant,
  error: Type.Optional(Type.String()),
})

const SectionView = record('HealthSection', 'The metrics and problems of one area.', {
  status: Type.Enum(['ok', 'degraded', 'unknown']),
  generatedAt: Instant,
  metrics: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Boolean()])),
  problems: Type.Array(
    record('HealthProblem', 'A problem of an area, and what to do.', {
      code: Type.String(),
      message: Type.String(),
      since: Instant,
      action: Type.String(),
    }),
  ),
  reason: Type.Optional(Type.String()),
})

const SurfaceView = record(
  'OperationsHealth',
  'The health of the service. Beside these fields it has one section for each area.',
  {
    ...healthFields,
    configReadiness: Readiness,
    dependencies: Type.Array(Dependency),
  },
  {
    additionalProperties: SectionView,
    examples: [
      {
        ...healthExample,
        configReadiness: {
          ...readinessExample,
          policy: [{ name: 'PORT', effective: '3000', source: 'default' }],
          promotion: { ready: true, blockers: [] },
        },
        dependencies: [
          {
            name: 'database',
            status: 'up',
            latencyMs: 0.6,
            checkedAt: '2026-01-02T03:04:05.000Z',
          },
        ],
        checkoutLifecycle: {
          status: 'ok',
          generatedAt: '2026-01-02T03:04:05.000Z',
          metrics: { reserved: 2, reservedStuck: 0 },
          problems: [],
        },
      },
    ],
  },
)

/** Plain objects, not envelopes: probes read them. 503 means that this process cannot serve. */
export function healthRoutes(deps: HealthDeps): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/health',
      config: { access: 'public', rateLimit: 'none' },
      schema: {
        operationId: 'getHealth',
        summary: 'Get the health',
        tags: ['Operations'],
        response: { 200: HealthView, 503: HealthView },
      },
      handler: async (_request, reply) => {
        const health = await readHealth(deps)
        const { status } = deps.readiness
        return reply
          .code(health.status === 'down' ? 503 : 200)
          .send({ ...health, configReadiness: { status } })
      },
    })

    for (const name of ['detailed', 'ops'] as const) {
      http.route({
        method: 'GET',
        url: `/health/${name}`,
        config: { compressed: true, access: 'health', rateLimit: 'none', localized: true },
        schema: {
          operationId: name === 'ops' ? 'getOpsHealth' : 'getDetailedHealth',
          summary: name === 'ops' ? 'Get the operations health' : 'Get the detailed health',
          description:
            'For operators, or with the HEALTH_TOKEN. `configReadiness` shows which settings the deployment has, and `dependencies` shows what answers. A missing setting is not an outage. `status` is `ok` if every dependency and every section is.',
          tags: ['Operations'],
          response: { 200: SurfaceView },
        },
        handler: ({ locale }) => surfaceOf(deps, name, locale),
      })
    }
  }
}

/** The answer of the route, for callers inside the process. */
export async function surfaceOf(
  deps: HealthDeps,
  name: 'detailed' | 'ops',
  locale: Locale = defaultLocale,
) {
  return viewSurface(await readSurface(deps, name), locale)
}

function viewSurface({ sections, ...rest }: Surface, locale: Locale): Omit<Surface, 'sections'> {
  const named = Object.entries(sections).map(([name, section]) => [
    name,
    sectionInLanguage(section, locale),
  ])
  return { ...rest, ...Object.fromEntries(named) }
}
