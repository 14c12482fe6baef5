import { after, type Clock } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import {
  aloneOf,
  finish,
  type Lease,
  leaseFor,
  release,
  type Sweeping,
  type WorkLog,
} from '#platform/leases'
import { type Outbound, OutboundFailed, UnsafeAddress } from '#platform/net'
import { ringAfterCommit } from '#platform/wake'
import { type Alert, alertQueue, alertTopic, type Transport } from './alert.ts'
import { alertMessage } from './alert-body.ts'
import {
  claimAlerts,
  countGivenUp,
  isOver,
  writeEscalations,
  writeResolved,
} from './alert-store.ts'
import { fittingDelayMs, requestedWaitMs, retryDelayMs } from './retry.ts'
import { callsGranted, collapseStorm } from './storm-store.ts'

export type AlertingDeps = {
  readonly database: Database
  readonly outbound: Outbound
  readonly transports: readonly Transport[]
  readonly environment: string
  readonly now: Clock
  readonly log: WorkLog
  /** For jitter: in [0, 1). */
  readonly random?: () => number
}

const batchMax = 20
const timeoutMs = 10_000
const answerBytesMax = 65_536

/** Sends all due alerts of one transport at once. Returns how many. */
export async function sendDue(
  deps: AlertingDeps,
  transport: Transport,
  signal: AbortSignal,
): Promise<number> {
  const queue = alertQueue(transport.name)
  const single = aloneOf(deps, queue)
  if (await single.waits()) {
    const taken = await single.work<Alert>(
      (lease) => takeDue(deps, transport, lease, { isAlone: true }),
      (alert, lease) => carry(deps, transport, alert, lease, signal),
    )
    if (taken > 0) return taken
  }
  const lease = leaseFor(queue, deps.now())
  const due = await takeDue(deps, transport, lease)
  await Promise.all(due.map((alert) => carry(deps, transport, alert, lease, signal)))
  return due.length
}

async function takeDue(
  { database, now }: AlertingDeps,
  transport: Transport,
  lease: Lease,
  options: { readonly isAlone?: boolean } = {},
): Promise<Alert[]> {
  const at = now()
  return database.transaction(async (tx) => {
    const granted = await callsGranted(tx, transport.name, at)
    await collapseStorm(tx, transport.name, at)
    const calls = Math.min(options.isAlone ? 1 : batchMax, granted.calls)
    const alerts = calls > 0 ? await claimAlerts(tx, transport.name, lease, at, calls, options) : []
    await granted.take(alerts.length)
    return alerts
  })
}

async function carry(
  deps: AlertingDeps,
  transport: Transport,
  alert: Alert,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const { database, log, now } = deps
  const queue = alertQueue(transport.name)
  try {
    const failure = await sendAlert(deps, transport, alert, signal)
    const held = await database.transaction((tx) =>
      failure === undefined
        ? recordDelivered(deps, tx, alert, lease)
        : recordFailed(deps, tx, alert, lease, failure),
    )
    if (!held)
      log.warn({ alertId: alert.id }, 'The lease on an alert was lost; its answer is void.')
  } catch (error) {
    if (signal.aborted) await release(database.pool, queue, lease, [{ id: alert.id }], now())
    // Nobody knows the outcome: the lease expires, the attempt counts, and the alert is retried.
    else log.error({ err: error, alertId: alert.id }, 'An alert could not be recorded.')
  }
}

export type SendFailure = {
  /** In the words of the receiver or the network, such as `status 503` or `timeout`. */
  readonly reason: string
  /** The delay that the receiver asked for with Retry-After. */
  readonly waitMs?: number | undefined
}

/** Returns undefined if the transport accepted the alert, else the reason. */
export async function sendAlert(
  { outbound, environment, now }: Pick<AlertingDeps, 'outbound' | 'environment' | 'now'>,
  transport: Transport,
  alert: Alert,
  signal: AbortSignal,
): Promise<SendFailure | undefined> {
  try {
    const { status, headers } = await outbound.request({
      ...alertMessage(transport, alert, environment),
      url: transport.url,
      method: 'POST',
      timeoutMs,
      maxBodyBytes: answerBytesMax,
      longBody: 'truncate',
      audience: 'operator',
      signal,
    })
    if (status >= 200 && status < 300) return undefined
    return { reason: `status ${status}`, waitMs: requestedWaitMs(headers['retry-after'], now()) }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof OutboundFailed || error instanceof UnsafeAddress) {
      return { reason: error.reason }
    }
    throw error
  }
}

/** Returns false if another worker has the lease now: its result counts. */
async function recordDelivered(
  { transports, now }: AlertingDeps,
  tx: Tx,
  alert: Alert,
  lease: Lease,
): Promise<boolean> {
  const at = now()
  const held = await finish(tx, alertQueue(alert.transport), lease, [{ id: alert.id }], {
    state: 'DELIVERED',
    set: { last_error: null, finished_at: at },
  })
  if (held === 0) return false
  if (alert.status === 'firing' && (await isOver(tx, alert.incidentId))) {
    const names = transports.map(({ name }) => name)
    await writeResolved(tx, alert.incidentId, names, at)
    ringAfterCommit(tx, alertTopic)
  }
  return true
}

async function recordFailed(
  deps: AlertingDeps,
  tx: Tx,
  alert: Alert,
  lease: Lease,
  { reason, waitMs = 0 }: SendFailure,
): Promise<boolean> {
  const at = deps.now()
  const queue = alertQueue(alert.transport)
  const delayMs = retryDelayMs(alert.attempt, deps.random ?? Math.random)
  const fields = { alertId: alert.id, transport: alert.transport, failure: reason }
  if (delayMs !== undefined) {
    deps.log.warn(fields, 'An alert was not taken; it is tried again.')
    const sinceMs = at.getTime() - alert.queuedAt.getTime()
    const fitting = fittingDelayMs(Math.max(delayMs, waitMs), alert.attempt, sinceMs)
    const held = await finish(tx, queue, lease, [{ id: alert.id }], {
      state: 'RETRYING',
      availableAt: after(at, fitting),
      set: { last_error: reason },
    })
    return held > 0
  }
  const held = await finish(tx, queue, lease, [{ id: alert.id }], {
    state: 'DEAD_LETTER',
    set: { last_error: reason, given_up: alert.givenUp + 1, finished_at: at },
  })
  if (held === 0) return false
  deps.log.error(fields, 'An alert was given up after its last attempt.')
  await escalate(deps, tx, [alert.id], at)
  return true
}

async function escalate(
  { transports }: AlertingDeps,
  tx: Tx,
  deadIds: readonly string[],
  at: Date,
): Promise<void> {
  if (!transports.some(({ name }) => name === 'secondary')) return
  await writeEscalations(tx, deadIds, at)
  ringAfterCommit(tx, alertTopic)
}

/** Alerts whose worker died: they are due again, or dead letters like all others. */
export function alertSweepings(deps: AlertingDeps): readonly Sweeping[] {
  return deps.transports.map(({ name }) => ({
    queue: alertQueue(name),
    onSwept: async (tx, { exhausted }, at) => {
      const ids = exhausted.map(({ id }) => String(id))
      if (ids.length === 0) return
      await countGivenUp(tx, ids, at)
      await escalate(deps, tx, ids, at)
    },
  }))
}
