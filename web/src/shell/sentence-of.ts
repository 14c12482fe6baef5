import { PurveyorError } from '@purveyor/sdk'

/** Turns an error into a sentence for people: what happened, and what to do. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof PurveyorError)) return 'This page made a mistake. Load it again.'
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds ?? 60
    return `Too many requests came from here. Wait ${seconds} seconds, then try again.`
  }
  if (error.code === 'sdk.unreachable') {
    return 'The server cannot be reached. Check your connection, then try again.'
  }
  if (error.code === 'sdk.timed_out') return 'The server did not answer in time. Try again.'
  return error.message
}

/** The id that support needs. */
export function traceOf(error: unknown): string | undefined {
  if (!(error instanceof PurveyorError)) return undefined
  return error.requestId === undefined ? error.code : `${error.code} · ${error.requestId}`
}
