import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import {
  type AuthorizeKey,
  type AuthorizeWords,
  messagePage,
  passkeyScript,
  styles,
} from '#pages/authorize'

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
const styleSource = `'sha256-${digestOf(styles)}'`
const scriptSource = `'sha256-${digestOf(passkeyScript)}'`

/**
 * Allows only our own style and, on pages with passkeys, their one script. Forms go only to us. A browser applies
 * `form-action` to the redirect after a form too, so the policy names the callback address of the app, and no other.
 */
export function pagePolicy(returnsTo?: string, usesPasskeys = false): string {
  const url = returnsTo === undefined ? undefined : URL.parse(returnsTo)
  const target = url && (/^https?:$/.test(url.protocol) ? url.origin : url.protocol)
  return [
    "default-src 'none'",
    `style-src ${styleSource}`,
    ...(usesPasskeys ? [`script-src ${scriptSource}`] : []),
    "base-uri 'none'",
    `form-action 'self'${target ? ` ${target}` : ''}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

export function sendPage(
  reply: FastifyReply,
  page: string,
  {
    status = 200,
    returnsTo,
    usesPasskeys,
  }: { status?: number; returnsTo?: string | undefined; usesPasskeys?: boolean } = {},
): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': pagePolicy(returnsTo, usesPasskeys),
      // The header of all other answers would break the connection to the window that opened this one.
      'cross-origin-opener-policy': 'unsafe-none',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

const explanations: Readonly<Record<string, AuthorizeKey>> = {
  'platform.rate_limited': 'error.rateLimited',
  'platform.dependency_down': 'error.dependencyDown',
  server_error: 'error.serverError',
  invalid_client: 'error.invalidClient',
  invalid_redirect_uri: 'error.invalidRedirectUri',
  session_not_found: 'error.sessionNotFound',
}

/** For errors without a safe redirect: a page that shows the error, with no link. */
export function errorPage(words: AuthorizeWords, error: string): { html: string; policy: string } {
  const text = words.t(explanations[error] ?? 'error.other')
  return { html: messagePage(words, { text, code: error }), policy: pagePolicy() }
}
