import { setTimeout as wait } from 'node:timers/promises'
import { createBoundedQueue, QueueFull } from '#kernel/bounded-queue'
import type { Database } from '#platform/db'
import type { Log, Metrics } from '#platform/telemetry'
import { recordClick } from './charge-store.ts'
import type { Click } from './click.ts'
import type { ClickLimits } from './judge-click.ts'

/** Charges clicks. A click whose charge fails waits in memory and is charged later, still at most once. */
export type Charger = {
  /** Ends within a short time and never throws: the person who clicked waits for the target. */
  charge(click: Click): Promise<void>
  /** Clicks that wait for the database. */
  waiting(): number
  /** When the oldest of them was clicked. */
  waitingSince(): Date | undefined
  /** Retries once. */
  retry(): Promise<void>
  close(): Promise<void>
}

/** A person waits at most this long for the charge. It goes on without them. */
const patienceMs = 400
const retryMs = 2_000
const waitingMax = 20_000
/** Clicks of one source wait for each other in the database. So many of its connections wait at most, of each process. */
const runningMax = 4

export type ChargerDeps = {
  readonly database: Database
  readonly log: Log
  readonly metrics: Metrics
  readonly limits: ClickLimits
  /** A charge counts against the budget of this process at once. */
  readonly onCharged: (campaignId: string, day: string, priceMinor: number) => void
}

export function createCharger(deps: ChargerDeps): Charger {
  const { database, log, onCharged } = deps
  const clicks = deps.metrics.counter(
    'ads_clicks_total',
    'Clicks on sponsored places, by verdict.',
    ['verdict'],
  )
  let queue: Click[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const turns = createBoundedQueue({ runningMax, waitingMax })
  const charging = new Set<Promise<void>>()

  const record = async (click: Click) => {
    const charge = await database.transaction((tx) => recordClick(tx, click, deps.limits))
    clicks.add({ verdict: charge.isRepeat ? 'REPEATED' : charge.verdict })
    if (charge.verdict === 'CHARGED' && !charge.isRepeat && charge.day) {
      onCharged(click.campaignId, charge.day, click.priceMinor)
    }
  }
  // The advertiser does not pay for a click that nobody could record.
  const lose = () => clicks.add({ verdict: 'LOST' })
  const enqueue = (click: Click, error: unknown) => {
    if (error instanceof QueueFull) return lose()
    if (queue.length === 0) {
      log.warn({ err: error }, 'Clicks on ads cannot be charged now. They wait in memory.')
    }
    if (queue.length >= waitingMax) lose()
    else queue.push(click)
    if (!closed) timer ??= setTimeout(() => void retry(), retryMs).unref()
  }
  const retry = async () => {
    clearTimeout(timer)
    timer = undefined
    const due = queue
    queue = []
    for (const click of due) await record(click).catch((error: unknown) => enqueue(click, error))
  }

  return {
    charge: async (click) => {
      const charge = turns.run(() => record(click)).catch((error) => enqueue(click, error))
      charging.add(charge)
      void charge.finally(() => charging.delete(charge))
      await Promise.race([charge, wait(patienceMs, undefined, { ref: false })])
    },
    waiting: () => queue.length,
    waitingSince: () => queue[0]?.clickedAt,
    retry,
    close: async () => {
      closed = true
      await Promise.all(charging)
      await retry()
    },
  }
}
