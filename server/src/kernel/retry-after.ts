import { secondsMs } from './time.ts'

/** The delay of a Retry-After header (RFC 9110, 10.2.3): seconds, or an HTTP date. Any other value counts as no header. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^[0-9]{1,9}$/.test(text)) return secondsMs(Number(text))
  if (!/^[A-Za-z]{3},? /.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
