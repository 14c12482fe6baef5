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
      const since = (oldestWaitingAt ?? now()).toISOString()
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
          picturesPerMinute: health.perMinute,
          minutesUntilPictures: health.minutesLeft,
          picturesFailedLastDay: health.failed,
          hostsRefusing: health.refusing.length,
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
          ...problemIf(isBehind, { code: 'images.pictures-behind', since, ...behindText(health) }),
          ...problemIf(health.refusing.length > 0, {
            code: 'images.hosts-refuse',
            since: now().toISOString(),
            ...refusingText(health),
          }),
        ],
      }
    },
  }
}

/** A backlog that gets shorter needs patience. One that does not needs a worker. */
function behindText({ waiting, perMinute, minutesLeft }: ImageHealth) {
  const wait = countOf(waiting, 'picture waits', 'pictures wait')
  return perMinute > 0
    ? {
        message: `${wait} to be fetched and converted. ${perMinute} a minute are done, so it takes about ${countOf(minutesLeft, 'minute', 'minutes')} more. Buyers see drawings until then.`,
        action:
          'Wait, or start more processes with the roles worker and imaging. See the runbook images.pictures-behind.',
      }
    : {
        message: `${wait} to be fetched for more than ten minutes, and none was fetched in the last half hour.`,
        action:
          'Check that a process with the role worker runs. See the runbook images.pictures-behind.',
      }
}

function refusingText({ refusing }: ImageHealth) {
  const hosts = refusing
    .map(({ host, pictures, failure }) => `${host} (${pictures}: ${failure})`)
    .join(', ')
  return {
    message: `Many pictures of the last day could not be fetched from these hosts: ${hosts}.`,
    names: { hosts },
    action:
      'Ask the suppliers to let this service fetch them, or to upload their pictures. See the runbook images.hosts-refuse.',
  }
}
