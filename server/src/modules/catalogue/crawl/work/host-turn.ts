import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#kernel/id'
import { after } from '#kernel/time'
import { isGone, ownHolder } from '#platform/leases'
import type { CrawlDeps } from '../deps.ts'
import { type HostTurn, readHost, releaseHost, renewHost, takeHost } from './host-store.ts'

const leaseMs = 20_000
const renewEveryMs = 5_000
/** How often to look whether another process has left the host. */
const lookMsMin = 25
const lookMsMax = 500

/** The turn on a host, and the pause that follows it. */
export type Turn = HostTurn & {
  readonly host: string
  /** Aborted when the turn was lost: another worker may ask the host now. */
  readonly signal: AbortSignal
  /** Sets the pause after this turn. Without a call there is none, because the host was not asked. */
  pauseFor(ms: number): void
}

type HostDeps = Pick<CrawlDeps, 'database' | 'now' | 'limits'>

/** In one process the turns on a host wait here. Only the first of them asks the database. */
const lastTurnByHost = new Map<string, Promise<unknown>>()

/** Runs `work` while no other worker, in this or another process, asks the host. */
export async function withHost<Result>(
  deps: HostDeps,
  host: string,
  signal: AbortSignal,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const before = lastTurnByHost.get(host) ?? Promise.resolve()
  const own = before.then(() => takeTurn(deps, host, signal, work))
  const settled = own.catch(() => undefined)
  lastTurnByHost.set(host, settled)
  try {
    return await own
  } finally {
    if (lastTurnByHost.get(host) === settled) lastTurnByHost.delete(host)
  }
}

async function takeTurn<Result>(
  deps: HostDeps,
  host: string,
  signal: AbortSignal,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const { database, now } = deps
  const token = `${newId('hst', now())}@${ownHolder}`
  const taken = await waitForHost(deps, host, token, signal)
  const lost = new AbortController()
  let pauseMs: number | undefined
  const timer = setInterval(() => {
    renewHost(database.pool, host, { token, until: after(now(), leaseMs) }).then(
      (isHeld) => {
        if (!isHeld) lost.abort(new Error('The turn on the host was lost.'))
      },
      () => undefined,
    )
  }, renewEveryMs)
  try {
    return await work({
      ...taken,
      host,
      signal: AbortSignal.any([signal, lost.signal]),
      pauseFor: (ms) => {
        pauseMs = Math.max(pauseMs ?? 0, ms)
      },
    })
  } finally {
    clearInterval(timer)
    // If the database is away, the turn ends with its lease.
    await releaseHost(database.pool, host, {
      token,
      nextAllowedAt: after(now(), pauseMs ?? 0),
    }).catch(() => undefined)
  }
}

async function waitForHost(
  { database, now, limits: { hostDelayMs: pauseMs } }: HostDeps,
  host: string,
  token: string,
  signal: AbortSignal,
): Promise<HostTurn> {
  for (;;) {
    signal.throwIfAborted()
    const at = now()
    const taken = await takeHost(database.pool, host, { token, until: after(at, leaseMs), now: at })
    if (taken) return taken
    const { heldBy, nextAllowedAt } = await readHost(database.pool, host, at)
    if (heldBy !== undefined && isGone(heldBy.split('@')[1] ?? '')) {
      // Its process has died. The host gets the pause that it would have got.
      await releaseHost(database.pool, host, { token: heldBy, nextAllowedAt: after(at, pauseMs) })
      continue
    }
    const ms = heldBy === undefined ? nextAllowedAt.getTime() - at.getTime() : 4 * lookMsMin
    await wait(Math.min(Math.max(ms, lookMsMin), lookMsMax), undefined, { signal })
  }
}
