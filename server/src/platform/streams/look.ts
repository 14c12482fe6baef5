import { type Follow, lowestSent, planNextLook } from './follow.ts'
import { endStream, serveAll } from './serve.ts'
import type { StreamsState } from './state.ts'

const looksAtOnce = 500

/** Polls for rows that are due: one statement for hundreds of records. Never throws. */
export async function look(state: StreamsState): Promise<void> {
  if (state.isLooking) return
  state.isLooking = true
  try {
    const at = performance.now()
    const due = [...state.follows.values()].filter(({ lookAt }) => lookAt <= at)
    for (let from = 0; from < due.length; from += looksAtOnce) {
      const some = due.slice(from, from + looksAtOnce)
      const keys = some.map(({ key }) => key)
      const lastEvents = await state.source.lastEvents(state.database.pool, keys)
      for (const follow of some) judge(state, follow, lastEvents.get(follow.key.id))
    }
  } catch (error) {
    state.log.warn({ err: error }, 'Events could not be polled.')
  } finally {
    state.isLooking = false
  }
}

function judge(state: StreamsState, follow: Follow, lastEvent: number | undefined): void {
  if (lastEvent === undefined) {
    for (const connection of follow.connections) endStream(state, connection, 'purged')
    return
  }
  const isBehind = lastEvent > lowestSent(follow)
  planNextLook(follow, isBehind)
  if (!isBehind) return
  if (follow.pollMs === undefined) {
    // Its hint may still arrive. If it has not by the next tick, hints of this record are lost.
    follow.missed = true
    state.suspects.push(follow)
  }
  serveAll(state, follow)
}
