import { after, daysMs } from '#kernel/time'
import type { Seal } from '#platform/seal'

/** What a link opens: one event of one company. */
export type Linked = { readonly companyId: string; readonly eventId: string }

/** Longer than all attempts of a delivery take, so that a receiver that was down can still use the last link. */
export const linkMs = daysMs(7)

const place = 'webhooks.event_links'
const longest = 1_000

/**
 * An address that reads an event that was too long to send, without a credential: whoever has the link would have got
 * the data. The link contains what it opens, sealed: nothing is stored and nothing can be guessed.
 */
export function eventLink(
  seal: Seal,
  baseUrl: string,
  { companyId, eventId }: Linked,
  now: Date,
): string {
  const until = after(now, linkMs).getTime()
  const token = seal.seal(JSON.stringify([companyId, eventId, until]), place)
  return `${baseUrl}/api/v1/webhooks/event-data?link=${token}`
}

/** Undefined if this service did not make the link, or if the link has expired. */
export function openEventLink(seal: Seal, token: string, now: Date): Linked | undefined {
  if (token.length > longest) return undefined
  try {
    const [companyId, eventId, until] = JSON.parse(seal.open(token, place)) as [
      string,
      string,
      number,
    ]
    return until > now.getTime() ? { companyId, eventId } : undefined
  } catch {
    return undefined
  }
}
