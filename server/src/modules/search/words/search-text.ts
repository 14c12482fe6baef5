import { asTyped } from '#kernel/typed-text'

/**
 * Text as the search tables read it, the same for a product and for a query. PostgreSQL would take `LC/SC` for a path
 * and `StarTech.com` for a host, and then find neither half.
 */
export function searchText(text: string): string {
  const spoken = isPlain.test(text) ? text : withoutSigns(text)
  return (isPlain.test(spoken) ? plainText(spoken) : anyText(spoken)).trim()
}

/**
 * What is neither letter nor digit ends a word: `SmartFit®` is found as `smartfit`. Which signs do differs from one PostgreSQL to
 * another, by the locale of its database.
 */
function withoutSigns(text: string): string {
  return asTyped(text)
    .replaceAll('×', 'x')
    .replace(/(?![\0-\x7f])[\p{P}\p{S}]/gu, ' ')
}

/** Letters of English, digits and signs: what most texts of a file are made of, and read in a fraction of the time. */
const isPlain = /^[\x20-\x7e]*$/

/** The same as `anyText` makes of it. What is not there is not replaced. */
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

/** As names sort: lower case and without accents. */
export function nameKey(name: string): string {
  const lower = name.toLowerCase()
  return (isPlain.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '')).slice(
    0,
    200,
  )
}
