import { type Probe, problemIf } from '#platform/health'
import type { CrawlHealth } from './crawl-health.ts'
import { type CrawlThresholds, signalsOf } from './signals-of.ts'

/** Reports the queue of runs, and how the pages of the last hour ended. */
export function crawlProbe(read: () => Promise<CrawlHealth>, thresholds: CrawlThresholds): Probe {
  return {
    name: 'crawl',
    surfaces: ['detailed', 'ops'],
    headline: 'queueDepth',
    read: async () => {
      const health = await read()
      const { queue, redispatches, latency, failures } = health
      const signals = signalsOf(health, thresholds)
      const backlog = signals.find(({ key }) => key === 'crawl.queue-backlog')
      return {
        metrics: {
          queueDepth: queue.queued,
          runsAwaitingConfirmation: queue.awaitingConfirmation,
          runsRunning: queue.running,
          oldestQueuedSeconds: backlog?.details.oldestQueuedSeconds ?? 0,
          oldestRunningSeconds: backlog?.details.oldestRunningSeconds ?? 0,
          redispatchesLastHour: redispatches.count,
          pagesLastHour: failures.pages,
          pageLatencyP50Ms: latency.p50Ms,
          pageLatencyP95Ms: latency.p95Ms,
          failureRateLastHour: failures.rate,
          runsEndedLastDay: queue.ended,
          runsFailedLastDay: queue.failed,
          sourcesWithHeldOffers: queue.heldSources,
        },
        problems: signals.flatMap(({ key, isRaised, summary, since, action }) =>
          problemIf(isRaised, {
            code: key,
            message: summary,
            since: since.toISOString(),
            action,
          }),
        ),
      }
    },
  }
}
