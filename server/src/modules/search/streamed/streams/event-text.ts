import type { StoredEvent } from '../search-record.ts'

/** How long a client waits before it reconnects after a lost connection (HTML, 9.2.6). */
const retryMs = 2_000

/** The beginning of each stream. It makes proxies forward the head. */
export const greeting = `retry: ${retryMs}\n\n`

/** A comment that clients ignore. It keeps proxies from closing the connection. */
export const keepAlive = ': keep-alive\n\n'

/** Sent before this process stops. It asks clients to reconnect soon, but not all at once. */
export function goodbye(): string {
  return `retry: ${1_000 + Math.floor(Math.random() * 3_000)}\n: this process stops, connect again\n\n`
}

/** JSON text has no line breaks, so the data is one line. */
export function textOfEvent(searchId: string, { event, kind, data }: StoredEvent): string {
  return `id: ${eventIdOf(searchId, event)}\nevent: ${kind}\ndata: ${data}\n\n`
}

/** The id contains the search, so that a client cannot use it for another stream. */
export const eventIdOf = (searchId: string, event: number): string => `${searchId}/${event}`

const shape = /^(srch_[0-9a-hjkmnp-tv-z]{26})\/([1-9][0-9]{0,8})$/

/** Returns undefined for text that is not an event id. */
export function readEventId(text: string): { searchId: string; event: number } | undefined {
  const [, searchId, event] = shape.exec(text) ?? []
  return searchId && event ? { searchId, event: Number(event) } : undefined
}
