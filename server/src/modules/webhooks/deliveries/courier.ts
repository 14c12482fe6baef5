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
import { looksWorrying, type TellAdmins, warnOfDisabling } from '../endpoints/warn-managers.ts'
import { NotSent, sendOnce } from '../receivers/send.ts'
import type { WebhooksSettings } from '../settings.ts'
import type { Dispatch } from './delivery.ts'
import type { Ended, Lanes } from './lanes.ts'
import { createLedger } from './ledger.ts'
import { moveUp, recordAndMoveUp } from './line.ts'
import { isGone, isOver, judge } from './outcome.ts'
import { giveBack, type Judged, type Return, recordAttempts } from './queue-store.ts'
import { writeUntil } from './write-until.ts'

export type CourierDeps = {
  readonly database: Database
  readonly outbound: Outbound
  readonly seal: Seal
  readonly incidents: Incidents
  readonly adminsOf: TellAdmins
  /** Where we are reached. */
  readonly baseUrl: string
  readonly wake: Wake
  readonly now: Clock
  readonly log: WorkLog
  readonly settings: WebhooksSettings
  readonly metrics: Pick<Metrics, 'counter'>
  /** For jitter: in [0, 1). */
  readonly random?: () => number
}

/** Carries single deliveries: sends, has the outcome recorded, and goes on with what waited behind it. */
export type Courier = {
  start(dispatch: Dispatch): void
  /** What is not sent now. Its attempt does not count. */
  giveBack(returns: readonly Return[]): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** Breaks off what is under way, and gives it back. */
  cut(): void
}

/** What a lease must outlast beside the attempt itself: the statement that records it. */
const recordingMs = 10_000

/** How long until it is tried again to make ready what could not be signed. */
const readyAgainMs = 60_000

export function createCourier(deps: CourierDeps, lanes: Lanes<Dispatch>): Courier {
  const { database, log, now, settings } = deps
  const timeoutMs = settings.WEBHOOKS_TIMEOUT_MS
  const ledger = createLedger((judged: readonly Judged[]) => record(deps, judged))
  const underWay = new Set<Promise<void>>()
  const cutting = new AbortController()

  /**
   * The receiver has it already: while the lease lasts, a database that is away is waited for rather than the delivery
   * made twice. What was written and not acknowledged is found written by its lease, and changes nothing again.
   */
  const written = (judged: Judged): Promise<void> =>
    writeUntil(() => ledger.write(judged), {
      until: judged.sent.dispatch.leaseUntil,
      now,
      wait,
      isCut: () => cutting.signal.aborted,
      onAgain: (err) =>
        log.warn({ err, deliveryId: judged.sent.dispatch.id }, 'An attempt is recorded again.'),
    })

  const attempt = async (dispatch: Dispatch): Promise<Ended> => {
    const sent = await sendOnce({ ...deps, timeoutMs }, dispatch, cutting.signal)
    crashPoint('webhooks.delivery_answered')
    const finishedAt = now()
    const verdict = judge(sent, finishedAt, deps.random ?? Math.random)
    await written({ sent, verdict, finishedAt })
    return { ms: sent.attempt.ms, isSuccess: verdict.state === 'SUCCEEDED' }
  }

  const giveBackAll = async (returns: readonly Return[]): Promise<void> => {
    if (returns.length === 0) return
    await giveBack(database.pool, returns, now()).catch((error) =>
      log.warn({ err: error, count: returns.length }, 'Deliveries wait for their lease to end.'),
    )
  }

  const notSent = async (dispatch: Dispatch, err: NotSent): Promise<void> => {
    log.error({ err, deliveryId: dispatch.id }, 'A delivery could not be made ready. It waits.')
    await giveBackAll([{ dispatch, availableAt: after(now(), readyAgainMs) }])
  }

  const deliver = async (dispatch: Dispatch): Promise<Ended> => {
    const started = performance.now()
    try {
      if (now().getTime() + timeoutMs + recordingMs < dispatch.leaseUntil.getTime()) {
        return await attempt(dispatch)
      }
      // It has waited behind a receiver that became slow. Sent now, it might be sent by two.
      await giveBackAll([{ dispatch, availableAt: now() }])
    } catch (error) {
      if (cutting.signal.aborted) await giveBackAll([{ dispatch, availableAt: now() }])
      else if (error instanceof NotSent) await notSent(dispatch, error)
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
        return giveBackAll(spaced(next.back, lanes, now()))
      })
      .finally(() => underWay.delete(running))
    underWay.add(running)
  }

  return {
    start,
    giveBack: giveBackAll,
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    cut: () => cutting.abort(),
  }
}

/** To come again one after the other, at the pace of their endpoint. */
export function spaced(
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
  // Before they are recorded: once they are, each comes again by its own schedule, and may not go out as a probe then.
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
    // The attempts are recorded. The next failure of the endpoint comes here again.
    log.error({ err: error }, 'An endpoint was not disabled.')
  }
  await moveUp(database, again, at).catch((error) =>
    log.warn({ err: error }, 'Deliveries in line look for their turn themselves.'),
  )
}

/** `failure` is empty where the receiver has taken it. */
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
