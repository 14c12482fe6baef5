import { setTimeout as wait } from 'node:timers/promises'
import { after, type Clock } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { WorkLog } from '#platform/leases'
import type { Outbound } from '#platform/net'
import type { Seal } from '#platform/seal'
import type { Metrics } from '#platform/telemetry'
import type { Wake } from '#platform/wake'
import { closeBreaker, looksBroken, openBreaker } from '../endpoints/breaker.ts'
import { endProbes } from '../endpoints/breaker-store.ts'
import { disableGone, disableHopeless, looksHopeless } from '../endpoints/disable-endpoint.ts'
import { looksWorrying, type NotifyAdmins, warnOfDisabling } from '../endpoints/warn-managers.ts'
import { NotSent, sendOnce } from '../receivers/send.ts'
import type { WebhooksSettings } from '../settings.ts'
import type { Dispatch } from './delivery.ts'
import type { Ended } from './lane.ts'
import type { Lanes } from './lanes.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { moveUp, recordAndMoveUp } from './line.ts'
import { isGone, isOver, judge } from './outcome.ts'
import { giveBack, type Judged, type Return, recordAttempts } from './queue-store.ts'
import { writeUntil } from './write-until.ts'

export type CourierDeps = {
  readonly database: Database
  readonly outbound: Outbound
  readonly seal: Seal
  readonly incidents: Incidents
  readonly adminsOf: NotifyAdmins
  /** The public address of this service. */
  readonly baseUrl: string
  readonly wake: Wake
  readonly now: Clock
  readonly log: WorkLog
  readonly settings: WebhooksSettings
  readonly metrics: Pick<Metrics, 'counter'>
  /** For jitter: in [0, 1). */
  readonly random?: () => number
}

/**
 * Sends single deliveries: makes the attempt, records its outcome, and starts the deliveries that waited behind it.
 */
export type Courier = {
  start(dispatch: Dispatch): void
  /** Returns deliveries that this process does not send now. The attempt does not count. */
  giveBack(returns: readonly Return[]): Promise<void>
  /** Resolves when no attempt is running. */
  settled(): Promise<void>
  /** Aborts the running attempts and returns their deliveries. */
  cut(): void
}

/**
 * The longest time that the statement which records an attempt may take. A lease must outlast the attempt and this
 * statement.
 */
const recordingMs = 10_000

/** How long to wait before the retry of a delivery that could not be signed. */
const readyAgainMs = 60_000

/** What the steps of a delivery share: see `deliver`. */
type Carrying = CourierDeps & {
  readonly lanes: Lanes<Dispatch>
  readonly ledger: Ledger<Judged>
  readonly timeoutMs: number
  readonly underWay: Set<Promise<void>>
  readonly cutting: AbortController
}

export function createCourier(deps: CourierDeps, lanes: Lanes<Dispatch>): Courier {
  const ledger = createLedger((judged: readonly Judged[]) => record(deps, judged))
  const underWay = new Set<Promise<void>>()
  const cutting = new AbortController()
  const timeoutMs = deps.settings.WEBHOOKS_TIMEOUT_MS
  const carrying: Carrying = { ...deps, lanes, ledger, timeoutMs, underWay, cutting }
  return {
    start: (dispatch) => start(carrying, dispatch),
    giveBack: (returns) => giveBackAll(carrying, returns),
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    cut: () => cutting.abort(),
  }
}

/** When a delivery has ended, the next ones of its endpoint start. */
function start(carrying: Carrying, dispatch: Dispatch): void {
  const { lanes, underWay, now } = carrying
  const { endpointId } = dispatch
  const running: Promise<void> = deliver(carrying, dispatch)
    .then((ended) => {
      const next = lanes.leave(endpointId, ended)
      for (const one of next.start) start(carrying, one)
      return giveBackAll(carrying, spaceRetries(next.back, lanes, now()))
    })
    .finally(() => underWay.delete(running))
  underWay.add(running)
}

/** Never throws: an error is logged, and the delivery is retried. */
async function deliver(carrying: Carrying, dispatch: Dispatch): Promise<Ended> {
  const { now, timeoutMs, cutting, log } = carrying
  const started = performance.now()
  try {
    if (now().getTime() + timeoutMs + recordingMs < dispatch.leaseUntil.getTime()) {
      return await attempt(carrying, dispatch)
    }
    // The delivery waited behind a receiver that became slow. If this process sent it now, another process might send
    // it too.
    await giveBackAll(carrying, [{ dispatch, availableAt: now() }])
  } catch (error) {
    if (cutting.signal.aborted) {
      await giveBackAll(carrying, [{ dispatch, availableAt: now() }])
    } else if (error instanceof NotSent) {
      log.error(
        { err: error, deliveryId: dispatch.id },
        'A delivery could not be made ready. It waits.',
      )
      await giveBackAll(carrying, [{ dispatch, availableAt: after(now(), readyAgainMs) }])
    } else {
      // Nobody knows the outcome: the lease expires, the attempt counts, and the delivery is retried.
      log.error({ err: error, deliveryId: dispatch.id }, 'An attempt could not be recorded.')
    }
  }
  return { ms: performance.now() - started, isSuccess: false }
}

