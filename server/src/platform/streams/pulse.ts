import { randomUUID } from 'node:crypto'
import type { Cache } from '#platform/cache'

/** Checks whether hints arrive: this process receives its own messages over the cache. */
export type Pulse = {
  /** Sends a message. Never throws and never waits. */
  beat(): void
  isHeard(): boolean
  stop(): void
}

/** Two beats may be lost or late. */
const quietMs = 1_250

/**
 * A connection to the cache may be open without working, and a subscription may be lost on a working connection. Only a
 * message that made the whole way proves that hints arrive. It uses the same connection as hints.
 */
export function startPulse(cache: Cache): Pulse {
  const channel = `streams.${randomUUID()}`
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
