import { PurveyorError } from '@purveyor/sdk'

export type FieldProblem = { readonly path: string; readonly message: string }

/** What the API refuses about the fields of a request. Empty: its refusal is about something else. */
export function fieldProblemsIn(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof PurveyorError) || error.code !== 'platform.request_invalid') return []
  return error.details.problems.map(({ path, message }) => ({
    path: path.replace(/^body[./]?/, '').replaceAll('/', '.'),
    message: sentence(message),
  }))
}

/** Validation messages of the API start in lower case and have no full stop. */
export function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
