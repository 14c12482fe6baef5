import { createHmac, randomBytes } from 'node:crypto'
import { signWithKey } from '../endpoints/signing-key.ts'
import type { Signable } from './signable.ts'

const prefix = 'whsec_'

/** 32 random bytes in the form of Standard Webhooks. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** One signature per secret, separated by spaces. There are two while a secret rotates. */
export function sign(message: Signable, secrets: readonly string[]): string {
  return secrets.map((secret) => signOnce(message, secret)).join(' ')
}

function signOnce({ delivery, timestamp, body }: Signable, secret: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signed = createHmac('sha256', key).update(`${delivery}.${timestamp}.${body}`, 'utf8')
  return `v1,${signed.digest('base64')}`
}

export type Announcement = Signable & {
  readonly type: string
  /** Set if the endpoint wants an asymmetric signature as well. */
  readonly signingKey?: string | undefined
  readonly isReplay: boolean
}

/** Our headers, and the same three values under the names that every Standard Webhooks library reads. */
export function deliveryHeaders(
  announcement: Announcement,
  secrets: readonly string[],
): Record<string, string> {
  const { delivery, type, isReplay, signingKey } = announcement
  const timestamp = String(announcement.timestamp)
  const symmetric = sign(announcement, secrets)
  const signature = signingKey ? `${symmetric} ${signWithKey(announcement, signingKey)}` : symmetric
  return {
    'content-type': 'application/json',
    'user-agent': 'Purveyor',
    'x-service-event': type,
    'x-service-delivery': delivery,
    'x-service-timestamp': timestamp,
    'x-service-signature': signature,
    'webhook-id': delivery,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    ...(isReplay && { 'webhook-replay': 'true' }),
  }
}
