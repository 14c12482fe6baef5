import { callerIdOf, type Principal } from '#kernel/actor'
import { after, type Clock, minutesMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Log, Metrics } from '#platform/telemetry'
import { recordAudit } from './record-audit.ts'

export type Denial = {
  readonly principal: Principal
  /** The scope or role that the caller lacked. */
  readonly needs: string
  /** `POST /api/v1/orders`: the route as it is declared, without a client's values. */
  readonly route: string
}

export type AuditDenials = {
  /** Returns at once, so that the refusal does not wait. */
  note(denial: Denial): void
  /** Writes the entries with the counts, and waits until all entries are written. */
  close(): Promise<void>
}

const windowMs = minutesMs(5)
const sweepEveryMs = 30_000
/** Entries of one caller in a window. Further refusals are counted. */
const entriesMax = 20
/** The most callers with a window at the same time. Each of them has a valid credential. */
const windowsMax = 10_000
/**
 * The most entries that are written at the same time. Further refusals are only counted: the pool is for callers that may pass.
 */
const writingMax = 4

type Window = {
  readonly principal: Principal
  readonly until: Date
  /** The refusals that have an entry already, as route and missing right. */
  readonly audited: Set<string>
  /** The number of refusals without an entry. */
  suppressed: number
}

/**
 * Audits refusals for lack of a right. Each caller has a window of five minutes: the first refusal of each kind gets an entry, at
 * most twenty do, and at its end one more entry has the number of the others. So a caller with a valid credential and a loop
 * cannot make the log grow. Each process counts by itself.
 */
export function createAuditDenials(options: {
  readonly database: Database
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}): AuditDenials {
  const { now, metrics } = options
  const refusals = metrics.counter('access_denied_total', 'Requests refused for want of a right.', [
    'audited',
  ])
  const entries = createEntries(options)
  const windows = createWindows(({ principal, audited, suppressed }) => {
    if (suppressed > 0) entries.write(principal, 'several', { suppressed, recorded: audited.size })
  })
  const timer = setInterval(() => windows.endDue(now()), sweepEveryMs)
  timer.unref()

  return {
    note: ({ principal, needs, route }) => {
      const window = windows.open(principal, now())
      const kind = `${route} ${needs}`
      const isNew = window && !window.audited.has(kind) && window.audited.size < entriesMax
      const isWritten = isNew && entries.underWay() < writingMax
      refusals.add({ audited: isWritten ? 'yes' : 'counted' })
      if (!isWritten) {
        if (window) window.suppressed += 1
        return
      }
      window.audited.add(kind)
      entries.write(principal, route, { needs })
    },
    close: async () => {
      clearInterval(timer)
      windows.endAll()
      await entries.allWritten()
    },
  }
}

/** The windows of all callers. `onEnd` gets each window when it ends. */
function createWindows(onEnd: (window: Window) => void) {
  const windows = new Map<string, Window>()
  const end = (key: string, window: Window) => {
    windows.delete(key)
    onEnd(window)
  }
  return {
    /** The window of this caller, or a new one. Undefined when there are too many windows. */
    open: (principal: Principal, at: Date): Window | undefined => {
      const key = `${principal.companyId}/${principal.kind}/${callerIdOf(principal)}`
      const open = windows.get(key)
      if (open && open.until > at) return open
      if (open) end(key, open)
      if (windows.size >= windowsMax) return undefined
      const until = after(at, windowMs)
      const fresh: Window = { principal, until, audited: new Set(), suppressed: 0 }
      windows.set(key, fresh)
      return fresh
    },
    endDue: (at: Date): void => {
      for (const [key, window] of windows) if (window.until <= at) end(key, window)
    },
    endAll: (): void => {
      for (const [key, window] of windows) end(key, window)
    },
  }
}

/** Writes entries without making the caller wait. */
function createEntries({ database, now, log }: { database: Database; now: Clock; log: Log }) {
  const writing = new Set<Promise<void>>()
  return {
    underWay: () => writing.size,
    write: (
      principal: Principal,
      target: string,
      details: Record<string, string | number>,
    ): void => {
      const entry = {
        companyId: principal.companyId,
        actor: principal,
        action: 'identity.access_denied',
        target: { type: 'route', id: target },
        outcome: 'refused',
        details,
        now: now(),
      } as const
      const done = database
        .transaction(async (tx) => recordAudit(tx, entry))
        .catch((error: unknown) => log.warn({ err: error }, 'A refusal could not be recorded.'))
        .finally(() => writing.delete(done))
      writing.add(done)
    },
    allWritten: async (): Promise<void> => {
      await Promise.all(writing)
    },
  }
}
