import type { ServerResponse } from 'node:http'
import { endsSearch, type SearchKey, type StoredEvent } from '../search-record.ts'
import { textOfEvent } from './event-text.ts'
import type { StreamEnd } from './stream-metrics.ts'

/**
 * One client on one stream. A plain record, of which there are thousands: what they have in common is done for all of
 * them in one place, and none has a timer.
 */
export type Connection = {
  readonly search: SearchKey
  readonly response: ServerResponse
  /** Whose it is, for the limit. */
  readonly holder: string
  readonly openedAt: number
  /** The last event that was written. */
  sent: number
  products: number
  /** Since when the client has not read what lies in its buffer. */
  blockedAt: number | undefined
  /** Rows are being read for it; `again`: there is more since then. */
  isReading: boolean
  again: boolean
  /** Why it was ended, where it was we who did. */
  end: StreamEnd | undefined
}

/** Few, so that what is read for a client that does not keep up is little. */
const eventsAtOnce = 8

export type ReadAfter = (search: SearchKey, event: number, limit: number) => Promise<StoredEvent[]>

/**
 * Writes what there is after the last event that was sent, as long as the client reads. True when that was the last
 * event of the search. Asked while it is at it already, it looks once more.
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
        const events = await readAfter(connection.search, connection.sent, eventsAtOnce)
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

/** What no longer goes out is dropped here, and read again when the client has caught up: nothing is kept for it. */
function writeEvents(connection: Connection, events: readonly StoredEvent[]): boolean {
  const { response, search } = connection
  for (const event of events) {
    if (!takesMore(connection)) return false
    const flows = response.write(textOfEvent(search.id, event))
    connection.sent = event.event
    connection.products += event.products
    if (endsSearch(event.kind)) return true
    if (!flows) connection.blockedAt = performance.now()
  }
  return false
}
