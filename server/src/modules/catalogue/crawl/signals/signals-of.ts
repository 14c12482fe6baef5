import { secondsMs } from '#kernel/time'
import { countOf } from '#platform/health'
import type { CrawlHealth } from './crawl-health.ts'

/** Above these values operators are notified. */
export type CrawlThresholds = {
  readonly queuedRunsMax: number
  readonly queuedSecondsMax: number
  readonly runningSecondsMax: number
  readonly redispatchesPerHourMax: number
  readonly latencyP95MsMax: number
  /** From 0 to 1. */
  readonly failureRateMax: number
}

/** One thing that can be wrong with the crawl, and whether it is. */
export type Signal = {
  readonly key:
    | 'crawl.queue-backlog'
    | 'crawl.reconcile-redispatch-spike'
    | 'crawl.latency-degraded'
    | 'crawl.failure-rate-degraded'
  readonly isRaised: boolean
  readonly summary: string
  readonly details: Readonly<Record<string, number>>
  readonly since: Date
  readonly action: string
}

/** With fewer pages in an hour, one slow or failed page would be a large share. */
const pagesMin = 20

export function signalsOf(health: CrawlHealth, thresholds: CrawlThresholds): Signal[] {
  return [
    backlog(health, thresholds),
    redispatchSpike(health, thresholds),
    latency(health, thresholds),
    failureRate(health, thresholds),
  ]
}

function backlog({ queue, at }: CrawlHealth, thresholds: CrawlThresholds): Signal {
  const { queued, oldestQueuedAt, oldestRunningAt } = queue
  const queuedSeconds = secondsSince(oldestQueuedAt, at)
  const runningSeconds = secondsSince(oldestRunningAt, at)
  const waitsLong = queuedSeconds > thresholds.queuedSecondsMax
  const runsLong = runningSeconds > thresholds.runningSecondsMax
  const isDeep = queued > thresholds.queuedRunsMax
  const waiting = `${countOf(queued, 'crawl waits', 'crawls wait')} for a worker, the oldest for ${minutesOf(queuedSeconds)}.`
  const running = `The oldest running crawl began ${minutesOf(runningSeconds)} ago.`
  return {
    key: 'crawl.queue-backlog',
    isRaised: isDeep || waitsLong || runsLong,
    summary: [...(isDeep || waitsLong ? [waiting] : []), ...(runsLong ? [running] : [])].join(' '),
    details: {
      queueDepth: queued,
      oldestQueuedSeconds: queuedSeconds,
      oldestRunningSeconds: runningSeconds,
    },
    since: (isDeep || waitsLong ? oldestQueuedAt : oldestRunningAt) ?? at,
    action:
      'Check that enough processes with the role worker run. See the runbook crawl.queue-backlog.',
  }
}

function redispatchSpike({ redispatches, at }: CrawlHealth, thresholds: CrawlThresholds): Signal {
  const { count, since } = redispatches
  return {
    key: 'crawl.reconcile-redispatch-spike',
    isRaised: count > thresholds.redispatchesPerHourMax,
    summary: `${countOf(count, 'crawl', 'crawls')} lost their worker in the last hour and were dispatched again.`,
    details: { redispatchesLastHour: count },
    since: since ?? at,
    action:
      'Find out why workers end: see the runbook crawl.reconcile-redispatch-spike. The crawls resume by themselves.',
  }
}

function latency({ latency, at }: CrawlHealth, thresholds: CrawlThresholds): Signal {
  const { count, p50Ms, p95Ms, since } = latency
  return {
    key: 'crawl.latency-degraded',
    isRaised: count >= pagesMin && p95Ms > thresholds.latencyP95MsMax,
    summary: `Crawled hosts answer slowly: 5 of 100 pages of the last hour took over ${p95Ms} ms.`,
    details: { pageLatencyP50Ms: p50Ms, pageLatencyP95Ms: p95Ms, pagesLastHour: count },
    since: since ?? at,
    action:
      'Find out whether one host is slow or our own network. See the runbook crawl.latency-degraded.',
  }
}

function failureRate({ failures, at }: CrawlHealth, thresholds: CrawlThresholds): Signal {
  const { count, pages, rate, since } = failures
  return {
    key: 'crawl.failure-rate-degraded',
    isRaised: pages >= pagesMin && rate > thresholds.failureRateMax,
    summary: `${Math.round(rate * 100)} of 100 crawled pages failed in the last hour. Offers on them become old.`,
    details: { failureRateLastHour: rate, failedLastHour: count, pagesLastHour: pages },
    since: since ?? at,
    action:
      'Open /admin/crawl: the failed pages of a crawl have their reason. See the runbook crawl.failure-rate-degraded.',
  }
}

function secondsSince(from: Date | undefined, at: Date): number {
  if (from === undefined) return 0
  return Math.max(0, Math.round((at.getTime() - from.getTime()) / secondsMs(1)))
}

function minutesOf(seconds: number): string {
  return countOf(Math.round(seconds / 60), 'minute', 'minutes')
}
