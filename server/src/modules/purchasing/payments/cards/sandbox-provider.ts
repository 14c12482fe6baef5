import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { decimalOf } from '#kernel/money'
import type { Outbound } from '#platform/net'
import {
  type PaymentProvider,
  type ProviderEvent,
  ProviderRefused,
  ProviderUnavailable,
} from './provider.ts'
import {
  readEvent,
  readIntent,
  readIntents,
  readRefund,
  readRefunds,
  readRefusal,
} from './sandbox-wire.ts'

export type SandboxProviderOptions = {
  readonly outbound: Outbound
  readonly baseUrl: string
  readonly apiKey: string
  readonly eventSecret: string
  readonly timeoutMs: number
  /** The merchant's name on the hosted page. */
  readonly merchantName?: string
}

type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly key?: string
  readonly body?: Readonly<Record<string, unknown>>
}

const maxBodyBytes = 1_048_576
/** These statuses mean that the request is wrong or that the bank refused: another try will not help. */
const refusals: ReadonlySet<number> = new Set([400, 402, 404, 409, 410, 422])

/** The sandbox's provider, with a hosted page, spoken to over real HTTP. */
export function createSandboxProvider(options: SandboxProviderOptions): PaymentProvider {
  const send = (call: Call) => request(options, call)
  const intents = '/payments/v1/intents'
  const at = (reference: string) => `${intents}/${encodeURIComponent(reference)}`

  return {
    name: 'sandbox',
    createIntent: async ({ paymentId, amount, captureMethod, returnUrl, expiresAt }) => {
      const body = {
        merchantReference: paymentId,
        merchantName: options.merchantName ?? 'Purveyor',
        amount: decimalOf(amount),
        currency: amount.currency,
        captureMethod,
        ...(returnUrl === undefined ? {} : { returnUrl }),
        expiresAt: expiresAt.toISOString(),
      }
      return readIntent(
        bodyOfSuccess(await send({ method: 'POST', path: intents, key: paymentId, body })),
      )
    },
    getIntent: async (reference) =>
      readIntent(bodyOfSuccess(await send({ method: 'GET', path: at(reference) }))),
    cancelIntent: async (reference) =>
      finalIntent(await send({ method: 'POST', path: `${at(reference)}/cancel` })),
    capture: async (reference, amount, key) =>
      finalIntent(
        await send({
          method: 'POST',
          path: `${at(reference)}/capture`,
          key,
          body: { amount: decimalOf(amount) },
        }),
      ),
    refund: async (reference, amount, refundId) =>
      readRefund(
        bodyOfSuccess(
          await send({
            method: 'POST',
            path: `${at(reference)}/refunds`,
            key: refundId,
            body: { amount: decimalOf(amount), merchantReference: refundId },
          }),
        ),
      ),
    listRefunds: async (reference) =>
      readRefunds(bodyOfSuccess(await send({ method: 'GET', path: `${at(reference)}/refunds` }))),
    listIntents: async ({ createdFrom, createdBefore }, after) => {
      const query = new URLSearchParams({
        createdAfter: createdFrom.toISOString(),
        createdBefore: createdBefore.toISOString(),
        ...(after === undefined ? {} : { after }),
      })
      return readIntents(bodyOfSuccess(await send({ method: 'GET', path: `${intents}?${query}` })))
    },
    verifyEvent: (rawBody, headers, now) =>
      isSigned(rawBody, headers['sandbox-signature'], options.eventSecret, now)
        ? eventIn(rawBody)
        : undefined,
  }
}

type Answer = { readonly status: number; readonly body: unknown }

async function request(options: SandboxProviderOptions, call: Call): Promise<Answer> {
  const { outbound, baseUrl, apiKey, timeoutMs } = options
  const { method, path, key, body } = call
  const answer = await outbound
    .request({
      url: `${baseUrl.replace(/\/$/, '')}${path}`,
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs,
      maxBodyBytes,
      audience: 'operator',
    })
    .catch((error: unknown) => {
      throw new ProviderUnavailable('The provider did not answer.', { cause: error })
    })
  return { status: answer.status, body: parseJson(answer.body) }
}

/** The body of a success. A clear no is a refusal; with any other status nobody knows what happened. */
function bodyOfSuccess({ status, body }: Answer): unknown {
  if (status >= 200 && status < 300) return body
  if (refusals.has(status)) throw new ProviderRefused(readRefusal(body)?.code ?? `status_${status}`)
  throw new ProviderUnavailable(`The provider answered ${status}.`)
}

/** If the intent has ended already, the provider refuses and includes the intent, which is the answer that we want. */
function finalIntent(answer: Answer) {
  const shown = answer.status === 409 ? readRefusal(answer.body)?.intent : undefined
  return shown ?? readIntent(bodyOfSuccess(answer))
}

/** A signed event that cannot be read is kept under the digest of its bytes. */
function eventIn(rawBody: Buffer): ProviderEvent {
  const event = tryReadEvent(parseJson(rawBody))
  if (event) return event
  const id = createHash('sha256').update(rawBody).digest('hex')
  return { id, type: 'unreadable' }
}

function tryReadEvent(payload: unknown) {
  try {
    return readEvent(payload)
  } catch {
    return undefined
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/**
 * The most that an event's clock may differ from ours. The provider signs each attempt anew, so retries are never too
 * old.
 */
const toleranceSeconds = 300
const shape = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, over the received bytes. */
function isSigned(
  rawBody: Buffer,
  header: string | string[] | undefined,
  secret: string,
  now: Date,
): boolean {
  const [, timestamp, signature] = shape.exec(typeof header === 'string' ? header : '') ?? []
  if (timestamp === undefined || signature === undefined) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest()
  const isRight = timingSafeEqual(expected, Buffer.from(signature, 'hex'))
  const ageSeconds = Math.abs(now.getTime() / 1_000 - Number(timestamp))
  return isRight && ageSeconds <= toleranceSeconds
}
