import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far an event's clock may be from ours. The provider signs each attempt anew, so retries are never too old. */
const toleranceSeconds = 300
const shape = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, over the bytes as they came. */
export function isSigned(
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
