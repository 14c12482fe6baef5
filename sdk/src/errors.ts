import type { FailureCode, FailureDetails } from './names.generated.ts'

/** Codes that do not come from the service. */
export type ClientCode =
  | 'sdk.unreachable'
  | 'sdk.timed_out'
  | 'sdk.answer_malformed'
  | `http.${number}`

/** The request that failed. */
export type FailedRequest = { readonly method: string; readonly address: string }

type Facts = FailedRequest & {
  readonly code: string
  readonly status: number
  readonly requestId?: string | undefined
  readonly docs?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

class CallError extends Error {
  override readonly name = 'PurveyorError'
  readonly code: string
  /** What happened and what to do, as the service says it. The message adds the request, the code and the request id. */
  readonly sentence: string
  readonly method: string
  /** The address of the request, without its query. */
  readonly address: string
  /** The status of the answer; 0 if there was none. */
  readonly status: number
  /** The id that support needs. */
  readonly requestId: string | undefined
  /** The address at which the documentation explains the code. Undefined for codes that do not come from the service. */
  readonly docs: string | undefined
  readonly details: unknown
  /** After how many seconds a retry makes sense, if the service named a time. */
  readonly retryAfterSeconds: number | undefined

  constructor(sentence: string, facts: Facts) {
    const { code, method, address, requestId, cause } = facts
    const request = requestId === undefined ? '' : `, request ${requestId}`
    super(`${sentence} (${method} ${address}: ${code}${request})`, {
      ...(cause === undefined ? {} : { cause }),
    })
    this.code = code
    this.sentence = sentence
    this.method = method
    this.address = address
    this.status = facts.status
    this.requestId = requestId
    this.docs = facts.docs
    this.details = facts.details
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

/** A failure of one code, with its details. */
export type FailureOf<Code extends FailureCode | ClientCode> = CallError & {
  readonly code: Code
  readonly details: Code extends FailureCode ? FailureDetails[Code] : undefined
}

/**
 * Why a call failed. Switch on `code`: it is stable, while the sentence is for people. The code decides the type of `details`, which
 * are undefined for most codes. Codes that begin with `sdk.` do not come from the service: `sdk.unreachable`, `sdk.timed_out`,
 * `sdk.answer_malformed`. A newer service may send codes that this version does not know: keep a default.
 */
export type PurveyorError = { [Code in FailureCode | ClientCode]: FailureOf<Code> }[
  | FailureCode
  | ClientCode]

/** A class whose instances are told apart by their code, which a class of TypeScript cannot say of itself. */
export const PurveyorError = CallError as {
  new (sentence: string, facts: Facts): PurveyorError
  readonly prototype: PurveyorError
}

/** Reads the envelope of an error answer, and copes with an answer that has none, such as a proxy's page. */
export function errorOf(
  request: FailedRequest,
  response: Response,
  body: unknown,
  now: Date,
): PurveyorError {
  const { status, headers } = response
  const envelope = isRecord(body) ? body : {}
  const meta = isRecord(envelope.meta) ? envelope.meta : {}
  const sentence = typeof envelope.error === 'string' ? envelope.error : undefined
  return new PurveyorError(sentence ?? `The service answered ${status}.`, {
    ...request,
    code: typeof meta.code === 'string' ? meta.code : `http.${status}`,
    status,
    requestId:
      typeof meta.requestId === 'string'
        ? meta.requestId
        : (headers.get('x-request-id') ?? undefined),
    docs: typeof meta.docs === 'string' ? meta.docs : undefined,
    details: isRecord(meta.details) ? meta.details : undefined,
    retryAfterSeconds: retryAfterSecondsOf(response, now),
  })
}

/** `Retry-After` is in seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterSecondsOf(response: Response, now: Date): number | undefined {
  const text = response.headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
