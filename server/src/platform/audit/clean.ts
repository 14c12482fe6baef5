import { scrub } from '#platform/telemetry'

export type Detail = string | number | boolean | null | readonly string[]
export type Details = Readonly<Record<string, Detail>>

const textLengthMax = 500
const listLengthMax = 100
/** Only so much of a text is cleaned. The rest could not stay anyway. */
const readLengthMax = 4 * textLengthMax
/** It begins where a word begins, so a text without an address is read once. */
const emailAddress = /(?<![^\s@<>"'])[^\s@<>"']+@[^\s@<>"']+[.][^\s@<>"']+/g
// PostgreSQL stores neither NUL in a text nor half a surrogate pair in JSON.
const nul = '\u0000'

/**
 * An entry cannot be changed later, so personal data and secrets are removed before it is written. This knows the shape of an
 * e-mail address and the shapes of our own secrets. It is the second net: callers must not pass such values at all.
 */
export function cleanDetails(details: Details): Details {
  return Object.fromEntries(
    Object.entries(details)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, clean(value)]),
  )
}

export function cleanText(text: string): string {
  const read = text.slice(0, readLengthMax).toWellFormed().replaceAll(nul, '')
  const known = scrub(read).replace(emailAddress, '[address]')
  return known.slice(0, textLengthMax).toWellFormed()
}

function clean(value: Detail): Detail {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'object' && value !== null) {
    return value.slice(0, listLengthMax).map(cleanText)
  }
  return value
}
