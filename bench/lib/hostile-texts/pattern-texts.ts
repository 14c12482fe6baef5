import { readFileSync } from 'node:fs'
import { type HostileText, pumped } from './hostile-text.ts'

const document = new URL('../../../openapi.json', import.meta.url)

/** Every pattern of the OpenAPI document at its greatest length: a longer text is refused before its pattern is tried. */
export const patternTexts: readonly HostileText[] = [
  ...limitsOf(JSON.parse(readFileSync(document, 'utf8'))),
].map(([pattern, most]) => {
  const expression = new RegExp(pattern, 'u')
  return {
    place: `pattern ${pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern}`,
    most,
    limit: `${most} characters`,
    texts: (length) => pumped(length).flatMap((text) => [text, `aa@a${text}`.slice(0, length)]),
    read: (text) => expression.test(text),
  }
})

function limitsOf(part: unknown, limits = new Map<string, number>()): Map<string, number> {
  if (typeof part !== 'object' || part === null) return limits
  const { pattern, maxLength } = part as Readonly<Record<string, unknown>>
  if (typeof pattern === 'string' && typeof maxLength === 'number') {
    limits.set(pattern, Math.max(maxLength, limits.get(pattern) ?? 0))
  }
  for (const inner of Object.values(part)) limitsOf(inner, limits)
  return limits
}
