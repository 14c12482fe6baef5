import type { WebhookEvent } from './names.generated.ts'

export type WebhookProblem =
  | 'headers_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'secret_invalid'
  | 'signature_mismatch'
  | 'body_malformed'

const sentences: Readonly<Record<WebhookProblem, string>> = {
  headers_missing: 'The delivery lacks its id, its timestamp or its signature.',
  timestamp_invalid: 'The timestamp of the delivery is not a number of seconds.',
  timestamp_too_old: 'The delivery was signed too long ago: it may be sent again by somebody else.',
  timestamp_too_new: 'The delivery was signed in the future: compare the clocks.',
  secret_invalid: 'The secret is not one of ours: whsec_ and base64.',
  signature_mismatch: 'No signature of the delivery fits its body and the secret.',
  body_malformed: 'The signature fits, but the body is not JSON.',
}

/** A delivery that you must not trust. Answer 400 to it, and ignore its content. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookProblem

  constructor(code: WebhookProblem) {
    super(sentences[code])
    this.code = code
  }
}

/** Node's headers, those of the Fetch API, or a plain object. */
export type HeaderSource =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyWebhookInput = {
  readonly headers: HeaderSource
  /** Exactly the bytes that arrived: a body that was parsed and written again has another signature. */
  readonly body: string | Uint8Array
  /** The subscription's secret, or several while you replace one. */
  readonly secret: string | readonly string[]
  readonly now?: Date
  /** How far the sender's clock and yours may differ, and how old a delivery may be. Default 300. */
  readonly toleranceSeconds?: number
}

/**
 * Checks that a delivery comes from Purveyor, is complete and is fresh, and returns its event. Reads both families of
 * headers, `x-service-*` and `webhook-*`. Runs wherever there is Web Crypto. Throws a `WebhookVerificationError`. An
 * event may be delivered more than once: store the ids that you have handled.
 */
export async function verifyWebhook<Event = WebhookEvent>(
  input: VerifyWebhookInput,
): Promise<Event> {
  const { id, timestamp, signature } = signedHeaders(input.headers)
  assertTimestampFresh(timestamp, input.now ?? new Date(), input.toleranceSeconds ?? 300)
  const body = typeof input.body === 'string' ? utf8.encode(input.body) : input.body
  const content = join(utf8.encode(`${id}.${timestamp}.`), body)
  const secrets = [input.secret].flat()
  if (!(await isSignedByOne(content, signature, secrets))) {
    throw new WebhookVerificationError('signature_mismatch')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Event
  } catch {
    throw new WebhookVerificationError('body_malformed')
  }
}

const utf8 = new TextEncoder()

type SignedHeaders = { readonly id: string; readonly timestamp: string; readonly signature: string }

function signedHeaders(headers: HeaderSource): SignedHeaders {
  const read = reader(headers)
  const found =
    family(read, 'x-service-delivery', 'x-service-timestamp', 'x-service-signature') ??
    family(read, 'webhook-id', 'webhook-timestamp', 'webhook-signature')
  if (!found) throw new WebhookVerificationError('headers_missing')
  return found
}

type Read = (name: string) => string | undefined

function family(read: Read, idName: string, timestampName: string, signatureName: string) {
  const id = read(idName)
  const timestamp = read(timestampName)
  const signature = read(signatureName)
  return id && timestamp && signature ? { id, timestamp, signature } : undefined
}

function reader(headers: HeaderSource): Read {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : value?.[0],
    ]),
  )
  return (name) => byName.get(name)
}

function assertTimestampFresh(timestamp: string, now: Date, toleranceSeconds: number): void {
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new WebhookVerificationError('timestamp_invalid')
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp)
  if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError('timestamp_too_old')
  if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError('timestamp_too_new')
}

/** More signatures than any sender uses; a header full of them must not cause unlimited work. */
const signaturesMax = 10

/** While a secret is replaced there are two signatures. Versions other than `v1` are for other readers. */
async function isSignedByOne(
  content: Uint8Array<ArrayBuffer>,
  header: string,
  secrets: readonly string[],
): Promise<boolean> {
  const signatures = header
    .split(' ')
    .slice(0, signaturesMax)
    .flatMap((text) => (text.startsWith('v1,') ? [bytesOf(text.slice(3))] : []))
  for (const secret of secrets) {
    const key = await keyOf(secret)
    for (const signature of signatures) {
      // The platform's own comparison, which takes the same time wherever two signatures differ.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content))) return true
    }
  }
  return false
}

/** The type of a key has no name that both a browser and Node declare. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

async function keyOf(secret: string): Promise<Key> {
  const bytes = bytesOf(secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret)
  if (!bytes || bytes.length < 16) throw new WebhookVerificationError('secret_invalid')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
