import type { LoggedEvent } from './event.ts'

/** The end of the log as this process has numbered it. Readers need not read these events from the database. */
export type Tail = {
  /** Adds events after their numbers have been committed. */
  add(events: readonly LoggedEvent[]): void
  /** All events after a position, up to another one. Undefined when this process does not know all of them. */
  between(after: number, to: number): readonly LoggedEvent[] | undefined
}

const keptMax = 500

/** Positions have no gaps, so another process numbered a missing one. The earlier events are then dropped. */
export function createTail(): Tail {
  let kept: readonly LoggedEvent[] = []
  return {
    add: (events) => {
      const [first] = events
      if (!first) return
      const isNext = first.position === (kept.at(-1)?.position ?? 0) + 1
      kept = (isNext ? [...kept, ...events] : [...events]).slice(-keptMax)
    },
    between: (after, to) => {
      const [first] = kept
      const last = kept.at(-1)
      if (!first || !last || first.position > after + 1 || last.position < to) return undefined
      return kept.slice(after + 1 - first.position, to + 1 - first.position)
    },
  }
}
