import type { Clock } from '#kernel/time'
import { type Outbound, OutboundFailed, type OutboundReason } from '#platform/net'
import type { Seal } from '#platform/seal'
import type { Dispatch, ErrorClass } from '../deliveries/delivery.ts'
import type { Sent } from '../deliveries/outcome.ts'
import { openSecret } from '../endpoints/secrets.ts'
import { eventLink } from './event-link.ts'
import { responseText } from './response-text.ts'
import { deliveryHeaders } from './signature.ts'

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

/** Receivers and what stands before them often take no more: the recommendation of Standard Webhooks. */
const fullBodyMaxBytes = 20_480

/**
 * The body, or where it is too long or the endpoint asked for it, the body without its data and the address where that is
 * read. `thin` is for what must not lie with the receiver, so it is read with a credential of the company. What is only
 * too long is read by whoever has the `link`.
 */
function bodyFor(
  body: string,
  payload: 'full' | 'thin',
  { baseUrl, link }: { readonly baseUrl: string; readonly link: () => string },
): string {
  if (payload === 'full' && Buffer.byteLength(body) <= fullBodyMaxBytes) return body
  const { data: _left, ...facts } = JSON.parse(body) as { id: string; data: unknown }
  const dataUrl = payload === 'thin' ? `${baseUrl}/api/v1/webhooks/events/${facts.id}` : link()
  return JSON.stringify({ ...facts, dataUrl })
}

const classes: Readonly<Record<OutboundReason, ErrorClass>> = {
  dns: 'unreachable',
  refused: 'unreachable',
  network: 'unreachable',
  aborted: 'unreachable',
  timeout: 'timeout',
  tls: 'tls',
  protocol: 'broken_answer',
  too_large: 'broken_answer',
}

/** Anything that is not known to be harmless to tell is `unreachable`, an address that may not be called included. */
function classify(error: unknown): ErrorClass {
  return error instanceof OutboundFailed ? classes[error.reason] : 'unreachable'
}
