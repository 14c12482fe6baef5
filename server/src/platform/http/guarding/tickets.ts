import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Principal, Scope } from '#kernel/actor'
import { after, minutesMs } from '#kernel/time'
import { refuse } from '../failures.ts'

/** Long enough for a page to connect and to connect again, and short enough that a ticket in a log is worth nothing. */
const ticketMs = minutesMs(5)
const signatureBytes = 32
const longest = 2_000

export type Ticket = { readonly text: string; readonly expiresAt: Date }

export type Tickets = {
  /** Issues a ticket that opens only this address for the actor, for reading, with no more than this scope. */
  issue(path: string, actor: Principal, scope: Scope): Ticket
  /** The principal of the ticket. Throws if the ticket is for another address or too old. */
  redeem(path: string, text: string): Principal
}

type Content = Pick<
  Principal,
  'kind' | 'id' | 'companyId' | 'unitId' | 'clientId' | 'sessionId' | 'requestsPerMinute'
> & { readonly scope: Scope; readonly until: number }

/**
 * A credential for clients that cannot send headers, such as a browser's EventSource. Its signature binds it to one address, and
 * it opens nothing else; see docs/adr/0016.
 */
export function createTickets(secret: Buffer, now: () => Date): Tickets {
  const key = createHmac('sha256', secret).update('purveyor/tickets').digest()
  const signatureOf = (path: string, content: Buffer) =>
    createHmac('sha256', key).update(`ticket.1\0${path}\0`).update(content).digest()

  return {
    issue: (path, actor, scope) => {
      const { kind, id, companyId, unitId, clientId, sessionId, requestsPerMinute } = actor
      const expiresAt = after(now(), ticketMs)
      const own = { kind, id, companyId, unitId, clientId, sessionId, requestsPerMinute }
      const content = Buffer.from(JSON.stringify({ ...own, scope, until: expiresAt.getTime() }))
      const bytes = Buffer.concat([signatureOf(path, content), content])
      return { text: bytes.toString('base64url'), expiresAt }
    },
    redeem: (path, text) => {
      const bytes = text.length > longest ? Buffer.alloc(0) : Buffer.from(text, 'base64url')
      const signature = bytes.subarray(0, signatureBytes)
      const content = bytes.subarray(signatureBytes)
      const isOurs =
        signature.length === signatureBytes &&
        bytes.toString('base64url') === text &&
        timingSafeEqual(signature, signatureOf(path, content))
      if (!isOurs) throw refuse('ticket_refused')
      const { scope, until, ...holder } = JSON.parse(content.toString('utf8')) as Content
      if (until <= now().getTime()) throw refuse('ticket_refused')
      return { ...holder, roles: new Set(), scopes: new Set([scope]), expiresAt: new Date(until) }
    },
  }
}
