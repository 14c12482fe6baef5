import { randomUUID } from 'node:crypto'
import type { Cache } from '#platform/cache'

/** A hint that there may be work. Losing one costs latency only: whoever listens also looks by itself. */
export type Wake = {
  /** Rings here at once, and in the other processes through the cache. Never throws and never waits. */
  ring(topic: string): void
  /** Rings in the other processes alone, where those here have been told by whoever rings. */
  ringElsewhere(topic: string): void
  /** Returns how to stop listening. */
  listen(topic: string, onRing: () => void): () => void
  close(): void
}

const channel = 'wake'
/** After a ring has gone out, those within this time travel together, each topic once. */
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
        // A listener that throws has missed a hint, and only that. The one who rang must not pay for it.
      }
    }
  }

  const hearing = cache
    .subscribe(channel, (message) => {
      const { from, topics } = read(message)
      if (from !== origin && !closed) topics.forEach(ringHere)
    })
    .catch(() => undefined)

  // The first one goes at once: somebody may be waiting for it. Those on its heels wait for each other.
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

/** What comes over the wire is somebody's text until it has been looked at. */
function read(message: string): { from: string; topics: string[] } {
  try {
    const { from, topics } = JSON.parse(message) as { from?: unknown; topics?: unknown }
    if (typeof from !== 'string' || !Array.isArray(topics)) return { from: '', topics: [] }
    return { from, topics: topics.filter((topic) => typeof topic === 'string') }
  } catch {
    return { from: '', topics: [] }
  }
}
