import type { Cache } from '#platform/cache'
import type { Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { Wake } from '#platform/wake'
import type { Connection } from './connection.ts'
import type { Follow } from './follow.ts'
import type { Pulse } from './pulse.ts'
import type { StreamSource } from './source.ts'
import type { StreamFigures } from './stream-figures.ts'
import { createStreamMetrics, type StreamMetrics } from './stream-metrics.ts'
import { createKeepAliveWheel, type Wheel } from './wheel.ts'

export type StreamsDeps = {
  readonly source: StreamSource
  readonly database: Database
  readonly cache: Cache
  readonly wake: Wake
  readonly metrics: Metrics
  /** Undefined where no health surface shows the streams of this source. */
  readonly figures?: StreamFigures | undefined
  readonly now: () => Date
  readonly log: WorkLog
  /** The limit of open streams in this process. */
  readonly streamsMax: number
  /** The limit of open streams of one credential. */
  readonly streamsPerCredential: number
  /** After this time without reading, a client is disconnected. It may reconnect and continue. */
  readonly stallMs: number
}

/** All streams of this process. One timer serves all of them. */
export type StreamsState = StreamsDeps & {
  readonly metered: StreamMetrics
  readonly follows: Map<string, Follow>
  /** The number of open streams of each credential. */
  readonly holders: Map<string, number>
  /** The connections whose clients do not read at the moment. */
  readonly blocked: Set<Connection>
  readonly wheel: Wheel<Connection>
  open: number
  ticks: number
  timer: NodeJS.Timeout | undefined
  pulse: Pulse | undefined
  /** Since when hints have not arrived. Undefined while they arrive. */
  pollingSince: Date | undefined
  /** Records in which a poll found events without a hint. The hint may still arrive. */
  suspects: Follow[]
  isLooking: boolean
  isClosing: boolean
}

export const tickMs = 250

export function createState(deps: StreamsDeps): StreamsState {
  return {
    ...deps,
    metered: createStreamMetrics(deps.metrics, deps.source, deps.figures),
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
