import { AsyncLocalStorage } from 'node:async_hooks'
import { secondsMs } from '#kernel/time'
import { noticeAge } from './age-notice.ts'
import type { FxDeps } from './deps.ts'

/** Of one process. The incident counts how often it was seen; each conversion would be too much. */
const everyMs = secondsMs(60)

/**
 * Tells the operators that conversions are served from stale rates, or refused for expired ones. Not part of the conversion: that may run in a
 * transaction, which could roll back what was noticed, and must not wait for it.
 */
export function createStaleNotice(deps: FxDeps): () => void {
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  let quietUntil = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + everyMs
    outsideOfRequests(() => noticeAge(deps)).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'Stale exchange rates could not be reported.')
    })
  }
}
