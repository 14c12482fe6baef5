import type { StoredEvent } from '../search-record.ts'

/** How long a client waits before it connects again, when its connection is lost (HTML, 9.2.6). */
const retryMs = 2_000

/** What every stream begins with: it makes proxies pass the head on. */
export const greeting = `retry: ${retryMs}\n\n`

/** A comment, which clients do not see and proxies count as life. */
export const keepAlive = ': keep-alive\n\n'

/** Before this process stops: come again soon, and not all in the same moment. */
export function goodbye(): string {
  return `retry: ${1_000 + Math.floor(Math.random() * 3_000)}\n: this process stops, connect again\n\n`
}

/** JSON has no line breaks of its own, so the data are one line. */
export function textOfEvent(searchId: string, { event, kind, data }: StoredEvent): string {
  return `id: ${eventIdOf(searchId, event)}\nevent: ${kind}\ndata: ${data}\n\n`
}

/** Names its search, so that one stream's place is not taken for another's. */
export const eventIdOf = (searchId: string, event: number): string => `${searchId}/${event}`

const shape = /^(srch_[0-9a-hjkmnp-tv-z]{26})\/([1-9][0-9]{0,8})$/

/** Undefined for what is no id of any event. */
export function readEventId(text: string): { searchId: string; event: number } | undefined {
  const [, searchId, event] = shape.exec(text) ?? []
  return searchId && event ? { searchId, event: Number(event) } : undefined
}
