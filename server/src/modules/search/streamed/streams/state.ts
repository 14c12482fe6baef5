import type { Cache } from '#platform/cache'
import type { Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { Wake } from '#platform/wake'
import type { Connection } from './connection.ts'
import type { Follow } from './follow.ts'
import type { Pulse } from './pulse.ts'
import { createStreamMetrics, type StreamMetrics } from './stream-metrics.ts'
import { createKeepAliveWheel, type Wheel } from './wheel.ts'

export type StreamsDeps = {
  readonly database: Database
  readonly cache: Cache
  readonly wake: Wake
  readonly metrics: Metrics
  readonly now: () => Date
  readonly log: WorkLog
  /** Open at once in this process. */
  readonly streamsMax: number
  /** Of those, by one credential. */
  readonly streamsPerCredential: number
  /** A client that reads nothing for so long is cut off. It may come again, and goes on where it was. */
  readonly stallMs: number
}

/** Every stream of this process. One timer turns for all of them. */
export type StreamsState = StreamsDeps & {
  readonly metered: StreamMetrics
  readonly follows: Map<string, Follow>
  /** How many streams each credential has open. */
  readonly holders: Map<string, number>
  /** Those whose clients do not read at the moment. */
  readonly blocked: Set<Connection>
  readonly wheel: Wheel<Connection>
  open: number
  ticks: number
  timer: NodeJS.Timeout | undefined
  pulse: Pulse | undefined
  /** Since when hints do not come through, while they do not. */
  pollingSince: Date | undefined
  /** Where a look found what no hint had told of, and the hint may still be on its way. */
  suspects: Follow[]
  isLooking: boolean
  isClosing: boolean
}

export const tickMs = 250

export function createState(deps: StreamsDeps): StreamsState {
  return {
    ...deps,
    metered: createStreamMetrics(deps.metrics),
    follows: new Map(),
    holders: new Map(),
    blocked: new Set(),
    wheel: createKeepAliveWheel(tickMs),
    open: 0,
    ticks: 0,
    timer: undefined,
    pulse: undefined,
    pollingSince: undefined,
    suspects: [],
    isLooking: false,
    isClosing: false,
  }
}
