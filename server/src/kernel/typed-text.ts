/** Only so many characters of the typed text are read. */
const readMax = 1_000
/** Longer than a request line may be, so that every text that arrives gets an answer. */
export const typedMax = 65_536

/** Removes NUL and lone surrogates, which the database refuses, and cuts the text at its limit. */
export function typedText(typed: string): string {
  return asTyped(typed.slice(0, readMax).toWellFormed().replaceAll('\u0000', ' ')).trim()
}

/**
 * Replaces the quotation marks, dashes, blanks and fractions of word processors with those of a keyboard. Removes characters that
 * join letters invisibly or change their direction.
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

/** English letters, digits and signs. Most texts contain nothing else. */
const isPlain = /^[\x20-\x7e]*$/
