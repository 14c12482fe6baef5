import { after, daysMs } from '#kernel/time'
import type { Seal } from '#platform/seal'

/** What a link opens: one event of one company. */
export type Linked = { readonly companyId: string; readonly eventId: string }

/** Longer than all attempts of a delivery take, so that a receiver that was down may still follow the last one. */
export const linkMs = daysMs(7)

const place = 'webhooks.event_links'
const longest = 1_000

/**
 * An address that reads what was too long to be sent, without a credential: whoever gets it would have got the data.
 * What it opens is sealed in it, so nothing is stored and nothing can be guessed.
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

/** Undefined for what we have not made, or not lately. */
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
