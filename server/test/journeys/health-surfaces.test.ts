import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
let operator: Client

beforeAll(async () => {
  operator = await world.operator()
})

// The contract, line by line. It names these sections for one of the surfaces, and each surface adds the others.
const ofDetailed = [
  'chatBriefLifecycle',
  'checkoutLifecycle',
  'adsControls',
  'adsAuction',
  'catalog',
  'imageProcessing',
]
const ofOps = [
  'chatBriefLifecycle',
  'incidentAlerts',
  'automationFallback',
  'catalog',
  'imageProcessing',
]
const ofBoth = ['fx', 'llm', 'webhooks', 'crawl']

/** The metrics that the contract names. A `*` stands for the bound of a bucket. */
const named: Readonly<Record<string, readonly string[]>> = {
  chatBriefLifecycle: [
    'queuedForExtraction',
    'finalizing',
    'reconcileReset',
    'reconcileCompletion',
  ],
  checkoutLifecycle: ['reserved', 'reservedStuck', 'reconciling', 'reconcilingStuck'],
  adsControls: ['cacheControlLatencyAverageMs', 'degradedControlEvents'],
  adsAuction: ['candidateSetSizeAverage', 'inMemoryMatchAverageMs', 'totalAuctionLatencyAverageMs'],
  catalog: [
    'streamSecondsUpTo*',
    'streamProductsUpTo*',
    'stream_fallback_to_polling',
    'quoteCacheHits',
    'quoteCacheMisses',
    'quoteLatencyUpTo*',
  ],
  imageProcessing: [
    'placeholdersLastDay',
    'processorSuccesses',
    'processorFailures',
    'averageLatencyMs',
    'failureRateTrend',
  ],
  incidentAlerts: [
    'pending',
    'oldestPendingAgeSeconds',
    'permanentlyDropped',
    'deadLettered',
    'primaryWebhookConfigured',
    'primaryBearerTokenConfigured',
    'secondaryWebhookConfigured',
    'secondaryBearerTokenConfigured',
  ],
  automationFallback: [
    'replayQueueDepth',
    'pendingOutboxCount',
    'oldestPendingOutboxAgeSeconds',
    'streamBacklog',
    'deadLetterCount',
    'dispatched24h',
  ],
  crawl: [
    'queueDepth',
    'oldestQueuedSeconds',
    'oldestRunningSeconds',
    'redispatchesLastHour',
    'pageLatencyP50Ms',
    'pageLatencyP95Ms',
    'failureRateLastHour',
  ],
  llm: ['reportedCostNanoLastDay', 'estimatedCostNanoLastDay'],
  fx: ['fresh', 'staleGrace', 'expired'],
}

const required = [
  'JWT_ACCESS_SECRET',
  'JWT_REFRESH_SECRET',
  'CACHE_URL',
  'DOCUMENT_DB_URL',
  'AI_AGENT_BASE_URL',
  'IMAGE_PROC_BASE_URL',
  'LLM_PROVIDER_A_API_KEY',
  'LLM_PROVIDER_B_API_KEY',
  'EXCHANGE_RATE_API_KEY',
]

describe.each(['detailed', 'ops'] as const)('/health/%s', (name) => {
  let surface: Surface
  beforeAll(async () => {
    surface = (await operator.get(`/health/${name}`)).body as unknown as Surface
  })

  it('has each section of the contract, with its metrics', () => {
    for (const section of new Set([...ofDetailed, ...ofOps, ...ofBoth])) {
      const { metrics } = sectionOf(surface, section)
      const names = Object.keys(metrics)
      for (const metric of named[section] ?? []) {
        const pattern = new RegExp(`^${metric.replace('*', '[0-9_]+(?:Ms)?')}$`)
        expect(
          names.some((own) => pattern.test(own)),
          `${section}.${metric} of ${names}`,
        ).toBe(true)
      }
    }
  })

  it('has the same form for every section, with its age', () => {
    const answeredAt = Date.parse(surface.time)
    const { status, version, uptimeSeconds, time, configReadiness, dependencies, ...sections } =
      surface
    expect([status, version, uptimeSeconds, time].every((part) => part !== undefined)).toBe(true)
    for (const section of Object.keys(sections)) {
      const reading = sectionOf(surface, section)
      expect(Object.keys(reading).sort(), section).toEqual([
        'generatedAt',
        'metrics',
        'problems',
        'status',
      ])
      expect(['ok', 'degraded']).toContain(reading.status)
      expect(answeredAt - Date.parse(reading.generatedAt)).toBeGreaterThanOrEqual(0)
      for (const problem of reading.problems) {
        expect(Object.keys(problem).sort()).toEqual(['action', 'code', 'message', 'since'])
      }
    }
    expect(configReadiness.required.map((one) => one.name).sort()).toEqual([...required].sort())
    expect(Object.keys(configReadiness).sort()).toEqual([
      'environment',
      'missing',
      'policy',
      'promotion',
      'required',
      'status',
    ])
    expect(Object.keys(configReadiness.required[0] ?? {})).toEqual(['name', 'purpose', 'present'])
    expect(Object.keys(configReadiness.policy[0] ?? {})).toEqual(['name', 'effective', 'source'])
    expect(Object.keys(configReadiness.promotion)).toEqual(['ready', 'blockers'])
    expect(dependencies.length).toBeGreaterThan(0)
    for (const dependency of dependencies) {
      expect(dependency).toMatchObject({
        name: expect.any(String),
        status: expect.stringMatching(/^(?:up|degraded|down)$/),
        latencyMs: expect.any(Number),
        checkedAt: expect.any(String),
      })
    }
  })
})

it('/health is public, and names nothing that is missing', async () => {
  const { body } = await world.anybody.get('/health')
  expect(body).toEqual({
    status: expect.stringMatching(/^(?:ok|degraded)$/),
    version: expect.any(String),
    uptimeSeconds: expect.any(Number),
    time: expect.any(String),
    configReadiness: { status: expect.stringMatching(/^(?:ready|incomplete)$/) },
  })
})

it('each sparkline is of a metric that its section has', async () => {
  const { body: surface } = await operator.get('/health/ops')
  const { body } = await operator.get('/admin/operations/series')
  const series = body.data as unknown as readonly { section: string; metric: string }[]
  expect(series.length).toBeGreaterThan(20)
  for (const { section, metric } of series) {
    const { metrics } = sectionOf(surface as unknown as Surface, section)
    expect(typeof metrics[metric], `${section}.${metric}`).toBe('number')
  }
})

type Section = {
  readonly status: string
  readonly generatedAt: string
  readonly metrics: Readonly<Record<string, unknown>>
  readonly problems: readonly object[]
}

type Surface = {
  readonly status: string
  readonly version: string
  readonly uptimeSeconds: number
  readonly time: string
  readonly configReadiness: {
    readonly required: readonly { readonly name: string }[]
    readonly policy: readonly object[]
    readonly promotion: object
  }
  readonly dependencies: readonly object[]
}

function sectionOf(surface: Surface, name: string): Section {
  const section = (surface as unknown as Record<string, Section>)[name]
  if (!section) throw new Error(`the surface has no section ${name}`)
  return section
}
