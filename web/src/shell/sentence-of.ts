import { PurveyorError } from '@purveyor/sdk'
import type { Words } from '../language/words.ts'

/** Turns an error into a sentence for people: what happened, and what to do. */
export function sentenceOf({ t }: Words, error: unknown): string {
  if (!(error instanceof PurveyorError)) return t('shell.error.page')
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds ?? 60
    return t('shell.error.rateLimited', { seconds })
  }
  if (error.code === 'sdk.unreachable') {
    return t('shell.error.unreachable')
  }
  if (error.code === 'sdk.timed_out') return t('shell.error.timedOut')
  return error.sentence
}

/** The id that support needs. */
export function traceOf(error: unknown): string | undefined {
  if (!(error instanceof PurveyorError)) return undefined
  return error.requestId === undefined ? error.code : `${error.code} · ${error.requestId}`
}
