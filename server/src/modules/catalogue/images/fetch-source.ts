import { type Outbound, OutboundFailed, UnsafeAddress } from '#platform/net'
import { type SourceType, sourceTypeOf } from '#platform/pictures'

/** The source cannot be had. `isPassing`: another attempt may bring it. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed'
  readonly reason: string
  readonly isPassing: boolean

  constructor(reason: string, isPassing: boolean, options: ErrorOptions = {}) {
    super(`The picture could not be fetched: ${reason}.`, options)
    this.reason = reason
    this.isPassing = isPassing
  }
}

export type FetchedSource = { readonly bytes: Buffer; readonly type: SourceType }

const redirectsMax = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Answers that may be others later. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * Fetches a picture from the address of a supplier. Each redirect is checked like the first address. The first bytes decide whether
 * it is a picture, not what the server says about it.
 */
export async function fetchSource(
  outbound: Outbound,
  url: string,
  limits: { readonly sourceBytesMax: number; readonly fetchTimeoutMs: number },
  signal: AbortSignal,
): Promise<FetchedSource> {
  const endsAt = performance.now() + limits.fetchTimeoutMs
  let next = url
  for (let followed = 0; followed <= redirectsMax; followed += 1) {
    const timeoutMs = Math.ceil(endsAt - performance.now())
    if (timeoutMs <= 0) throw new SourceFailed('timeout', true)
    const { status, headers, body } = await outbound
      .request({
        url: next,
        method: 'GET',
        headers: { accept: 'image/webp,image/png,image/jpeg,image/gif' },
        timeoutMs,
        maxBodyBytes: limits.sourceBytesMax,
        audience: 'user',
        signal,
      })
      .catch((error: unknown) => {
        throw failureOf(error)
      })
    if (status === 200) return checkType(body)
    const { location } = headers
    if (!redirects.has(status) || location === undefined) {
      throw new SourceFailed(`status_${status}`, status >= 500 || temporaryStatuses.has(status))
    }
    if (!URL.canParse(location, next)) throw new SourceFailed('redirect_invalid', false)
    next = new URL(location, next).href
  }
  throw new SourceFailed('redirects_too_many', false)
}

function checkType(bytes: Buffer): FetchedSource {
  const type = sourceTypeOf(bytes)
  if (!type) throw new SourceFailed('not_a_picture', false)
  return { bytes, type }
}

function failureOf(error: unknown): unknown {
  if (error instanceof UnsafeAddress) {
    return new SourceFailed(`unsafe_${error.reason}`, false, { cause: error })
  }
  if (error instanceof OutboundFailed) {
    return new SourceFailed(error.reason, error.reason !== 'too_large', { cause: error })
  }
  return error
}
