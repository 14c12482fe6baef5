import { randomUUID } from 'node:crypto'
import type { Cache } from '#platform/cache'

/** Whether hints come through: what we say ourselves over the cache is heard again. */
export type Pulse = {
  /** Says something. Never throws and never waits. */
  beat(): void
  isHeard(): boolean
  stop(): void
}

/** Two beats may be lost, or late. */
const quietMs = 1_250

/**
 * A connection to the cache can be open and lead nowhere, and a subscription can be lost on one that answers: only a
 * message that has gone the whole way says that hints do. It takes the same connection as theirs.
 */
export function startPulse(cache: Cache): Pulse {
  const channel = `catalog.streams.${randomUUID()}`
  let heardAt = performance.now()
  const hearing = cache
    .subscribe(channel, () => {
      heardAt = performance.now()
    })
    .catch(() => undefined)
  return {
    beat: () => void cache.publish(channel, '').catch(() => undefined),
    isHeard: () => cache.state() === 'up' && performance.now() - heardAt < quietMs,
    stop: () => {
      hearing.then((stop) => stop?.()).catch(() => undefined)
    },
  }
}
