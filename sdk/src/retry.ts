import { retryAfterSecondsOf } from './errors.ts'

export type RetryPolicy = {
  /** How often a request is repeated at most. 0 repeats nothing. */
  readonly retriesMax: number
  /** When the service asks to wait longer than this, the refusal is thrown instead. */
  readonly waitMaxMs: number
  /** For each try. */
  readonly timeoutMs: number
  readonly now: () => Date
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const firstPauseMs = 250

/**
 * `fetch` that repeats what was refused for now: 429, 503, a 409 that names a time, and a lost connection. A request
 * is repeated only where that has no second effect: reading, and what carries an Idempotency-Key, which stays the same.
 */
export function repeating(fetch: (request: Request) => Promise<Response>, policy: RetryPolicy) {
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

/** How long to wait before the next try, or undefined: then this outcome is the answer. */
function pauseAfter(
  outcome: Outcome,
  request: Request,
  retries: number,
  policy: RetryPolicy,
): number | undefined {
  if (!isRepeatable(request, outcome)) return undefined
  const seconds =
    outcome instanceof Response ? retryAfterSecondsOf(outcome, policy.now()) : undefined
  // Half of the pause is left to chance, so that clients that were refused together do not come back together.
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

/** Ends early, with the signal's reason, when the caller gives up. */
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
