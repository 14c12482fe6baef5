import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { accountStyles, tokenScript } from '#pages/account'
import { passkeyScript } from '#pages/authorize'

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const scripts = { token: sourceOf(tokenScript), passkey: sourceOf(passkeyScript) }
const styleSource = sourceOf(accountStyles)

type PageOptions = { readonly status?: number; readonly script?: keyof typeof scripts | undefined }

/** The policy allows our own style and at most the one script of the page. Forms go only to us, and nobody may frame a page. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  { status = 200, script }: PageOptions = {},
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src ${styleSource}`,
    ...(script ? [`script-src ${scripts[script]}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page)
}
