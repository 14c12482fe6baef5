import type { ServerResponse } from 'node:http'
import type { ReadAfter, StoredEvent, StreamKey } from './event.ts'
import { textOfEvent } from './event-text.ts'
import type { StreamEnd } from './stream-ends.ts'

/**
 * One client on one stream. It is a plain record, because there are thousands. Shared code in one place serves all of
 * them, and none has a timer.
 */
export type Connection = {
  readonly key: StreamKey
  /** Whether the stream ends with an event of this kind. */
  readonly endsWith: (kind: string) => boolean
  readonly response: ServerResponse
  /** The owner of the connection, for the limit. */
  readonly holder: string
  readonly openedAt: number
  /** The last event that was written. */
  sent: number
  products: number
  /** Since when the client has not read the data in its buffer. */
  blockedAt: number | undefined
  /** Rows are being read for it. `again`: more events have arrived since then. */
  isReading: boolean
  again: boolean
  /** The reason, if the service ended it. */
  end: StreamEnd | undefined
}

/** Few, so that a slow client costs few reads. */
const eventsAtOnce = 8

/**
 * Writes the events after the last sent one, as long as the client reads. Returns true after the last event of the
 * record. A call during a running one makes it read once more.
 */
export async function pump(connection: Connection, readAfter: ReadAfter): Promise<boolean> {
  if (connection.isReading) {
    connection.again = true
    return false
  }
  connection.isReading = true
  try {
    do {
      connection.again = false
      while (takesMore(connection)) {
        const events = await readAfter(connection.key, connection.sent, eventsAtOnce)
        if (events.length === 0) break
        if (writeEvents(connection, events)) return true
      }
    } while (connection.again && takesMore(connection))
  } finally {
    connection.isReading = false
  }
  return false
}

function takesMore({ response, blockedAt }: Connection): boolean {
  return blockedAt === undefined && !response.destroyed && !response.writableEnded
}

/**
 * Events that the client cannot take now are dropped here, and read again when the client has caught up. Nothing is
 * stored for it.
 */
function writeEvents(connection: Connection, events: readonly StoredEvent[]): boolean {
  const { response, key, endsWith } = connection
  for (const event of events) {
    if (!takesMore(connection)) return false
    const flows = response.write(textOfEvent(key.id, event))
    connection.sent = event.event
    connection.products += event.products
    if (endsWith(event.kind)) return true
    if (!flows) connection.blockedAt = performance.now()
  }
  return false
}