async function attempt(carrying: Carrying, dispatch: Dispatch): Promise<Ended> {
  const { cutting, now, random = Math.random } = carrying
  const sent = { dispatch, ...(await sendOnce(carrying, dispatch, cutting.signal)) }
  crashPoint('webhooks.delivery_answered')
  const finishedAt = now()
  const verdict = judge(sent, finishedAt, random)
  await write(carrying, { sent, verdict, finishedAt })
  return { ms: sent.attempt.ms, isSuccess: verdict.state === 'SUCCEEDED' }
}

/**
 * The receiver already has the delivery. So while the lease lasts, we wait for an unavailable database: otherwise the
 * delivery would be made twice. A write without an acknowledgement is repeated: if the first one succeeded, its lease
 * is over and the second changes nothing.
 */
function write({ ledger, now, cutting, log }: Carrying, judged: Judged): Promise<void> {
  const { dispatch } = judged.sent
  return writeUntil(() => ledger.write(judged), {
    until: dispatch.leaseUntil,
    now,
    wait,
    isCut: () => cutting.signal.aborted,
    onAgain: (err) => log.warn({ err, deliveryId: dispatch.id }, 'An attempt is recorded again.'),
  })
}

async function giveBackAll(
  { database, now, log }: Carrying,
  returns: readonly Return[],
): Promise<void> {
  if (returns.length === 0) return
  await giveBack(database.pool, returns, now()).catch((error) =>
    log.warn({ err: error, count: returns.length }, 'Deliveries wait for their lease to end.'),
  )
}

/** Spaces the retries of deliveries out at the pace of their endpoint, so that they do not all return at once. */
export function spaceRetries(
  dispatches: readonly Dispatch[],
  lanes: Lanes<Dispatch>,
  at: Date,
): Return[] {
  const before = new Map<string, number>()
  return dispatches.map((dispatch) => {
    const { endpointId } = dispatch
    const n = before.get(endpointId) ?? 0
    before.set(endpointId, n + 1)
    return { dispatch, availableAt: after(at, lanes.waitMs(endpointId, n)) }
  })
}

async function record(deps: CourierDeps, judged: readonly Judged[]): Promise<void> {
  const { database, now, log } = deps
  const over = judged.filter(({ verdict }) => isOver(verdict)).map(({ sent }) => sent.dispatch)
  const probes = judged.filter(({ sent }) => sent.dispatch.breaker === 'probe')
  const failed = probes.filter(({ verdict }) => verdict.state !== 'SUCCEEDED')
  // This comes before the attempts are recorded: after that, each delivery has its own schedule and must not go out
  // as a probe.
  await endProbes(
    database.pool,
    failed.map(({ sent }) => sent.dispatch),
  )
  const { recorded: failing, again } = await recordAndMoveUp(database, over, now(), (conn) =>
    recordAttempts(conn, judged),
  )
  crashPoint('webhooks.attempts_recorded')
  countAttempts(deps, judged)
  const at = now()
  const gone = judged.filter(({ sent }) => isGone(sent)).map(({ sent }) => sent.dispatch)
  const hopeless = failing.filter((endpoint) => looksHopeless(endpoint, at))
  const worrying = failing.filter((endpoint) => looksWorrying(endpoint, at))
  const back = probes.filter(({ verdict }) => verdict.state === 'SUCCEEDED')
  try {
    for (const { sent } of back) await closeBreaker(deps, sent.dispatch, at)
    for (const key of failing.filter(looksBroken)) await openBreaker(deps, key, at)
    for (const key of gone) await disableGone(deps, key, at)
    for (const key of hopeless) await disableHopeless(deps, key, at)
    for (const key of worrying) await warnOfDisabling(deps, key, at)
  } catch (error) {
    // The attempts are recorded. The next failure of the endpoint tries to disable it again.
    log.error({ err: error }, 'An endpoint was not disabled.')
  }
  await moveUp(database, again, at).catch((error) =>
    log.warn({ err: error }, 'Deliveries in line look for their turn themselves.'),
  )
}

/** `failure` is empty if the receiver accepted the delivery. */
function countAttempts({ metrics }: CourierDeps, judged: readonly Judged[]): void {
  const attempts = metrics.counter(
    'webhooks_attempts_total',
    'Attempts to deliver, by what became of the delivery and by what the receiver did.',
    ['outcome', 'failure'],
  )
  for (const { sent, verdict } of judged) {
    attempts.add({ outcome: verdict.state, failure: sent.attempt.errorClass ?? '' })
  }
}
