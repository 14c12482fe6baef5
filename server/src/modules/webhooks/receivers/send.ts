import type { Clock } from '#kernel/time'
import type { Outbound } from '#platform/net'
import type { Seal } from '#platform/seal'
import type { Dispatch, ErrorClass } from '../deliveries/delivery.ts'
import type { Sent } from '../deliveries/outcome.ts'
import { openSecret } from '../endpoints/secrets.ts'
import { classify } from './error-class.ts'
import { eventLink } from './event-link.ts'
import { responseText } from './response-text.ts'
import { deliveryHeaders } from './signature.ts'
import { bodyFor } from './thin-body.ts'

export type SendDeps = {
  readonly outbound: Outbound
  readonly seal: Seal
  readonly now: Clock
  readonly timeoutMs: number
  /** Where we are reached: what is left out of a body is read there. */
  readonly baseUrl: string
}

/** Something of ours was missing, such as the key to a secret. The receiver has seen nothing, so it is no attempt. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/** What is read of an answer. Of that, 16 kB are kept. */
const answerMaxBytes = 65_536

/**
 * One attempt, outside of any transaction. Resolves whatever the receiver does; throws only when `signal` says stop, and
 * `NotSent` before anything has left.
 */
export async function sendOnce(
  deps: SendDeps,
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<Sent> {
  const startedAt = deps.now()
  const started = performance.now()
  const { body, headers } = madeReady(deps, dispatch, startedAt)
  const made = (rest: Omit<Sent['attempt'], 'startedAt' | 'ms' | 'requestHeaders'>) => {
    const ms = Math.round(performance.now() - started)
    return { startedAt, ms, requestHeaders: headers, ...rest }
  }
  try {
    const answer = await deps.outbound.request({
      url: dispatch.url,
      method: 'POST',
      headers,
      body,
      timeoutMs: deps.timeoutMs,
      maxBodyBytes: answerMaxBytes,
      longBody: 'truncate',
      audience: 'user',
      signal,
    })
    const attempt = made({
      statusCode: answer.status,
      errorClass: statusClass(answer.status),
      responseBody: responseText(answer.body),
    })
    return { dispatch, attempt, retryAfter: answer.headers['retry-after'] }
  } catch (error) {
    if (signal.aborted) throw error
    const errorClass = classify(error)
    const attempt = made({ statusCode: undefined, errorClass, responseBody: undefined })
    return { dispatch, attempt, retryAfter: undefined }
  }
}

function madeReady({ seal, baseUrl }: SendDeps, dispatch: Dispatch, at: Date) {
  try {
    const link = () => eventLink(seal, baseUrl, dispatch, at)
    const body = bodyFor(dispatch.body, dispatch.payload, { baseUrl, link })
    return { body, headers: headersOf(seal, dispatch, body, at) }
  } catch (cause) {
    throw new NotSent('The delivery could not be signed.', { cause })
  }
}

function headersOf(seal: Seal, dispatch: Dispatch, body: string, at: Date): Record<string, string> {
  const open = (sealed: string) => openSecret(seal, dispatch.companyId, dispatch.endpointId, sealed)
  const { sealedSigningKey } = dispatch
  const announcement = {
    delivery: dispatch.eventId,
    timestamp: Math.floor(at.getTime() / 1_000),
    body,
    type: dispatch.eventType,
    isReplay: dispatch.isReplay,
    signingKey: sealedSigningKey && open(sealedSigningKey),
  }
  return deliveryHeaders(announcement, dispatch.sealedSecrets.map(open))
}

/** A redirect is not followed: the address that was checked is the one that is called. */
function statusClass(status: number): ErrorClass | undefined {
  if (status >= 200 && status < 300) return undefined
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}
