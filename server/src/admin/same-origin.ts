import type { FastifyRequest } from 'fastify'
import { failPlatform } from '#platform/http'
import { fail } from './failures.ts'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * What changes something must come from a page of ours. The cookie is SameSite=Strict; this holds where a browser is
 * too old for that, and against pages on a sister host. JSON alone, so that no form can send it.
 */
export function refuseCrossSite(request: FastifyRequest, publicOrigins: ReadonlySet<string>): void {
  if (safeMethods.has(request.method)) return
  if (!isSameOrigin(request, publicOrigins)) throw fail('cross_site')
  const contentType = request.headers['content-type'] ?? ''
  if (request.method !== 'DELETE' && !/^application\/json\s*(?:;|$)/i.test(contentType)) {
    throw failPlatform('media_type_unsupported')
  }
}

function isSameOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  publicOrigins: ReadonlySet<string>,
): boolean {
  const site = headers['sec-fetch-site']
  // Browsers set it and no script can: where it is there, it decides.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  return publicOrigins.has(origin) || hostOf(origin) === host
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
