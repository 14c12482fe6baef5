const idShape = /^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}$/

/** The ids in a payload and nothing else of it: addresses and texts in it are confidential here. */
export function idsNamedIn(payload: unknown): Record<string, string> {
  const entries = Object.entries(payload ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && idShape.test(entry[1]),
  )
  return Object.fromEntries(entries)
}
