import type { ServerResponse } from 'node:http'

/**
 * Nothing here is a page; the pages that there are set their own policy. These are the headers of Helmet, whose plugin for
 * Fastify works them out anew for each request. A test holds them against it.
 */
const securityHeaders: readonly (readonly [name: string, value: string])[] = [
  ['content-security-policy', "default-src 'none';frame-ancestors 'none';base-uri 'none'"],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['origin-agent-cluster', '?1'],
  ['referrer-policy', 'no-referrer'],
  ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
  ['x-content-type-options', 'nosniff'],
  ['x-dns-prefetch-control', 'off'],
  ['x-download-options', 'noopen'],
  ['x-frame-options', 'DENY'],
  ['x-permitted-cross-domain-policies', 'none'],
  ['x-xss-protection', '0'],
]

/** On Node's own answer, so that they are there too where a handler takes it over. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of securityHeaders) response.setHeader(name, value)
}
