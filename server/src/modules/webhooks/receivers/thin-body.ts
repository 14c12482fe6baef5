/** Receivers and what stands before them often take no more: the recommendation of Standard Webhooks. */
export const fullBodyMaxBytes = 20_480

/**
 * The body, or where it is too long or the endpoint asked for it, the body without its data and the address where that is
 * read. `thin` is for what must not lie with the receiver, so it is read with a credential of the company. What is only
 * too long is read by whoever has the `link`.
 */
export function bodyFor(
  body: string,
  payload: 'full' | 'thin',
  { baseUrl, link }: { readonly baseUrl: string; readonly link: () => string },
): string {
  if (payload === 'full' && Buffer.byteLength(body) <= fullBodyMaxBytes) return body
  const { data: _left, ...facts } = JSON.parse(body) as { id: string; data: unknown }
  const dataUrl = payload === 'thin' ? `${baseUrl}/api/v1/webhooks/events/${facts.id}` : link()
  return JSON.stringify({ ...facts, dataUrl })
}
