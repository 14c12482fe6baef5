import { type Follow, fallBack, heal, planNextLook } from './follow.ts'
import { serveAll } from './serve.ts'
import type { StreamsState } from './state.ts'

/** A search that is followed here has new events. */
export function onRing(state: StreamsState, follow: Follow): void {
  follow.missed = false
  if (state.pulse?.isHeard()) heal(follow)
  planNextLook(follow, true)
  serveAll(state, follow)
}

/**
 * When our own pulse is not heard, hints do not come through, and rows are polled until it is heard again. Where only
 * those of one search are lost, it is polled until one comes.
 */
export function mindHints(state: StreamsState): void {
  const isHeard = state.pulse?.isHeard() ?? true
  if (isHeard && state.pollingSince) {
    state.pollingSince = undefined
    for (const follow of state.follows.values()) heal(follow)
  } else if (!isHeard && !state.pollingSince) {
    state.pollingSince = state.now()
    for (const follow of state.follows.values()) fallBackFrom(state, follow)
  }
  for (const follow of state.suspects.splice(0)) if (follow.missed) fallBackFrom(state, follow)
}

function fallBackFrom({ metered }: StreamsState, follow: Follow): void {
  if (fallBack(follow)) metered.fellBack(follow.connections.size)
}
