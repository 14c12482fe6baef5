/** So much of what was typed is looked at. */
const readMax = 1_000
/** Longer than a request line may be: whatever arrives is answered. */
export const typedMax = 65_536

/** NUL cannot be stored, a lone surrogate is no character: both would be errors of the database. The rest is cut off. */
export function typedText(typed: string): string {
  return asTyped(typed.slice(0, readMax).toWellFormed().replaceAll('\u0000', ' ')).trim()
}

/**
 * Quotation marks, dashes, blanks and fractions that word processors put in, as a keyboard has them. What joins letters
 * invisibly, or turns their direction, is left out.
 */
export function asTyped(text: string): string {
  if (isPlain.test(text)) return text
  return text
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2039\u203a\u2033]/g, '"')
    .replace(/[\u2018-\u201b\u2032\u02bc]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\u200b/g, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(fraction, (_, whole: string | undefined, sign: string) =>
      whole === undefined ? sign.normalize('NFKD') : `${whole} ${sign.normalize('NFKD')}`,
    )
    .replaceAll('\u2044', '/')
}

/** `1½` is written `1 1/2`. */
const fraction = /(?:(\d)\s?)?([\u00bc-\u00be\u2150-\u215e])/g

/** Letters of English, digits and signs: what most texts are made of. */
const isPlain = /^[\x20-\x7e]*$/
