import type { TSchema } from 'typebox'

/** A kind that companies may subscribe to. app.ts collects them from the modules that publish. */
export type PublicEventKind = {
  readonly type: string
  readonly version: number
  readonly entity: string
  readonly description: string
  readonly data: TSchema
}

/** Everything a subscription may say to get this kind: `order.created`, `order.*`, `*`. */
export function patternsFor(type: string): string[] {
  const words = type.split('.')
  const families = words.slice(0, -1).map((_, at) => `${words.slice(0, at + 1).join('.')}.*`)
  return ['*', ...families, type]
}

/** What no kind would ever match: a mistake that would otherwise show as silence. */
export function unknownPatterns(
  patterns: readonly string[],
  kinds: readonly Pick<PublicEventKind, 'type'>[],
): string[] {
  const known = new Set(kinds.flatMap(({ type }) => patternsFor(type)))
  return patterns.filter((pattern) => !known.has(pattern))
}
