import { setTimeout as wait } from 'node:timers/promises'
import { after, type Clock } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import { leaseFor, type WorkLog } from '#platform/leases'
import type { Outbound } from '#platform/net'
import type { Seal } from '#platform/seal'
import { type Dispatch, deliveryQueue } from './delivery.ts'
import { disableGone, disableHopeless, looksHopeless } from './give-up.ts'
import { createLanes, type Lanes } from './lanes.ts'
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
/** Between two looks for a free place. */
const fullMs = 250

/** The turns of the loop start what they find and do not wait for it: the slowest receiver would be everybody's pace. */
export function createDelivering(deps: DeliveringDeps): Delivering {
  const { database, log, now, settings, stopGraceMs = 10_000 } = deps
  const lanes = createLanes(settings.WEBHOOKS_CONCURRENCY, settings.WEBHOOKS_ENDPOINT_CONCURRENCY)
  const ledger = createLedger((judged: readonly Judged[]) => record(deps, judged))
  const sendDeps = { ...deps, timeoutMs: settings.WEBHOOKS_TIMEOUT_MS }
  const underWay = new Set<Promise<void>>()
  const cutting = new AbortController()

  const deliver = async (dispatch: Dispatch): Promise<void> => {
    const started = performance.now()
    try {
      const sent = await sendOnce(sendDeps, dispatch, cutting.signal)
      const finishedAt = now()
      const verdict = judge(sent, finishedAt, deps.random ?? Math.random)
      await ledger.write({ sent, verdict, finishedAt })
    } catch (error) {
      const fields = { err: error, deliveryId: dispatch.id }
      // Not recorded: nobody knows the outcome, so the lease runs out, the attempt counts and is made again.
      if (!cutting.signal.aborted) return log.error(fields, 'An attempt could not be recorded.')
      await giveBack(database.pool, [{ dispatch, availableAt: now() }], now()).catch((lost) =>
        log.warn({ ...fields, err: lost }, 'A delivery waits for its lease to end.'),
      )
    } finally {
      lanes.leave(dispatch.endpointId, performance.now() - started)
    }
  }

  const start = (dispatch: Dispatch) => {
    const running: Promise<void> = deliver(dispatch).finally(() => underWay.delete(running))
    underWay.add(running)
  }

  return {
    turn: async () => {
      const free = lanes.free()
      if (free <= 0) {
        await Promise.race([lanes.changed(), wait(fullMs)])
        return 1
      }
      const at = now()
      const lease = leaseFor(deliveryQueue, at)
      const claimed = await database.transaction((tx) =>
        claimDeliveries(tx, lease, at, Math.min(claimMax, free)),
      )
      if (claimed.length === 0) return 0
      const dispatches = await readDispatches(database.pool, claimed, lease, at)
      const { ready, returns } = sort(dispatches, lanes, at)
      ready.forEach(start)
      if (returns.length > 0) await giveBack(database.pool, returns, at)
      return claimed.length
    },
    finish: async () => {
      const timer = setTimeout(() => cutting.abort(), stopGraceMs)
      await Promise.all(underWay)
      clearTimeout(timer)
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** What can be sent now, and what has to wait: for a place, or because its endpoint is no longer active. */
function sort(dispatches: readonly Dispatch[], lanes: Lanes, at: Date) {
  const ready: Dispatch[] = []
  const returns: Return[] = []
  const crowded = new Map<string, number>()
  for (const dispatch of dispatches) {
    const { endpointId, endpointState } = dispatch
    if (endpointState !== 'ACTIVE') returns.push({ dispatch, availableAt: at })
    else if (lanes.enter(endpointId)) ready.push(dispatch)
    else {
      const n = crowded.get(endpointId) ?? 0
      crowded.set(endpointId, n + 1)
      returns.push({ dispatch, availableAt: after(at, lanes.waitMs(endpointId, n)) })
    }
  }
  return { ready, returns }
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
