import type { LoggedEvent } from './event.ts'

/** The end of the log as this process has numbered it: what is read of it need not be read from the database. */
export type Tail = {
  /** After their numbers have been committed. */
  add(events: readonly LoggedEvent[]): void
  /** All events after a place and up to another one. Undefined where this process does not know all of them. */
  between(after: number, to: number): readonly LoggedEvent[] | undefined
}

const keptMax = 500

/** Places have no gaps, so one that is missing was numbered by another process: what came before it is let go then. */
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
