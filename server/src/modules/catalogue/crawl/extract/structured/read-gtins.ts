import { isGtin } from '#kernel/gtin'

/** What pages write before a number. Digits may follow: `EAN13`, `ISBN-10`. */
const label =
  /^\s*[([]?\s*(?:gtin|ean|upc|isbn|issn|ismn|jan)\b|^\s*(?:gtin|ean|upc|isbn|issn|ismn|jan)(?=\d)/i
const labelWithLength =
  /^[^\p{L}\d]*(?:gtin|ean|upc|isbn|jan)\s?-?\s?(?:8|10|12|13|14)(?=[\s:#.-]|\d)/iu
const labelAlone = /^[^\p{L}\d]*(?:gtin|ean|upc|isbn|issn|ismn|jan)(?![\p{L}])/iu

/**
 * The global trade item number in a text such as `EAN: 4006381333931`. Undefined when its check digit is wrong, when it is a number
 * that a shop makes for itself, or when it is another number, such as an ISBN of ten digits.
 */
export function readGtin(text: string): string | undefined {
  if (text.length > 60) return undefined
  const candidates = label.test(text)
    ? [digitsAfter(text, labelWithLength), digitsAfter(text, labelAlone)]
    : [digitsAfter(text, undefined)]
  return candidates.find((digits) => digits !== undefined && isGlobal(digits))
}

function digitsAfter(text: string, before: RegExp | undefined): string | undefined {
  const found = before?.exec(text)
  if (before && !found) return undefined
  const rest = text.slice(found?.[0].length ?? 0)
  // A letter inside makes it another number.
  return /[\p{L}]/u.test(rest) ? undefined : rest.replace(/\D/g, '')
}

/** Whether this is a valid number that means the same article everywhere. */
export function isGlobal(digits: string): boolean {
  if (!isGtin(digits) || /^0*$/.test(digits)) return false
  return !isRestricted(digits)
}

/**
 * GS1 keeps these prefixes for numbers within a shop or a region, and for coupons (General Specifications, 1.4.2 to
 * 1.4.5). Two shops use the same number for different articles.
 */
function isRestricted(digits: string): boolean {
  if (digits.length === 8) return /^[02]/.test(digits)
  const prefix = digits.padStart(14, '0').slice(1, 4)
  return /^(?:02|04|05|2|98|99)/.test(prefix)
}
