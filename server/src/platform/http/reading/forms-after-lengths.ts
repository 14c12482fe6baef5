import type { TSchema } from 'typebox'
import Format from 'typebox/format'
import { copyOf } from './close-schema.ts'
import { formatOf, formOf } from './form-words.ts'

/** Their values are data, not schemas. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples', 'required'])

/**
 * The same schema, but it reads the form of a text only if the text has the right length. Otherwise the explanation of a refusal tries
 * every pattern and format on texts of any length, and some of them take the square of it.
 */
export function formsAfterLengths(schema: TSchema): TSchema {
  return moveForms(schema) as TSchema
}

function moveForms(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(moveForms)
  if (typeof part !== 'object' || part === null) return part
  const copy = copyOf(part as Record<string, unknown>)
  for (const [keyword, value] of Object.entries(part)) {
    if (!dataKeywords.has(keyword)) copy[keyword] = moveForms(value)
  }
  const { maxLength, pattern, format } = copy
  if (typeof maxLength !== 'number') return copy
  const forms: object[] = []
  if (typeof format === 'string') {
    forms.push({
      check: (text: string) => Format.Test(format, text),
      error: () => formatOf(format),
    })
    delete copy.format
  }
  if (typeof pattern === 'string') {
    const expression = new RegExp(pattern, 'u')
    forms.push({ check: (text: string) => expression.test(text), error: () => formOf(pattern) })
    delete copy.pattern
  }
  // The library refines only a value that fits the other keywords: its type and its length.
  if (forms.length > 0) copy['~refine'] = forms
  return copy
}
