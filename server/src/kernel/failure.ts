import type { Static, TObject, TProperties } from 'typebox'

/**
 * The one error that may cross a module boundary: an outcome that the caller could have expected.
 *
 * `code` is public and stable, and clients switch on it. `details` are public too. Any other error that is thrown is a bug: it is
 * logged in full, and the client gets a bare 500.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds to wait before another attempt makes sense. It becomes `Retry-After`. */
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
  /** The sentence that says what happened and what to do. The answer shows it to people as `error`. */
  readonly message: string
  readonly retryAfterSeconds?: number
  /** The fields of its details. A failure without them has no details. */
  readonly details?: TProperties
}

/** What a failure says beside its sentence. Undefined: nothing. */
export type DetailsOf<Spec> = Spec extends { readonly details: infer Fields extends TProperties }
  ? Unchanging<Static<TObject<Fields>>>
  : undefined

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> | LeftOut<Value, Key> }
    : Value

/** A field that is undefined is not sent. */
type LeftOut<Value, Key extends keyof Value> =
  Record<never, never> extends Pick<Value, Key> ? undefined : never

/** The details may be left out where no field is required. */
type DetailsArguments<Spec> =
  DetailsOf<Spec> extends infer Details
    ? [Details] extends [undefined]
      ? []
      : Record<never, never> extends Details
        ? [details?: Details]
        : [details: Details]
    : never

const specs = new Map<string, FailureSpec>()

/** Every failure that the loaded modules define, by its public code. */
export function definedFailures(): ReadonlyMap<string, FailureSpec> {
  return new Map([...specs].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Binds a module's table of failures: `throw fail('order_not_open', { orderId })`. */
export function defineFailures<const Table extends Record<string, FailureSpec>>(
  module: string,
  table: Table,
) {
  for (const [key, spec] of Object.entries(table)) define(`${module}.${key}`, spec)
  return <Key extends keyof Table & string>(
    key: Key,
    ...[details]: DetailsArguments<Table[Key]>
  ): Failure =>
    new Failure(
      `${module}.${key}`,
      table[key] as FailureSpec,
      (details ?? {}) as Record<string, unknown>,
    )
}

const meaningOf = ({ status, message, details }: FailureSpec) =>
  JSON.stringify([status, message, details])

/** Two modules may share a code only if it means the same in both. */
function define(code: string, spec: FailureSpec): void {
  const known = specs.get(code)
  if (known && meaningOf(known) !== meaningOf(spec)) {
    throw new Error(`The failure ${code} is defined twice, and differently`)
  }
  specs.set(code, spec)
}
