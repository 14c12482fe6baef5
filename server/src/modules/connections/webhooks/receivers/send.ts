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
  /** The public address of this service, for links to data that a body leaves out. */
  readonly baseUrl: string
}

/** What is sent, to whom, and what signs it. */
export type Addressed = Pick<
  Dispatch,
  | 'companyId'
  | 'endpointId'
  | 'url'
  | 'sealedSecrets'
  | 'sealedSigningKey'
  | 'payload'
  | 'eventId'
  | 'eventType'
  | 'body'
  | 'isReplay'
>

/**
 * Something on our side was missing, such as the key to a secret. The receiver has seen nothing, so this is no
 * attempt.
 */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/** How much of an answer is read. 16 kB of it are stored. */
const answerMaxBytes = 65_536

/**
 * Makes one attempt, outside of any transaction. Resolves whatever the receiver does. Throws only if `signal` aborts,
 * and `NotSent` before anything was sent.
 */
export async function sendOnce(
  deps: SendDeps,
  dispatch: Addressed,
  signal: AbortSignal,
): Promise<Omit<Sent, 'dispatch'>> {
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
    return { attempt, retryAfter: answer.headers['retry-after'] }
  } catch (error) {
    if (signal.aborted) throw error
    const errorClass = classify(error)
    const attempt = made({ statusCode: undefined, errorClass, responseBody: undefined })
    return { attempt, retryAfter: undefined }
  }
}

function madeReady({ seal, baseUrl }: SendDeps, dispatch: Addressed, at: Date) {
  try {
    const link = () => eventLink(seal, baseUrl, dispatch, at)
    const body = bodyFor(dispatch.body, dispatch.payload, { baseUrl, link })
    return { body, headers: headersOf(seal, dispatch, body, at) }
  } catch (cause) {
    throw new NotSent('The delivery could not be signed.', { cause })
  }
}

function headersOf(
  seal: Seal,
  dispatch: Addressed,
  body: string,
  at: Date,
): Record<string, string> {
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

/** A redirect is not followed: only the address that was checked is called. */
function statusClass(status: number): ErrorClass | undefined {
  if (status >= 200 && status < 300) return undefined
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** Receivers and their proxies often accept no more: the recommendation of Standard Webhooks. */
const fullBodyMaxBytes = 20_480

/**
 * Returns the body. If it is too long, or the endpoint asked for it, the body has no data but the address of the
 * data. `thin` is for data that must not be stored at the receiver, so reading it takes a credential of the company.
 * Data that is only too long can be read with the `link`.
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

/**
 * Every error that is not known to be harmless to disclose is `unreachable`, including an address that may not be
 * called.
 */
function classify(error: unknown): ErrorClass {
  return error instanceof OutboundFailed ? classes[error.reason] : 'unreachable'
}
