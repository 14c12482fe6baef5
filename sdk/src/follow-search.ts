import type { components } from './api.generated.ts'
import { assertValidCredential, type CredentialOptions, withCredential } from './credential.ts'
import { errorOf, type FailedRequest, PurveyorError, retryAfterSecondsOf } from './errors.ts'
import { createEventStreamParser } from './event-stream.ts'
import { sleep } from './retry.ts'

/** Switch on `event`: it decides the type of `data`. */
export type SearchEvent = components['schemas']['SearchEvent']

export type FollowOptions = {
  /** Continues after this event, where an earlier run stopped. */
  readonly lastEventId?: string
  readonly signal?: AbortSignal
  /** How many consecutive connections may bring no event before that is an error. Default 10. */
  readonly failuresMax?: number
  /** A connection without any data for this long is closed. The service sends something every 15 s. Default 45 s. */
  readonly silenceMs?: number
}

type Following = CredentialOptions & {
  readonly baseUrl: string
  readonly fetch?: (request: Request) => Promise<Response>
  readonly headers?: Readonly<Record<string, string>>
  readonly waitMaxMs?: number
}

const lastEvents: ReadonlySet<string> = new Set([
  'search.completed',
  'search.failed',
  'search.cancelled',
])

/**
 * Every event of a search, once and in order, to the last. A lost connection is resumed at its position. Leaving the
 * loop closes the connection; the search itself continues.
 */
export async function* followSearch(
  service: Following,
  searchId: string,
  options: FollowOptions = {},
): AsyncGenerator<SearchEvent, void, undefined> {
  assertValidCredential(service)
  const { failuresMax = 10 } = options
  const leaving = new AbortController()
  const signal = AbortSignal.any([leaving.signal, ...(options.signal ? [options.signal] : [])])
  let lastEventId = options.lastEventId
  let retryMs = 2_000
  let failures = 0
  try {
    for (;;) {
      const attempt = connect(service, searchId, { lastEventId, signal, options })
      for await (const step of attempt) {
        if (step === 'over') return
        if (typeof step === 'number') retryMs = step
        else {
          failures = 0
          lastEventId = step.id
          yield step
          if (lastEvents.has(step.event)) return
        }
      }
      failures += 1
      if (failures > failuresMax) {
        throw new PurveyorError('The stream was lost again and again.', {
          ...streamOf(service, searchId),
          code: 'sdk.unreachable',
          status: 0,
        })
      }
      // Half of the pause is random, so that clients that were disconnected together do not return together.
      await sleep(retryMs * (0.5 + Math.random() / 2), signal)
    }
  } finally {
    leaving.abort()
  }
}

type Attempt = {
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
  readonly options: FollowOptions
}

/**
 * One connection: yields its events, and records how long to wait before the next connection. Ends when it is lost.
 */
async function* connect(
  service: Following,
  searchId: string,
  { lastEventId, signal, options }: Attempt,
): AsyncGenerator<SearchEvent | number | 'over', void, undefined> {
  const silence = createSilence(options.silenceMs ?? 45_000)
  const stream = streamOf(service, searchId)
  try {
    const request = new Request(stream.address, {
      headers: {
        accept: 'text/event-stream',
        ...service.headers,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    const fetch = service.fetch ?? ((one: Request) => globalThis.fetch(one))
    const response = await withCredential(fetch, service)(request)
    if (response.status === 204) return yield 'over'
    if (response.status === 429 || response.status === 503)
      return yield await pauseOf(stream, response, service)
    if (!response.ok || !response.body) {
      throw errorOf(stream, response, await response.json().catch(() => undefined), new Date())
    }
    yield* eventsIn(response.body, silence)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof PurveyorError) throw error
  } finally {
    silence.end()
  }
}

function streamOf({ baseUrl }: Following, searchId: string): FailedRequest {
  const url = new URL(`/api/v1/searches/${encodeURIComponent(searchId)}/stream`, baseUrl)
  return { method: 'GET', address: url.href }
}

async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  silence: ReturnType<typeof createSilence>,
): AsyncGenerator<SearchEvent | number, void, undefined> {
  const parse = createEventStreamParser()
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    silence.broken()
    const { events, retryMs } = parse(decoder.decode(value, { stream: true }))
    if (retryMs !== undefined) yield retryMs
    for (const { id, event, data } of events) {
      // The only place where the types of the document meet the text of the stream.
      yield { id, event, data: JSON.parse(data) } as SearchEvent
    }
  }
}

/** The delay that the service asks for, unless it is longer than the caller accepts. */
async function pauseOf(
  stream: FailedRequest,
  response: Response,
  { waitMaxMs = 30_000 }: Following,
): Promise<number> {
  const body: unknown = await response.json().catch(() => undefined)
  const seconds = retryAfterSecondsOf(response, new Date()) ?? 2
  if (seconds * 1_000 > waitMaxMs) throw errorOf(stream, response, body, new Date())
  // The jitter shortens the pause by up to a half.
  return seconds * 2_000
}

/** Aborts after this long without data. */
function createSilence(ms: number) {
  const ending = new AbortController()
  const startTimer = () => setTimeout(() => ending.abort(), ms)
  let timer = startTimer()
  return {
    signal: ending.signal,
    broken: () => {
      clearTimeout(timer)
      timer = startTimer()
    },
    end: () => clearTimeout(timer),
  }
}
