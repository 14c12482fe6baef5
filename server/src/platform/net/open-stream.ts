import { type Dispatcher, request as send } from 'undici'
import { failureOf } from './errors.ts'

export type StreamRequest = {
  readonly url: string
  readonly method: 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For the whole call, from the lookup of the name to the last byte. */
  readonly timeoutMs: number
  /** Until the head of the answer. */
  readonly headersTimeoutMs: number
  /** Between two pieces of the body. */
  readonly idleTimeoutMs: number
  /** Such addresses come from our settings alone. */
  readonly audience: 'operator'
  readonly signal?: AbortSignal
}

export type StreamAnswer = {
  readonly status: number
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it arrives. Throws `OutboundFailed`. To leave the loop closes the connection. */
  readonly body: AsyncIterable<Buffer>
}

/** Sends the request, and returns as soon as the head of the answer is there. */
export async function openStream(
  dispatcher: Dispatcher,
  request: StreamRequest,
  headers: Record<string, string>,
  plainHeaders: (headers: Dispatcher.ResponseData['headers']) => Record<string, string>,
): Promise<StreamAnswer> {
  const total = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, total]) : total
  const fail = (error: unknown) => failureOf(error, total, request.signal)
  try {
    const response = await send(request.url, {
      dispatcher,
      method: request.method,
      headers,
      body: request.body,
      headersTimeout: request.headersTimeoutMs,
      bodyTimeout: request.idleTimeoutMs,
      signal,
    })
    return {
      status: response.statusCode,
      headers: plainHeaders(response.headers),
      body: piecesOf(response.body, fail),
    }
  } catch (error) {
    throw fail(error)
  }
}

async function* piecesOf(
  body: AsyncIterable<Buffer>,
  fail: (error: unknown) => Error,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body) yield piece
  } catch (error) {
    throw fail(error)
  }
}
