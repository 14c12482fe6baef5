/**
 * Values that have exactly one JSON text: no bigint, which JSON cannot write, and nothing that JSON would write as `{}`. An amount
 * of money is passed as its decimal string.
 */
export type Hashable =
  | string
  | number
  | boolean
  | null
  | undefined
  /** A date, or a decimal. */
  | { toJSON(): string }
  | readonly Hashable[]
  | { readonly [key: string]: Hashable }

/** JSON with the keys of every object in order: two equal values have one text, so it can be hashed. */
export function canonicalJson(value: Hashable): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isPlainObject(part) ? sortKeys(part) : part,
  )
}

function isPlainObject(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

function sortKeys(part: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
