import { type Follow, fallBack, heal, planNextLook } from './follow.ts'
import { serveAll } from './serve.ts'
import type { StreamsState } from './state.ts'

/** A followed record has new events. */
export function onRing(state: StreamsState, follow: Follow): void {
  follow.missed = false
  if (state.pulse?.isHeard()) heal(follow)
  planNextLook(follow, true)
  serveAll(state, follow)
}

/**
 * If this process does not receive its own pulse, hints are lost, and it polls for rows until the pulse arrives again.
 * If only the hints of one record are lost, it polls that record until a hint arrives.
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
