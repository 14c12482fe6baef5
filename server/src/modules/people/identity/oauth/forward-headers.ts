import type { IncomingMessage } from 'node:http'

/**
 * The only facts about its own address that the authorization server may trust: our setting, and the client address
 * that Fastify found behind the trusted proxies. Host and X-Forwarded-* of the client are overwritten, so nobody can
 * make a link point elsewhere.
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
