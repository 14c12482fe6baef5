import type { IncomingMessage } from 'node:http'

/**
 * What the authorization server may believe about where it is: our setting and the address that Fastify found behind
 * the trusted proxies. Whatever a client wrote into Host or X-Forwarded-* is gone, so no link can be made to point at it.
 */
export function settleForwardHeaders(raw: IncomingMessage, authUrl: string, address: string): void {
  for (const name of Object.keys(raw.headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete raw.headers[name]
  }
  const { protocol, host } = new URL(authUrl)
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-for'] = address
  raw.headers.host = host
}
