import { crashPoint } from '#platform/faults'
import { type Loop, runLoop, workOn } from '#platform/leases'
import type { ChatDeps } from '../deps.ts'
import { finalizationTopic } from '../sessions/session.ts'
import type { FinalizationRow } from '../tables.ts'
import { finalizationQueue, toFinalization } from './finalization-store.ts'
import { finalizeSession } from './finalize-session.ts'

const batchMax = 20

/** Ends confirmed sessions whose searches have ended. Any number of processes may run workers. */
export function finalizationWorker(deps: ChatDeps): Loop {
  return runLoop({
    name: 'chat.finalizations',
    wake: deps.wake,
    topics: [finalizationTopic],
    work: async () => {
      const taken = await finalizeSessions(deps)
      return taken === batchMax ? taken : 0
    },
    idleMsMin: 100,
    idleMsMax: 1_000,
    log: deps.log,
  })
}

/** One round. Returns how many sessions it took. A session that fails keeps its lease, and is due again when it ends. */
export async function finalizeSessions(deps: ChatDeps): Promise<number> {
  return workOn<FinalizationRow>(deps, finalizationQueue, batchMax, async (rows, lease) => {
    crashPoint('chat.finalizations_claimed')
    for (const row of rows) {
      await finalizeSession(deps, toFinalization(row), lease).catch((error: unknown) =>
        deps.log.error({ err: error, sessionId: row.session_id }, 'A session was not finalized.'),
      )
    }
  })
}
