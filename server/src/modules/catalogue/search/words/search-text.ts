import { asTyped } from '#kernel/typed-text'

/**
 * Prepares a text for analysis, the same for a product and for a query. Otherwise PostgreSQL would read `LC/SC` as a
 * path and `StarTech.com` as a host, and find neither half.
 */
export function searchText(text: string): string {
  const spoken = isPlain.test(text) ? text : withoutSigns(text)
  return (isPlain.test(spoken) ? plainText(spoken) : anyText(spoken)).trim()
}

/**
 * A character that is neither letter nor digit ends a word: `smartfit` finds `SmartFit®`. Without this, the locale of
 * the database would decide which signs do so.
 */
function withoutSigns(text: string): string {
  return asTyped(text)
    .replaceAll('×', 'x')
    .replace(/(?![\0-\x7f])[\p{P}\p{S}]/gu, ' ')
}

/** English letters, digits and signs. Most texts of a file contain nothing else, and the fast path handles them. */
const isPlain = /^[\x20-\x7e]*$/

/** Returns the same as `anyText`, without replacing characters that cannot occur. */
function plainText(text: string): string {
  let read = text
  if (read.includes('<')) read = read.replace(tag, ' ')
  if (read.includes('(')) read = read.replace(pieces, ' ')
  read = read.replace(separators, ' ')
  if (/[.:@]/.test(read)) read = read.replace(/(?<=[a-z])(?:[.:@](?=[a-z])|[.](?=\d))/gi, ' ')
  return read.includes('  ') ? read.replace(/ {2,}/g, ' ') : read
}

function anyText(text: string): string {
  return text
    .replace(tag, ' ')
    .replace(pieces, ' ')
    .replace(separators, ' ')
    .replace(/(?<=\p{L})[.:@](?=\p{L})/gu, ' ')
    .replace(/(?<=\p{L})[.](?=\d)/gu, ' ')
    .replace(/[\p{Cc}\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
}

const tag = /<[^<>]{1,200}>/g
const pieces = /\bpc\(s\)/gi
const separators = /[/\\|_~]+/g

/** The sort key of names: lower case and without accents. */
export function nameKey(name: string): string {
  const lower = name.toLowerCase()
  return (isPlain.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '')).slice(
    0,
    200,
  )
}
