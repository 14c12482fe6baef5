import { randomUUID } from 'node:crypto'
import type { Cache } from '#platform/cache'

/** A hint that there may be work. A lost hint costs only time, because every listener also looks by itself. */
export type Wake = {
  /** Rings here at once, and in the other processes through the cache. Never throws and never waits. */
  ring(topic: string): void
  /** Rings in the other processes only. The caller has already notified this process. */
  ringElsewhere(topic: string): void
  /** Returns a function that stops listening. */
  listen(topic: string, onRing: () => void): () => void
  close(): void
}

const channel = 'wake'
/** After a ring was sent, the rings within this time are sent together, each topic once. */
const gatherMs = 5

export function createWake(cache: Cache): Wake {
  const origin = randomUUID()
  const listeners = new Map<string, Set<() => void>>()
  const outgoing = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const ringHere = (topic: string) => {
    for (const onRing of listeners.get(topic) ?? []) {
      try {
        onRing()
      } catch {
        // A listener that throws has only missed a hint. The caller that rang must not get its error.
      }
    }
  }

  const hearing = cache
    .subscribe(channel, (message) => {
      const { from, topics } = readMessage(message)
      if (from !== origin && !closed) topics.forEach(ringHere)
    })
    .catch(() => undefined)

  // The first ring is sent at once, because somebody may wait for it. The rings that follow closely are sent together.
  const publish = () => {
    timer = outgoing.size > 0 ? setTimeout(publish, gatherMs) : undefined
    if (outgoing.size === 0) return
    const message = JSON.stringify({ from: origin, topics: [...outgoing] })
    outgoing.clear()
    cache.publish(channel, message).catch(() => undefined)
  }

  const ringElsewhere = (topic: string) => {
    if (closed) return
    outgoing.add(topic)
    timer ??= setTimeout(publish, 0)
  }

  return {
    ring: (topic) => {
      if (!closed) ringHere(topic)
      ringElsewhere(topic)
    },
    ringElsewhere,
    listen: (topic, onRing) => {
      const ofTopic = listeners.get(topic) ?? new Set()
      listeners.set(topic, ofTopic.add(onRing))
      return () => {
        ofTopic.delete(onRing)
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic)
      }
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      listeners.clear()
      hearing.then((stop) => stop?.()).catch(() => undefined)
    },
  }
}

/** A message of the cache is untrusted text until it is checked. */
function readMessage(message: string): { from: string; topics: string[] } {
  try {
    const { from, topics } = JSON.parse(message) as { from?: unknown; topics?: unknown }
    if (typeof from !== 'string' || !Array.isArray(topics)) return { from: '', topics: [] }
    return { from, topics: topics.filter((topic) => typeof topic === 'string') }
  } catch {
    return { from: '', topics: [] }
  }
}
