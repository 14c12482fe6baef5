import { callerIdOf, type Principal } from '#kernel/actor'
import { after, type Clock, minutesMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Log, Metrics } from '#platform/telemetry'
import { recordAudit } from './record-audit.ts'

export type Denial = {
  readonly principal: Principal
  /** The scope or role that was missing. */
  readonly needs: string
  /** `POST /api/v1/orders`: the route as it is declared, without what a client put into it. */
  readonly route: string
}

export type AuditDenials = {
  /** Returns at once: the refusal waits for nothing. */
  note(denial: Denial): void
  /** Tells of what was only counted, and waits for what is being written. */
  close(): Promise<void>
}

const windowMs = minutesMs(5)
const sweepEveryMs = 30_000
/** Of one caller in a window. What is asked beyond it is counted. */
const entriesMax = 20
/** Callers whose refusals are remembered at the same time. Each of them holds a good credential. */
const windowsMax = 10_000
/** Written at the same time; what comes meanwhile is counted. A pool of connections is there for those who may. */
const writingMax = 4

type Window = {
  readonly principal: Principal
  readonly until: Date
  /** What has an entry already, as route and need. */
  readonly told: Set<string>
  suppressed: number
}

/**
 * Writes down who was refused for want of a right: the first refusal of each kind by each caller in five minutes, at
 * most twenty, and then one entry with the number of the others. So a caller with a good credential and a loop cannot
 * make the log grow. Each process counts by itself.
 */
export function createAuditDenials(options: {
  readonly database: Database
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}): AuditDenials {
  const { database, now, log, metrics } = options
  const windows = new Map<string, Window>()
  const writing = new Set<Promise<void>>()
  const refusals = metrics.counter('access_denied_total', 'Requests refused for want of a right.', [
    'audited',
  ])

  const write = (
    principal: Principal,
    target: string,
    details: Record<string, string | number>,
  ) => {
    const at = now()
    const entry = {
      companyId: principal.companyId,
      actor: principal,
      action: 'identity.access_denied',
      target: { type: 'route', id: target },
      outcome: 'refused',
      details,
      now: at,
    } as const
    const done = database
      .transaction(async (tx) => recordAudit(tx, entry))
      .catch((error: unknown) => log.warn({ err: error }, 'A refusal was not written down.'))
      .finally(() => writing.delete(done))
    writing.add(done)
  }

  const end = (key: string, { principal, told, suppressed }: Window) => {
    windows.delete(key)
    if (suppressed > 0) write(principal, 'several', { suppressed, told: told.size })
  }
  const sweep = (at: Date) => {
    for (const [key, window] of windows) if (window.until <= at) end(key, window)
  }
  const timer = setInterval(() => sweep(now()), sweepEveryMs)
  timer.unref()

  const windowOf = (principal: Principal, at: Date): Window | undefined => {
    const key = `${principal.companyId}/${principal.kind}/${callerIdOf(principal)}`
    const open = windows.get(key)
    if (open && open.until > at) return open
    if (open) end(key, open)
    if (windows.size >= windowsMax) return undefined
    const fresh = { principal, until: after(at, windowMs), told: new Set<string>(), suppressed: 0 }
    windows.set(key, fresh)
    return fresh
  }

  return {
    note: ({ principal, needs, route }) => {
      const window = windowOf(principal, now())
      const what = `${route} ${needs}`
      const isNew = window && !window.told.has(what) && window.told.size < entriesMax
      const isWritten = isNew && writing.size < writingMax
      refusals.add({ audited: isWritten ? 'yes' : 'counted' })
      if (!isWritten) {
        if (window) window.suppressed += 1
        return
      }
      window.told.add(what)
      write(principal, route, { needs })
    },
    close: async () => {
      clearInterval(timer)
      for (const [key, window] of windows) end(key, window)
      await Promise.all(writing)
    },
  }
}
