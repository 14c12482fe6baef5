import type { StoredEvent } from './event.ts'

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
export function textOfEvent(recordId: string, { event, kind, data }: StoredEvent): string {
  return `id: ${eventIdOf(recordId, event)}\nevent: ${kind}\ndata: ${data}\n\n`
}

/** The id contains the record, so that a client cannot use it for another stream. */
export const eventIdOf = (recordId: string, event: number): string => `${recordId}/${event}`

const shape = /^([a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26})\/([1-9][0-9]{0,8})$/

export type EventPlace = { readonly recordId: string; readonly event: number }

/** Returns undefined for text that is not an event id of a record with this prefix. */
export function readEventId(prefix: string, text: string): EventPlace | undefined {
  const [, recordId, event] = shape.exec(text) ?? []
  return recordId?.startsWith(`${prefix}_`) && event
    ? { recordId, event: Number(event) }
    : undefined
}
