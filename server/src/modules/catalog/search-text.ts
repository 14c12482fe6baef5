/**
 * Text as the search tables read it, the same for a product and for a query. PostgreSQL would take `LC/SC` for a path
 * and `StarTech.com` for a host, and then find neither half.
 */
export function searchText(text: string): string {
  return (isPlain.test(text) ? plainText(text) : anyText(text)).trim()
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
