import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'

/**
 * The token is bound to the interaction, which only this browser's signed cookie opens, and to the person who is
 * signed in there.
 */
export function formTokenOf(key: Buffer, uid: string, accountId: string | undefined): string {
  return createHmac('sha256', key)
    .update(`${uid}|${accountId ?? ''}`)
    .digest('base64url')
}

/** Refuses a form that a page of another site sent, or that was made for another person. */
export function assertOwnForm(
  request: FastifyRequest,
  { expected, authUrl }: { readonly expected: string; readonly authUrl: string },
): void {
  const { formToken } = request.body as { formToken?: string }
  if (!comesFromUs(request, authUrl) || !isSame(formToken ?? '', expected)) {
    throw new errors.SessionNotFound('the form was not sent by this browser from our page')
  }
}

/** Browsers set Sec-Fetch-Site and no script can. A browser that is too old for it sends an Origin. */
function comesFromUs({ headers }: FastifyRequest, authUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin === new URL(authUrl).origin
}

function isSame(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
