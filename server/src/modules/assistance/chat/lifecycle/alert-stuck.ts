import { after, minutesMs } from '#kernel/time'
import { type Loop, runLoop } from '#platform/leases'
import type { ChatDeps } from '../deps.ts'
import { countStuck, lockStuck, markStuck, type Stuck, type StuckKind } from './lifecycle-store.ts'

/** A session counts as stuck after so long in its state. */
export const stuckAfterMinutes = { queued: 2, finalizing: 5 } as const

const keys = {
  queued: 'chat-session.brief-lifecycle.queued-stuck',
  finalizing: 'chat-session.brief-lifecycle.finalizing-stuck',
} as const

const kinds: readonly StuckKind[] = ['queued', 'finalizing']

/** One incident for each condition, whatever the number of sessions. */
const dedupeKey = 'all'

const batchMax = 100

type StuckDeps = Pick<ChatDeps, 'database' | 'incidents' | 'now'>

/** Raises an incident for each kind of stuck sessions, and resolves it when the last of them goes on. */
export async function alertStuck({ database, incidents, ...deps }: StuckDeps): Promise<number> {
  const now = deps.now()
  const before = {
    queued: after(now, -minutesMs(stuckAfterMinutes.queued)),
    finalizing: after(now, -minutesMs(stuckAfterMinutes.finalizing)),
  }
  return database.transaction(async (tx) => {
    // One process at a time, so that no process resolves an incident while another raises it.
    await lockStuck(tx)
    const found = await markStuck(tx, before, now, batchMax)
    const stuck = await countStuck(tx, before)
    for (const kind of kinds) {
      const condition = stuck.find((one) => one.kind === kind)
      if (!condition) await incidents.resolve(tx, { key: keys[kind], dedupeKey, now })
      else if (found.includes(kind)) await incidents.notify(tx, noticeOf(condition, now))
    }
    return found.length
  })
}

const summaries: Readonly<Record<StuckKind, string>> = {
  queued: 'have waited for their extraction',
  finalizing: 'have waited for their searches',
}

function noticeOf({ kind, count, oldest }: Stuck, now: Date) {
  const { sessionId, companyId, since } = oldest
  const minutes = stuckAfterMinutes[kind]
  return {
    key: keys[kind],
    severity: 'warning' as const,
    summary: `${count} chat sessions ${summaries[kind]} for more than ${minutes} minutes. The oldest is ${sessionId}.`,
    details: { count, oldest: { sessionId, companyId, since: since.toISOString() } },
    dedupeKey,
    now,
  }
}

export function stuckWatch(deps: ChatDeps): Loop {
  return runLoop({
    name: 'chat.alert_stuck',
    work: () => alertStuck(deps),
    idleMsMin: 5_000,
    idleMsMax: 15_000,
    log: deps.log,
  })
}
