import { after, type Clock } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import {
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
import { retryDelayMs } from './retry.ts'

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

/** Sends what is due to one transport, all of it at once. Returns how much that was. */
export async function sendDue(
  deps: AlertingDeps,
  transport: Transport,
  signal: AbortSignal,
): Promise<number> {
  const { database, now } = deps
  const at = now()
  const lease = leaseFor(alertQueue(transport.name), at)
  const due = await database.transaction((tx) =>
    claimAlerts(tx, transport.name, lease, at, batchMax),
  )
  await Promise.all(due.map((alert) => carry(deps, transport, alert, lease, signal)))
  return due.length
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
    const failure = await send(deps, transport, alert, signal)
    const held = await database.transaction((tx) =>
      failure === undefined
        ? recordDelivered(deps, tx, alert, lease)
        : recordFailed(deps, tx, alert, lease, failure),
    )
    if (!held)
      log.warn({ alertId: alert.id }, 'The lease on an alert was lost; its answer is void.')
  } catch (error) {
    if (signal.aborted) await release(database.pool, queue, lease, [{ id: alert.id }], now())
    // Nobody knows the outcome: the lease runs out, the attempt counts and is made again.
    else log.error({ err: error, alertId: alert.id }, 'An alert could not be recorded.')
  }
}

/** Undefined once the transport has taken it, else why it has not. */
async function send(
  { outbound, environment }: AlertingDeps,
  transport: Transport,
  alert: Alert,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { status } = await outbound.request({
      ...alertMessage(transport, alert, environment),
      url: transport.url,
      method: 'POST',
      timeoutMs,
      maxBodyBytes: answerBytesMax,
      longBody: 'truncate',
      audience: 'operator',
      signal,
    })
    return status >= 200 && status < 300 ? undefined : `status ${status}`
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof OutboundFailed || error instanceof UnsafeAddress) return error.reason
    throw error
  }
}

/** False when the lease went to another worker, whose word counts. */
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
  failure: string,
): Promise<boolean> {
  const at = deps.now()
  const queue = alertQueue(alert.transport)
  const delayMs = retryDelayMs(alert.attempt, deps.random ?? Math.random)
  const fields = { alertId: alert.id, transport: alert.transport, failure }
  if (delayMs !== undefined) {
    deps.log.warn(fields, 'An alert was not taken; it is tried again.')
    const held = await finish(tx, queue, lease, [{ id: alert.id }], {
      state: 'RETRYING',
      availableAt: after(at, delayMs),
      set: { last_error: failure },
    })
    return held > 0
  }
  const held = await finish(tx, queue, lease, [{ id: alert.id }], {
    state: 'DEAD_LETTER',
    set: { last_error: failure, given_up: alert.givenUp + 1, finished_at: at },
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

/** Workers that died: their alerts are due again, or dead letters like all others. */
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
