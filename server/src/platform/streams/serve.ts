import { type Connection, pump } from './connection.ts'
import { type Follow, forgetReads, shareReads } from './follow.ts'
import type { StreamsState } from './state.ts'
import type { StreamEnd } from './stream-ends.ts'

/** Sends the available events to one connection. Never throws. */
export async function serve(
  state: StreamsState,
  follow: Follow,
  connection: Connection,
): Promise<void> {
  const { source, database } = state
  const readAfter = shareReads(follow, (key, event, limit) =>
    source.readAfter(database.pool, key, event, limit),
  )
  try {
    if (await pump(connection, readAfter)) endStream(state, connection, 'over')
    else if (connection.blockedAt !== undefined) state.blocked.add(connection)
  } catch (error) {
    // The database is unavailable. The next poll tries again, and the client sees a quiet stream.
    state.log.warn({ err: error, recordId: follow.key.id }, 'Events could not be read.')
  }
}

/** Sends the available events to all followers of a record. */
export function serveAll(state: StreamsState, follow: Follow): void {
  forgetReads(follow)
  for (const connection of follow.connections) void serve(state, follow, connection)
}

/** Writes text that is not an event. */
export function write(state: StreamsState, connection: Connection, text: string): void {
  if (connection.response.write(text)) return
  connection.blockedAt ??= performance.now()
  state.blocked.add(connection)
}

export function endStream(
  { blocked }: StreamsState,
  connection: Connection,
  how: StreamEnd,
  lastWords?: string,
): void {
  connection.end ??= how
  connection.response.end(lastWords)
  // The rest is in its buffer. A client that does not read it is disconnected, too.
  connection.blockedAt ??= performance.now()
  blocked.add(connection)
}

export function cutOffStalled({ blocked, stallMs }: StreamsState): void {
  const at = performance.now()
  for (const connection of blocked) {
    if (connection.blockedAt === undefined) blocked.delete(connection)
    else if (at - connection.blockedAt >= stallMs) {
      connection.end ??= 'slow_reader'
      connection.response.destroy()
    }
  }
}
