import Format from 'typebox/format'

/**
 * An instant of RFC 3339 that a `Date` can hold. The library's own check also accepts leap seconds, and time zones in brackets
 * (RFC 9557). No `Date` can hold these, so they would only fail in the database.
 */
export function isInstant(text: string): boolean {
  return Format.IsDateTime(text) && !Number.isNaN(Date.parse(text))
}

/** Applies to every schema of the process, whenever it was compiled: formats are looked up when a value is checked. */
Format.Set('date-time', isInstant)
