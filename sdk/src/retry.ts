import { retryAfterSecondsOf } from './errors.ts'

export type RetryPolicy = {
  /** The maximum number of retries of a request. 0: none. */
  readonly retriesMax: number
  /** If the service asks to wait longer than this, the error is thrown instead. */
  readonly waitMaxMs: number
  /** For each try. */
  readonly timeoutMs: number
  readonly now: () => Date
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const firstPauseMs = 250

/**
 * `fetch` that retries temporary refusals: 429, 503, a 409 that names a time, and a lost connection. A request is
 * retried only if that has no second effect: reads, and requests with an Idempotency-Key, which stays the same.
 */
export function fetchWithRetries(
  fetch: (request: Request) => Promise<Response>,
  policy: RetryPolicy,
) {
  return async (request: Request): Promise<Response> => {
    for (let retries = 0; ; retries += 1) {
      const isLast = retries >= policy.retriesMax
      const outcome = await attempt(fetch, request, policy.timeoutMs)
      const pauseMs = isLast ? undefined : pauseAfter(outcome, request, retries, policy)
      if (pauseMs === undefined) {
        if (outcome instanceof Response) return outcome
        throw outcome.lost
      }
      if (outcome instanceof Response) await outcome.body?.cancel()
      await policy.sleep(pauseMs, request.signal)
    }
  }
}

type Outcome = Response | { readonly lost: unknown }

async function attempt(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  timeoutMs: number,
): Promise<Outcome> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
  try {
    // A copy: the body of a request can be read only once, and there may be another try.
    return await fetch(new Request(request.clone(), { signal }))
  } catch (error) {
    request.signal.throwIfAborted()
    return { lost: error }
  }
}

/** How long to wait before the next try. Undefined: this outcome is final. */
function pauseAfter(
  outcome: Outcome,
  request: Request,
  retries: number,
  policy: RetryPolicy,
): number | undefined {
  if (!isRepeatable(request, outcome)) return undefined
  const seconds =
    outcome instanceof Response ? retryAfterSecondsOf(outcome, policy.now()) : undefined
  // Half of the pause is random, so that clients that were refused together do not return together.
  const backoffMs = firstPauseMs * 2 ** retries * (0.5 + Math.random() / 2)
  const pauseMs = seconds === undefined ? backoffMs : seconds * 1000 + backoffMs
  return pauseMs <= policy.waitMaxMs + backoffMs ? pauseMs : undefined
}

function isRepeatable(request: Request, outcome: Outcome): boolean {
  const isHarmless = request.method === 'GET' || request.headers.has('idempotency-key')
  if (!(outcome instanceof Response)) return isHarmless
  if (outcome.status === 429) return true
  if (outcome.status === 409) return isHarmless && outcome.headers.has('retry-after')
  return outcome.status === 503 && isHarmless
}

/** Ends early, with the signal's reason, if the caller aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}
