export type UnsafeReason =
  | 'url_invalid'
  | 'scheme'
  | 'port'
  | 'credentials'
  | 'host'
  | 'address'
  | 'unresolvable'

/**
 * An address from a user that the service does not call. The reason is for logs only. Users see the same error for every reason.
 */
export class UnsafeAddress extends Error {
  override readonly name = 'UnsafeAddress'
  readonly reason: UnsafeReason

  constructor(reason: UnsafeReason, options: ErrorOptions = {}) {
    super(`The address may not be called: ${reason}.`, options)
    this.reason = reason
  }
}

export type OutboundReason =
  | 'dns'
  | 'refused'
  | 'timeout'
  | 'tls'
  | 'aborted'
  | 'too_large'
  | 'protocol'
  | 'network'

/** The call did not return a complete answer. */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed'
  readonly reason: OutboundReason
  /** False when the other side cannot have seen the request. Otherwise it may have acted on it. */
  readonly maybeReceived: boolean

  constructor(reason: OutboundReason, maybeReceived: boolean, options: ErrorOptions = {}) {
    super(`The outbound call failed: ${reason}.`, options)
    this.reason = reason
    this.maybeReceived = maybeReceived
  }
}

const byCode: Readonly<Record<string, OutboundReason>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  ENODATA: 'dns',
  EAI_AGAIN: 'dns',
  ESERVFAIL: 'dns',
  EREFUSED: 'dns',
  ETIMEOUT: 'dns',
  ECANCELLED: 'dns',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol',
  EPROTO: 'tls',
}

const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/

/** The reason of a failure, from whatever error undici, Node or the connector threw. */
export function failureOf(
  error: unknown,
  total: AbortSignal,
  callers: AbortSignal | undefined,
): UnsafeAddress | OutboundFailed {
  if (error instanceof UnsafeAddress || error instanceof OutboundFailed) return error
  if (callers?.aborted) return new OutboundFailed('aborted', true, { cause: error })
  if (total.aborted) return new OutboundFailed('timeout', true, { cause: error })
  const code = codeOf(error)
  const reason =
    byCode[code] ?? (tlsCode.test(code) ? 'tls' : isBadHttp(error) ? 'protocol' : 'network')
  const notSent =
    reason === 'dns' ||
    reason === 'refused' ||
    reason === 'tls' ||
    code === 'UND_ERR_CONNECT_TIMEOUT'
  return new OutboundFailed(reason, !notSent, { cause: error })
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

function isBadHttp(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError'
}
