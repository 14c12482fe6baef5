import { setTimeout as wait } from 'node:timers/promises'
import { after, type Clock } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import { leaseFor, type WorkLog } from '#platform/leases'
import type { Outbound } from '#platform/net'
import type { Seal } from '#platform/seal'
import { type Dispatch, deliveryQueue } from './delivery.ts'
import { disableGone, disableHopeless, looksHopeless } from './give-up.ts'
import { createLanes, type Ended, type Lanes } from './lanes.ts'
import { createLedger } from './ledger.ts'
import { isGone, judge } from './outcome.ts'
import {
  claimDeliveries,
  giveBack,
  type Judged,
  type Return,
  readDispatches,
  recordAttempts,
} from './queue-store.ts'
import { sendOnce } from './send.ts'
import type { WebhooksSettings } from './settings.ts'

export type DeliveringDeps = {
  readonly database: Database
  readonly outbound: Outbound
  readonly seal: Seal
  readonly incidents: Incidents
  readonly now: Clock
  readonly log: WorkLog
  readonly settings: WebhooksSettings
  /** For jitter: in [0, 1). */
  readonly random?: () => number
  /** How long a stop waits for receivers. */
  readonly stopGraceMs?: number
}

export type Delivering = {
  /** Claims what is due and starts it. Returns how much that was. */
  turn(): Promise<number>
  /** Waits for what is under way, for as long as a stop may, and gives the rest back. */
  finish(): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

const claimMax = 100
/** Between two looks for room. */
const fullMs = 250
/** What a lease must outlast beside the attempt itself: the statement that records it. */
const recordingMs = 10_000

/** The turns of the loop start what they find and do not wait for it: the slowest receiver would be everybody's pace. */
export function createDelivering(deps: DeliveringDeps): Delivering {
  const { database, log, now, settings, stopGraceMs = 10_000 } = deps
  const timeoutMs = settings.WEBHOOKS_TIMEOUT_MS
  const lanes = createLanes<Dispatch>(
    settings.WEBHOOKS_CONCURRENCY,
    settings.WEBHOOKS_ENDPOINT_CONCURRENCY,
  )
  const ledger = createLedger((judged: readonly Judged[]) => record(deps, judged))
  const underWay = new Set<Promise<void>>()
  const cutting = new AbortController()

  const attempt = async (dispatch: Dispatch): Promise<Ended> => {
    const sent = await sendOnce({ ...deps, timeoutMs }, dispatch, cutting.signal)
    const finishedAt = now()
    const verdict = judge(sent, finishedAt, deps.random ?? Math.random)
    await ledger.write({ sent, verdict, finishedAt })
    return { ms: sent.attempt.ms, isSuccess: verdict.state === 'SUCCEEDED' }
  }

  const giveBackOr = async (returns: readonly Return[]): Promise<void> => {
    if (returns.length === 0) return
    await giveBack(database.pool, returns, now()).catch((error) =>
      log.warn({ err: error, count: returns.length }, 'Deliveries wait for their lease to end.'),
    )
  }

  const deliver = async (dispatch: Dispatch): Promise<Ended> => {
    const started = performance.now()
    try {
      if (now().getTime() + timeoutMs + recordingMs < dispatch.leaseUntil.getTime()) {
        return await attempt(dispatch)
      }
      // It has waited behind a receiver that became slow. Sent now, it might be sent by two.
      await giveBackOr([{ dispatch, availableAt: now() }])
    } catch (error) {
      if (cutting.signal.aborted) await giveBackOr([{ dispatch, availableAt: now() }])
      // Nobody knows the outcome: the lease runs out, the attempt counts and is made again.
      else log.error({ err: error, deliveryId: dispatch.id }, 'An attempt could not be recorded.')
    }
    return { ms: performance.now() - started, isSuccess: false }
  }

  const start = (dispatch: Dispatch): void => {
    const { endpointId } = dispatch
    const running: Promise<void> = deliver(dispatch)
      .then((ended) => {
        const next = lanes.leave(endpointId, ended)
        next.start.forEach(start)
        return giveBackOr(spaced(next.back, lanes, now()))
      })
      .finally(() => underWay.delete(running))
    underWay.add(running)
  }

  return {
    turn: async () => {
      const room = lanes.room()
      if (room <= 0) {
        await Promise.race([lanes.changed(), wait(fullMs)])
        return 1
      }
      const at = now()
      const lease = leaseFor(deliveryQueue, at)
      const claimed = await database.transaction((tx) =>
        claimDeliveries(tx, lease, at, Math.min(claimMax, room)),
      )
      if (claimed.length === 0) return 0
      const dispatches = await readDispatches(database.pool, claimed, lease, at)
      // Those of an endpoint that is no longer active are held or cancelled as they are given back.
      const [active, others] = parted(dispatches, (one) => one.endpointState === 'ACTIVE')
      const full: Dispatch[] = []
      for (const dispatch of active) {
        const place = lanes.enter(dispatch.endpointId, dispatch)
        if (place === 'start') start(dispatch)
        else if (place === 'full') full.push(dispatch)
      }
      const returns = others.map((dispatch) => ({ dispatch, availableAt: at }))
      await giveBackOr([...returns, ...spaced(full, lanes, at)])
      return claimed.length
    },
    finish: async () => {
      const timer = setTimeout(() => cutting.abort(), stopGraceMs)
      await giveBackOr(lanes.drain().map((dispatch) => ({ dispatch, availableAt: now() })))
      await Promise.all(underWay)
      clearTimeout(timer)
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** To come again one after the other, at the pace of their endpoint. */
function spaced(dispatches: readonly Dispatch[], lanes: Lanes<Dispatch>, at: Date): Return[] {
  const before = new Map<string, number>()
  return dispatches.map((dispatch) => {
    const { endpointId } = dispatch
    const n = before.get(endpointId) ?? 0
    before.set(endpointId, n + 1)
    return { dispatch, availableAt: after(at, lanes.waitMs(endpointId, n)) }
  })
}

function parted<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

async function record(deps: DeliveringDeps, judged: readonly Judged[]): Promise<void> {
  const { database, now, log } = deps
  const failing = await recordAttempts(database.pool, judged)
  const at = now()
  const gone = judged.filter(({ sent }) => isGone(sent)).map(({ sent }) => sent.dispatch)
  const hopeless = failing.filter((endpoint) => looksHopeless(endpoint, at))
  try {
    for (const key of gone) await disableGone(deps, key, at)
    for (const key of hopeless) await disableHopeless(deps, key, at)
  } catch (error) {
    // The attempts are recorded. The next failure of the endpoint comes here again.
    log.error({ err: error }, 'An endpoint was not disabled.')
  }
}
