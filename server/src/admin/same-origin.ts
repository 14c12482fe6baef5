import type { FastifyRequest } from 'fastify'
import { failPlatform } from '#platform/http'
import { fail } from './failures.ts'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A change must come from a page of this runtime. The cookie is SameSite=Strict. This check also covers browsers that are too old
 * for that, and pages on a sister host. It requires JSON, or the media types of a file, so that no form can send a change.
 */
export function assertSameSite(request: FastifyRequest, publicOrigins: ReadonlySet<string>): void {
  if (safeMethods.has(request.method)) return
  if (!isSameOrigin(request, publicOrigins)) throw fail('cross_site')
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const accepted = Object.keys(request.routeOptions.config.streamed ?? { 'application/json': {} })
  if (request.method !== 'DELETE' && !accepted.includes(type.trim())) {
    throw failPlatform('media_type_unsupported')
  }
}

/** A page of ours sent the request: browsers say so in a header that no script can set. */
export function isSameOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  publicOrigins: ReadonlySet<string>,
): boolean {
  const site = headers['sec-fetch-site']
  // Browsers set this header and no script can. Where it is present, it decides.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  return publicOrigins.has(origin) || hostOf(origin) === host
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
