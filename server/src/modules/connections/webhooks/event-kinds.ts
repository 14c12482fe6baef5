import type { EventKind } from '#platform/outbox'

/** All patterns that match this kind: `order.created`, `order.*`, `*`. */
export function patternsFor(type: string): string[] {
  const words = type.split('.')
  const families = words.slice(0, -1).map((_, at) => `${words.slice(0, at + 1).join('.')}.*`)
  return ['*', ...families, type]
}

type Named = Pick<EventKind, 'type'>

/**
 * Returns the patterns that no kind matches. Without this check, such a mistake would only show as missing events.
 */
export function unknownPatterns(patterns: readonly string[], kinds: readonly Named[]): string[] {
  const known = new Set(kinds.flatMap(({ type }) => patternsFor(type)))
  return patterns.filter((pattern) => !known.has(pattern))
}

export function typesMatching(patterns: readonly string[], kinds: readonly Named[]): string[] {
  return kinds
    .map(({ type }) => type)
    .filter((type) => patternsFor(type).some((pattern) => patterns.includes(pattern)))
}
