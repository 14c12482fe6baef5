import type { Principal } from '#kernel/actor'
import type { Http } from '#platform/http'

/** The address of a stream for an EventSource, which cannot send a credential. */
export type TicketedStream = {
  readonly ticket: string
  readonly url: string
  readonly expiresAt: string
}

/** Issues a ticket for the stream at this path. */
export function ticketedStream(http: Http, actor: Principal, path: string): TicketedStream {
  const { text, expiresAt } = http.tickets.issue(path, actor, 'products:read')
  return { ticket: text, url: `${path}?ticket=${text}`, expiresAt: expiresAt.toISOString() }
}
