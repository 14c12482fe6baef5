import { createHash } from 'node:crypto'
import { messagePage, passkeyScript, styles } from '@purveyor/web/authorize'
import type { FastifyReply } from 'fastify'

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

const explanations: Readonly<Record<string, string>> = {
  'platform.rate_limited': 'There were too many tries from here in a short time. Wait a minute.',
  'platform.dependency_down': 'A part that this needs cannot be reached at the moment.',
  server_error: 'Something went wrong on our side. It has been written down.',
  invalid_client: 'The app that sent you here is not known, or has been shut out.',
  invalid_redirect_uri:
    'The app asked for you to be sent to an address that is not registered for it.',
  session_not_found:
    'This sign-in was finished already, took too long, or was begun in another browser.',
}

/** For errors without a safe redirect: a page that shows the error, with no link. */
export function errorPage(error: string): { html: string; policy: string } {
  const text =
    explanations[error] ?? 'The request that brought you here is not one we can carry out.'
  const html = messagePage({
    title: 'This cannot go on',
    text,
    advice: 'Go back to the app and begin again. Nothing was given to it.',
    code: error,
  })
  return { html, policy: pagePolicy() }
}
