import type { ServerResponse } from 'node:http'

/**
 * Most answers are no pages, and pages set their own policy. These are the headers of Helmet. Its plugin for Fastify computes them
 * again for each request. A test compares both.
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

/** Set on Node's own response, so that they are sent even if a handler takes the response over. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of securityHeaders) response.setHeader(name, value)
}
