import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { releaseHead } from '#platform/http'
import type { Connection } from './connection.ts'
import type { StreamKey } from './event.ts'
import { goodbye, greeting, keepAlive } from './event-text.ts'
import { type Follow, fallBack, forgetReads, startFollow } from './follow.ts'
import { mindHints, onRing } from './hints.ts'
import { look } from './look.ts'
import { startPulse } from './pulse.ts'
import { cutOffStalled, endStream, serve, write } from './serve.ts'
import { createState, type StreamsDeps, type StreamsState, tickMs } from './state.ts'
import type { StreamsNow } from './stream-figures.ts'

export type Streams = {
  /** Throws if there is no room for another stream of this owner, before anything is sent. */
  admit(holder: string): void
  /**
   * Sends the events of a record after the given one as they arrive, until the last event or until the client
   * disconnects.
   */
  follow(key: StreamKey, after: number, to: Receiver): void
  /** The streams of this process. */
  streamsNow(): StreamsNow
  /** Ends all streams, and asks the clients to reconnect, here or elsewhere. */
  close(): void
}

export type Receiver = {
  readonly response: ServerResponse
  readonly holder: string
  readonly headers: OutgoingHttpHeaders
  /** Ends this stream after an event of such a kind. By default, the last event of the record ends it. */
  readonly endsWith?: ((kind: string) => boolean) | undefined
}

/**
 * All streams of this process. The rows are the source of events. A hint announces new ones, once for each record
 * however many clients follow it. One timer sends the pulse, polls where hints are lost, keeps quiet streams alive and
 * disconnects clients that do not read.
 */
export function openStreams(deps: StreamsDeps): Streams {
  const state = createState(deps)
  const streamsNow = () => countStreams(state)
  deps.figures?.watch(streamsNow)
  return {
    admit: (holder) => {
      const { isClosing, open, source, streamsMax, holders, streamsPerCredential } = state
      if (isClosing || open >= streamsMax) throw source.full()
      if ((holders.get(holder) ?? 0) >= streamsPerCredential) {
        throw source.tooMany(streamsPerCredential)
      }
    },
    follow: (key, after, to) => connect(state, key, after, to),
    streamsNow,
    close: () => {
      state.isClosing = true
      for (const { connections } of state.follows.values()) {
        for (const connection of connections) endStream(state, connection, 'stopping', goodbye())
      }
    },
  }
}

function countStreams({ follows, open, pollingSince }: StreamsState): StreamsNow {
  const polled = [...follows.values()].filter(({ pollMs }) => pollMs !== undefined)
  const polling = polled.reduce((sum, { connections }) => sum + connections.size, 0)
  return { open, polling, pollingSince }
}

function connect(state: StreamsState, key: StreamKey, after: number, to: Receiver): void {
  const { response, holder, headers, endsWith } = to
  start(state)
  state.open += 1
  state.holders.set(holder, (state.holders.get(holder) ?? 0) + 1)
  state.metered.opened()
  const follow = followOf(state, key)
  const connection: Connection = {
    key: follow.key,
    endsWith: endsWith ?? state.source.isLast,
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
  releaseHead(response)
  mindHints(state)
  // Existing connections were counted when they fell back.
  if (state.pollingSince) state.metered.fellBack(fallBack(follow) ? follow.connections.size + 1 : 1)
  follow.connections.add(connection)
  // Listen first, then read: events in between send a hint.
  forgetReads(follow)
  void serve(state, follow, connection)
}

/** The close event reports a client that is gone. */
const ignore = () => undefined

function followOf(state: StreamsState, { companyId, id }: StreamKey): Follow {
  const known = state.follows.get(id)
  if (known) return known
  const follow = startFollow({ companyId, id })
  state.follows.set(id, follow)
  follow.stopListening = state.wake.listen(state.source.topicOf(follow.key), () =>
    onRing(state, follow),
  )
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
    state.follows.delete(follow.key.id)
  }
  state.open -= 1
  if (state.open === 0) rest(state)
}

/** Runs only while a client follows a search. */
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

/** A beat in every second tick. */
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
