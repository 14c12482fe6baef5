import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderEvent } from '../provider.ts'
import { stripeLibrary } from './library.ts'
import { paymentIdKey } from './reading.ts'

const toleranceSeconds = 300

/**
 * We take only the payment's name from a Stripe event: events come late, twice and in any order, so we ask Stripe for
 * the current state.
 */
export function verifyStripeEvent(
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
  secret: string,
  now: Date,
): ProviderEvent | undefined {
  const header = headers['stripe-signature']
  if (typeof header !== 'string') return undefined
  try {
    stripeLibrary().webhooks.constructEvent(
      rawBody,
      header,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    )
  } catch (error) {
    // A signed event that is not JSON is kept under the digest of its bytes.
    if (error instanceof SyntaxError) return unreadableEvent(rawBody)
    return undefined
  }
  return eventIn(rawBody)
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]{1,255}$/.test(value)

type WireEvent = {
  readonly id?: unknown
  readonly type?: unknown
  readonly data?: {
    readonly object?: {
      readonly id?: unknown
      readonly metadata?: Readonly<Record<string, unknown>> | null
    } | null
  } | null
}

function eventIn(rawBody: Buffer): ProviderEvent {
  const event = JSON.parse(rawBody.toString('utf8')) as WireEvent | null
  if (!isName(event?.id) || !isName(event.type)) return unreadableEvent(rawBody)
  const { id, type, data } = event
  const disputeId = data?.object?.id
  if (type.startsWith('charge.dispute.') && isName(disputeId)) {
    return { id, type, dispute: { reference: disputeId } }
  }
  const paymentId = data?.object?.metadata?.[paymentIdKey]
  if (!isName(paymentId)) return { id, type }
  const objectId = data?.object?.id
  return { id, type, about: { paymentId, reference: isName(objectId) ? objectId : '' } }
}

function unreadableEvent(rawBody: Buffer): ProviderEvent {
  return { id: createHash('sha256').update(rawBody).digest('hex'), type: 'unreadable' }
}
