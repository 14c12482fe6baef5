import { findCompany } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import type { Products, TermsOf } from '#modules/products'
import { platformSettings } from '#platform/deployment'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { openStreams } from '#platform/streams'
import { type CrawlDeps, type CrawlLimits, productToken } from './deps.ts'
import { crawlJobs, crawlSchedules } from './jobs.ts'
import { mappingRoutes } from './mappings/mapping-routes.ts'
import { heldOffersList } from './offers/held-offers-list.ts'
import { offerList } from './offers/offer-list.ts'
import { productOffersRoutes } from './offers/product-offers-routes.ts'
import { reviewsRoutes } from './offers/review-routes.ts'
import { createParser } from './parsing/parser.ts'
import { pageList } from './runs/page-list.ts'
import { crawlsData } from './runs/personal-data-store.ts'
import { runsRoutes } from './runs/routes.ts'
import { runList } from './runs/run-list.ts'
import { deleteEnd, runsQueue } from './runs/run-store.ts'
import { runStreamSource } from './runs/stream-source.ts'
import { createCrawls } from './service.ts'
import { type CrawlSettings, crawlSettings } from './settings.ts'
import { readCrawlHealth } from './signals/crawl-health.ts'
import { createCrawlMetrics } from './signals/crawl-metrics.ts'
import { crawlProbe } from './signals/crawl-probe.ts'
import type { CrawlThresholds } from './signals/signals-of.ts'
import { watchCrawl } from './signals/watch-crawl.ts'
import { sourcesRoutes } from './sources/routes.ts'
import { sourceList } from './sources/source-list.ts'
import { runsSweeping } from './work/worker.ts'

type Needs = Runtime & {
  readonly incidents: Incidents
  readonly products: Products
  readonly terms: TermsOf
}

/** After this time without reading, the client of a stream is disconnected. It may reconnect and continue. */
const stallMs = 20_000

/** Reads sources outside the catalogue, politely, and stores what they offer. */
export const crawlModule = defineModule({
  name: 'crawl',
  tags: { Crawls: 'Sources outside the catalogue, and the runs that read them.' },
  settings: [crawlSettings],
  named: { csrc: 'crawl.sources' },
  schedules: crawlSchedules,
  personalData: [crawlsData],
  make: (needs: Needs) => {
    const values = needs.settings.of(crawlSettings)
    const deps = depsFrom(needs, values)
    const { database, cache, wake, metrics, tallies, incidents, now, log } = needs
    const readHealth = () => readCrawlHealth({ database, tallies, now })
    const thresholds = thresholdsFrom(values)
    const streams = openStreams({
      source: runStreamSource,
      database,
      cache,
      wake,
      metrics,
      now,
      log,
      streamsMax: values.CRAWL_STREAMS_MAX,
      streamsPerCredential: values.CRAWL_STREAMS_PER_CREDENTIAL,
      stallMs,
    })
    const crawls = createCrawls(deps, streams)
    return {
      services: { crawls },
      routes: [
        sourcesRoutes(crawls),
        runsRoutes(crawls),
        reviewsRoutes(crawls),
        mappingRoutes(crawls),
        productOffersRoutes(deps),
        listRoutes(
          database,
          sourceList(crawls),
          offerList(crawls, now),
          runList(crawls),
          pageList(crawls),
          heldOffersList(crawls),
        ),
      ],
      jobs: crawlJobs(deps, values.CRAWL_RETENTION_DAYS),
      startWorkers: () => [
        crawls.startWorker(),
        watchCrawl({ database, incidents, readHealth, thresholds, log }),
      ],
      sweepings: [runsSweeping(deps)],
      poisonQueues: [
        {
          queue: runsQueue,
          resets: ['failure', 'ended_at'],
          oneAtATime: 'runs_one_live',
          onRetried: deleteEnd,
        },
      ],
      probes: () => [crawlProbe(readHealth, thresholds)],
    }
  },
})

function depsFrom(needs: Needs, values: CrawlSettings): CrawlDeps {
  const { database, now, log, wake, outbound, compute, incidents, terms, settings } = needs
  const { BASE_URL: baseUrl } = settings.of(platformSettings)
  const contact = values.CRAWL_CONTACT_URL ?? baseUrl
  return {
    database,
    now,
    log,
    wake,
    outbound,
    parser: createParser(compute),
    metrics: createCrawlMetrics(needs.metrics, needs.tallies),
    incidents,
    terms,
    products: needs.products,
    isSupplier: async (companyId) =>
      (await findCompany(database.pool, companyId))?.supplier === true,
    limits: limitsFrom(values),
    userAgent: `${productToken}/1.0${contact === undefined ? '' : ` (+${contact})`}`,
  }
}

export function limitsFrom(values: CrawlSettings): CrawlLimits {
  return {
    runsAtOnce: values.CRAWL_RUNS_AT_ONCE,
    hostDelayMs: values.CRAWL_HOST_DELAY_MS,
    hostDelayMaxMs: values.CRAWL_HOST_DELAY_MAX_SECONDS * 1_000,
    fetchTimeoutMs: values.CRAWL_FETCH_TIMEOUT_MS,
    pageBytesMax: values.CRAWL_PAGE_MAX_BYTES,
    feedBytesMax: values.CRAWL_FEED_MAX_BYTES,
    feedTimeoutMs: values.CRAWL_FEED_TIMEOUT_SECONDS * 1_000,
    runPagesMax: values.CRAWL_RUN_MAX_PAGES,
    runDepthMax: values.CRAWL_RUN_MAX_DEPTH,
    runBytesMax: values.CRAWL_RUN_MAX_BYTES,
    runMs: values.CRAWL_RUN_MAX_MINUTES * 60_000,
    barrenPagesMax: values.CRAWL_BARREN_PAGES_MAX,
    retryPauseMs: values.CRAWL_RETRY_PAUSE_MS,
  }
}

function thresholdsFrom(values: CrawlSettings): CrawlThresholds {
  return {
    queuedRunsMax: values.CRAWL_ALERT_QUEUED_RUNS,
    queuedSecondsMax: values.CRAWL_ALERT_QUEUED_SECONDS,
    runningSecondsMax: values.CRAWL_ALERT_RUNNING_MINUTES * 60,
    redispatchesPerHourMax: values.CRAWL_ALERT_REDISPATCHES_PER_HOUR,
    latencyP95MsMax: values.CRAWL_ALERT_LATENCY_P95_MS,
    failureRateMax: values.CRAWL_ALERT_FAILURE_PERCENT / 100,
  }
}
