import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The same scheme under two sets of header names: Standard Webhooks, and the service's own. */
const forms = [
  { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' },
  {
    id: 'x-service-delivery',
    timestamp: 'x-service-timestamp',
    signature: 'x-service-signature',
  },
] as const

const toleranceSeconds = 300

/**
 * True when the delivery has at least one form of the signature and every form in it is correct. Written from the published
 * description alone, so that it checks the service independently.
 */
export function isVerified(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): boolean {
  const present = forms.filter((form) => headers[form.signature] !== undefined)
  return present.length > 0 && present.every((form) => isRight(form, headers, body, secrets, now))
}

function isRight(
  form: (typeof forms)[number],
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): boolean {
  const id = headers[form.id]
  const timestamp = headers[form.timestamp]
  const signatures = headers[form.signature]
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') {
    return false
  }
  const age = now.getTime() / 1_000 - Number(timestamp)
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(age) > toleranceSeconds) return false
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  const expected = secrets.map((secret) =>
    createHmac('sha256', keyOf(secret)).update(signed).digest(),
  )
  const brought = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
  return brought.some((one) =>
    expected.some((other) => one.length === other.length && timingSafeEqual(one, other)),
  )
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}
