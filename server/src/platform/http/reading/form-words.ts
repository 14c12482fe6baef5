import { countryForm, currencyForm } from '#kernel/code-forms'
import { oneLine, oneLineWithText } from '#kernel/one-line'

const words: ReadonlyMap<string, string> = new Map([
  [countryForm, 'must be two letters, such as DE'],
  [currencyForm, 'must be three letters, such as EUR'],
  ['^[a-z]{2}$', 'must be two small letters, such as de'],
  ['^[0-9]{6}$', 'must be six digits'],
  ['^[0-9a-f]{64}$', 'must be 64 hexadecimal digits, in small letters'],
  ['\\S', 'must not be blank'],
  ['[^ ]', 'must not be blank'],
  [oneLine, 'must be one line without control characters'],
  [oneLineWithText, 'must be one line without control characters, and not blank'],
])

const decimal = /^\^(-\?)?\[0-9\]\{1,(\d+)\}\((?:\[\.\]|\\\.)\[0-9\]\{1,(\d+)\}\)\?\$$/
const longestShown = 120

/** Describes what a pattern requires, for people. A pattern without a description is shown as it is. */
export function formOf(pattern: string | RegExp): string {
  const source = typeof pattern === 'string' ? pattern : pattern.source
  const description = words.get(source)
  if (description !== undefined) return description
  const [, , before, after] = decimal.exec(source) ?? []
  if (before !== undefined) {
    return `must be a decimal number such as 12.5, with at most ${before} digits before the point and ${after} after it`
  }
  return source.length > longestShown
    ? 'does not have the form that the API document gives for it'
    : `must have the form ${source}`
}

const formatNames: Readonly<Record<string, string>> = {
  'date-time': 'an instant such as 2026-01-31T09:30:00Z',
  date: 'a date such as 2026-01-31',
  email: 'an e-mail address',
  uri: 'an absolute URL',
  url: 'an absolute URL',
  uuid: 'a UUID',
}

export function formatOf(format: string): string {
  return `must be ${formatNames[format] ?? `in the format ${format}`}`
}
