/** Receivers and what stands before them often take no more: the recommendation of Standard Webhooks. */
export const fullBodyMaxBytes = 20_480

/**
 * The body without its data, and the address where that is read with a credential of the company. For an endpoint that
 * asked for it, and for whatever is too long. Made of the stored bytes, so it is the same over retries and replays.
 */
export function bodyFor(body: string, payload: 'full' | 'thin', baseUrl: string): string {
  if (payload === 'full' && Buffer.byteLength(body) <= fullBodyMaxBytes) return body
  const { data: _left, ...facts } = JSON.parse(body) as { id: string; data: unknown }
  return JSON.stringify({ ...facts, dataUrl: `${baseUrl}/api/v1/webhooks/events/${facts.id}` })
}
