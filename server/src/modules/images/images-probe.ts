import { minutesMs } from '#kernel/time'
import { countOf, type Probe, problemIf } from '#platform/health'
import type { ImageHealth } from './image-health.ts'

/** A picture that has waited for so long waits for a worker. */
const waitingMsMax = minutesMs(10)

/** Reports how many answers were placeholders, and how the image processor does. */
export function imagesProbe(read: () => Promise<ImageHealth>, now: () => Date): Probe {
  return {
    name: 'imageProcessing',
    surfaces: ['detailed', 'ops'],
    headline: 'placeholdersLastDay',
    read: async () => {
      const health = await read()
      const { rates, oldestWaitingAt } = health
      const isBehind =
        oldestWaitingAt !== undefined && now().getTime() - oldestWaitingAt.getTime() > waitingMsMax
      return {
        metrics: {
          placeholdersLastDay: health.placeholders,
          processorSuccesses: health.successes,
          processorFailures: health.failures,
          averageLatencyMs: health.averageLatencyMs,
          failureRateLastHour: rates.lastHour,
          failureRateLastDay: rates.lastDay,
          failureRateTrend: rates.trend,
          picturesWaiting: health.waiting,
          picturesFailedLastDay: health.failed,
          hasProcessor: health.hasProcessor,
        },
        problems: [
          ...problemIf(health.isFailing, {
            code: 'images.failure-rate',
            message: `${Math.round(rates.lastHour * 100)} of 100 requests to the image processor failed in the last hour. Buyers see drawings in place of pictures.`,
            since: health.failingSince.toISOString(),
            action:
              'Check that a process with the role imaging runs and that IMAGE_PROC_BASE_URL is its address. See the runbook images.failure-rate.',
          }),
          ...problemIf(isBehind, {
            code: 'images.pictures-behind',
            message: `${countOf(health.waiting, 'picture has', 'pictures have')} waited for more than ten minutes to be fetched.`,
            since: (oldestWaitingAt ?? now()).toISOString(),
            action: 'Check that a process with the role worker runs.',
          }),
        ],
      }
    },
  }
}
