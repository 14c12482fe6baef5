/**
 * The one error that may cross a module boundary: an outcome the caller could have expected.
 *
 * `code` is public and stable, and clients switch on it. `details` are public too. Anything else
 * that is thrown is a bug: it is logged in full and leaves as a bare 500.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, spec: FailureSpec, details: Record<string, unknown>) {
    super(spec.message)
    this.code = code
    this.status = spec.status
    this.details = details
    this.retryAfterSeconds = spec.retryAfterSeconds
  }
}

export type FailureSpec = {
  readonly status: number
  /** A sentence a person can act on: it is what the answer's `error` says. */
  readonly message: string
  readonly retryAfterSeconds?: number
}

/** Binds a module's table of failures: `throw fail('order_not_open', { orderId })`. */
export function defineFailures<Table extends Record<string, FailureSpec>>(
  module: string,
  table: Table,
) {
  return (key: keyof Table & string, details: Record<string, unknown> = {}): Failure =>
    new Failure(`${module}.${key}`, table[key] as FailureSpec, details)
}
