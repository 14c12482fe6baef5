import type { ChatDeps } from '../deps.ts'
import { eventsTopic, isExtracting, type SessionKey } from './session.ts'
import { findSession } from './session-store.ts'

/** Without hints, the row is read this often. */
const pollMs = 500

/** Waits until the session has been answered, at most so long. Returns without an error when time is up. */
export async function waitForReply(
  { database, wake }: Pick<ChatDeps, 'database' | 'wake'>,
  key: SessionKey,
  waitMs: number,
): Promise<void> {
  const until = performance.now() + waitMs
  let ring: () => void = () => undefined
  const stopListening = wake.listen(eventsTopic(key), () => ring())
  try {
    for (;;) {
      const session = await findSession(database.pool, key.companyId, key.id)
      const leftMs = until - performance.now()
      if (!session || !isExtracting(session) || leftMs <= 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(pollMs, leftMs))
        ring = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    stopListening()
  }
}
