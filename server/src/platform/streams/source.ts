import type { Failure } from '#kernel/failure'
import type { Conn } from '#platform/db'
import type { StoredEvent, StreamKey } from './event.ts'

/** Where the events of streams come from: rows of PostgreSQL, and hints that announce new ones. */
export type StreamSource = {
  /** The prefix of the ids of its records. An event id begins with the id of its record. */
  readonly idPrefix: string
  /** The prefix of the names of its metrics. */
  readonly metricsPrefix: string
  /** The label of its metrics for a stream that ended with its record. */
  readonly overLabel: string
  /** What the descriptions of its metrics call the streams. */
  readonly called: string
  /** The hint that a record has new events. */
  topicOf(key: StreamKey): string
  /** The next events after a given one, in order. */
  readAfter(conn: Conn, key: StreamKey, after: number, limit: number): Promise<StoredEvent[]>
  /** The number of the last event of each record. A missing record has been purged. */
  lastEvents(conn: Conn, keys: readonly StreamKey[]): Promise<ReadonlyMap<string, number>>
  /** Whether no event follows an event of this kind. */
  isLast(kind: string): boolean
  /** The failures of the owner: this process, or this credential, has too many streams. */
  full(): Failure
  tooMany(streamsMax: number): Failure
}
