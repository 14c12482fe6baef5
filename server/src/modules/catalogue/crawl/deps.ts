import type { Incidents } from '#modules/incidents'
import type { Products, TermsOf } from '#modules/products'
import type { Database } from '#platform/db'
import type { Outbound } from '#platform/net'
import type { Log } from '#platform/telemetry'
import type { Wake } from '#platform/wake'
import type { Parser } from './parsing/parser.ts'
import type { CrawlMetrics } from './signals/crawl-metrics.ts'

export type CrawlDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  readonly wake: Wake
  readonly outbound: Outbound
  readonly parser: Parser
  readonly metrics: CrawlMetrics
  readonly incidents: Pick<Incidents, 'notify' | 'resolve'>
  /** The assortments of companies: an offer names only known products that the company sees. */
  readonly terms: Pick<TermsOf, 'current'>
  readonly products: Pick<Products, 'readProduct'>
  readonly isSupplier: (companyId: string) => Promise<boolean>
  readonly limits: CrawlLimits
  /** The user agent of every request. Its product is the name that a robots.txt may use. */
  readonly userAgent: string
}

export type CrawlLimits = {
  readonly runsAtOnce: number
  readonly hostDelayMs: number
  readonly hostDelayMaxMs: number
  readonly fetchTimeoutMs: number
  readonly pageBytesMax: number
  readonly feedBytesMax: number
  readonly feedTimeoutMs: number
  readonly runPagesMax: number
  readonly runDepthMax: number
  readonly runBytesMax: number
  readonly runMs: number
  readonly barrenPagesMax: number
  /** The pause after the first failed attempt at a page. Each further one is twice as long. */
  readonly retryPauseMs: number
}

/** The name by which a robots.txt may address the crawler. */
export const productToken = 'PurveyorBot'

/** Rung when a run is due. */
export const dueTopic = 'crawl.runs'

/** Rung when any run has found offers, or has ended. */
export const offersTopic = 'crawl.offers'

/** Rung when a run has new events. */
export const eventsTopic = ({ id }: { readonly id: string }): string => `crawl.run/${id}`
