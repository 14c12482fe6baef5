import type { Cache } from '#platform/cache'
import { type Probe, problemIf } from '#platform/health'
import type { Tallies, Tally } from '#platform/tallies'
import type { Charger } from './clicks/charger.ts'
import { controlTallies, type DegradedPolicy } from './controls/ask-controls.ts'
import { auctionTallies } from './serving/sponsorship.ts'

type Deps = {
  readonly tallies: Tallies
  readonly cache: Pick<Cache, 'state'>
  readonly charger: Charger
  readonly policy: DegradedPolicy
  readonly now: () => Date
}

/** Averages of the last 24 hours, of all processes. */
export function adsProbes(deps: Deps): Probe[] {
  return [auctionProbe(deps), controlsProbe(deps)]
}

function auctionProbe({ tallies, charger, now }: Deps): Probe {
  return {
    name: 'adsAuction',
    surfaces: ['ops', 'detailed'],
    headline: 'auctions',
    read: async () => {
      const { candidates, match, total } = auctionTallies
      const read = await tallies.read([candidates, match, total])
      const waiting = charger.waiting()
      return {
        metrics: {
          auctions: read[total].count,
          candidateSetSizeAverage: averageOf(read[candidates]),
          inMemoryMatchAverageMs: averageOf(read[match]),
          totalAuctionLatencyAverageMs: averageOf(read[total]),
          clicksWaiting: waiting,
        },
        problems: problemIf(waiting > 0, {
          code: 'ads.clicks-waiting',
          message: `${waiting} clicks on ads cannot be charged: the database does not record them. The people who clicked were redirected.`,
          since: (charger.waitingSince() ?? now()).toISOString(),
          action:
            'Restore the database. This process charges the clicks by itself. A stop of the process before that loses them.',
        }),
      }
    },
  }
}

function controlsProbe({ tallies, cache, policy, now }: Deps): Probe {
  return {
    name: 'adsControls',
    surfaces: ['ops', 'detailed'],
    headline: 'degradedControlEvents',
    read: async () => {
      const { latency, degraded } = controlTallies
      const read = await tallies.read([latency, degraded])
      const isClosed = policy === 'fail_closed'
      return {
        metrics: {
          cacheControlLatencyAverageMs: averageOf(read[latency]),
          degradedControlEvents: read[degraded].count,
          failClosed: isClosed,
        },
        problems: problemIf(cache.state() === 'down', {
          code: 'ads.controls-degraded',
          message: isClosed
            ? 'The cache cannot be asked for the controls of viewers, so no sponsored places are shown.'
            : 'The cache cannot be asked for the controls of viewers. Sponsored places are shown with the opt-outs that each process remembers.',
          since: now().toISOString(),
          action: 'Restore the cache. ADS_DEGRADED_MODE_POLICY decides what is shown until then.',
        }),
      }
    },
  }
}

function averageOf({ count, sum }: Tally): number {
  return count === 0 ? 0 : Math.round((sum / count) * 1_000) / 1_000
}
