import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { letGoOfHead } from '#platform/http'
import { fail } from '../../failures.ts'
import { eventsTopic } from '../publish.ts'
import type { SearchKey } from '../search-record.ts'
import type { Connection } from './connection.ts'
import { goodbye, greeting, keepAlive } from './event-text.ts'
import { type Follow, fallBack, forgetReads, startFollow } from './follow.ts'
import { mindHints, onRing } from './hints.ts'
import { look } from './look.ts'
import { startPulse } from './pulse.ts'
import { cutOffStalled, endStream, serve, write } from './serve.ts'
import { createState, type StreamsDeps, type StreamsState, tickMs } from './state.ts'
import type { StreamReading } from './stream-metrics.ts'

export type SearchStreams = {
  /** Throws while there is no room for another stream of this holder. Nothing has been sent then. */
  admit(holder: string): void
  /** Sends the events of a search after one, as they come, until the last of them or until the client goes. */
  follow(search: SearchKey, after: number, to: Receiver): void
  reading(): StreamReading
  /** Ends every stream with the hint to come again, here or elsewhere. */
  close(): void
}

export type Receiver = {
  readonly response: ServerResponse
  readonly holder: string
  readonly headers: OutgoingHttpHeaders
}

/**
 * Every stream of this process. Rows are the truth; a ring says that there are new ones, and is heard once for each
 * search however many follow it. One timer beats the pulse, looks for rows where rings do not come or were lost, keeps
 * quiet streams alive and cuts off who does not read.
 */
export function openStreams(deps: StreamsDeps): SearchStreams {
  const state = createState(deps)
  return {
    admit: (holder) => {
      const { isClosing, open, streamsMax, holders, streamsPerCredential } = state
      if (isClosing || open >= streamsMax) throw fail('streams_full')
      if ((holders.get(holder) ?? 0) >= streamsPerCredential) {
        throw fail('streams_too_many', { streamsMax: streamsPerCredential })
      }
    },
    follow: (search, after, to) => connect(state, search, after, to),
    reading: () => {
      const polled = [...state.follows.values()].filter(({ pollMs }) => pollMs !== undefined)
      const polling = polled.reduce((sum, { connections }) => sum + connections.size, 0)
      const { open, pollingSince, metered } = state
      return { open, polling, pollingSince, ...metered.read() }
    },
    close: () => {
      state.isClosing = true
      for (const { connections } of state.follows.values()) {
        for (const connection of connections) endStream(state, connection, 'stopping', goodbye())
      }
    },
  }
}

function connect(state: StreamsState, search: SearchKey, after: number, to: Receiver): void {
  const { response, holder, headers } = to
  start(state)
  state.open += 1
  state.holders.set(holder, (state.holders.get(holder) ?? 0) + 1)
  state.metered.opened()
  const follow = followOf(state, search)
  const connection: Connection = {
    search: follow.search,
    response,
    holder,
    openedAt: performance.now(),
    sent: after,
    products: 0,
    blockedAt: undefined,
    isReading: false,
    again: false,
    end: undefined,
  }
  state.wheel.add(connection, state.ticks)
  response.on('close', () => disconnect(state, follow, connection))
  response.on('error', ignore)
  response.on('drain', () => {
    if (connection.end !== undefined) return
    connection.blockedAt = undefined
    void serve(state, follow, connection)
  })
  response.writeHead(200, headers)
  write(state, connection, greeting)
  letGoOfHead(response)
  mindHints(state)
  // Those that are there already were counted when they fell back.
  if (state.pollingSince) state.metered.fellBack(fallBack(follow) ? follow.connections.size + 1 : 1)
  follow.connections.add(connection)
  // Listened first, read now: what is told in between is rung for.
  forgetReads(follow)
  void serve(state, follow, connection)
}

/** A client that is gone says so by closing. */
const ignore = () => undefined

function followOf(state: StreamsState, { companyId, id }: SearchKey): Follow {
  const known = state.follows.get(id)
  if (known) return known
  const follow = startFollow({ companyId, id })
  state.follows.set(id, follow)
  follow.stopListening = state.wake.listen(eventsTopic(follow.search), () => onRing(state, follow))
  return follow
}

function disconnect(state: StreamsState, follow: Follow, connection: Connection): void {
  const { holder, openedAt, products, end = 'client_gone' } = connection
  const left = (state.holders.get(holder) ?? 1) - 1
  if (left > 0) state.holders.set(holder, left)
  else state.holders.delete(holder)
  state.blocked.delete(connection)
  state.wheel.remove(connection)
  state.metered.ended(end, (performance.now() - openedAt) / 1_000, products)
  follow.connections.delete(connection)
  if (follow.connections.size === 0) {
    follow.stopListening()
    state.follows.delete(follow.search.id)
  }
  state.open -= 1
  if (state.open === 0) rest(state)
}

/** While somebody follows something, and only then. */
function start(state: StreamsState): void {
  state.pulse ??= startPulse(state.cache)
  state.timer ??= setInterval(tick, tickMs, state).unref()
}

function rest(state: StreamsState): void {
  clearInterval(state.timer)
  state.timer = undefined
  state.pulse?.stop()
  state.pulse = undefined
  state.pollingSince = undefined
}

/** A beat each other tick. */
const beatTicks = 2

function tick(state: StreamsState): void {
  state.ticks += 1
  if (state.ticks % beatTicks === 0) state.pulse?.beat()
  mindHints(state)
  cutOffStalled(state)
  for (const connection of state.wheel.due(state.ticks)) {
    const isQuiet = connection.blockedAt === undefined && !connection.response.writableEnded
    if (isQuiet) write(state, connection, keepAlive)
  }
  void look(state)
}
