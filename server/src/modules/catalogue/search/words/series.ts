/**
 * `cat6`, `cat-6` and `cat 6` are one name of letters and a number. Returns its two parts. Undefined if the word is no
 * such name, or has one letter only: `p2055` is a number of its own.
 */
export function seriesOf(word: string): readonly [letters: string, number: string] | undefined {
  const [, letters, number] = shape.exec(word) ?? []
  return letters === undefined || number === undefined ? undefined : [letters, number]
}

const shape = /^([a-z]{2,3})-?(\d{1,4}(?:\.\d)?[a-z]{0,2})$/i

/** `usb-c`: buyers also type it with a blank. */
export function withHyphenOf(word: string): readonly [string, string] | undefined {
  const [, name, letter] = /^(\p{L}{2,6})-(\p{L})$/u.exec(word) ?? []
  return name === undefined || letter === undefined ? undefined : [name, letter]
}

/** A name without a known spelling as one word: `hp12a` is `hp 12a`, `usbc` is `usb c`, and `24port` is `24 port`. */
export function apartOf(word: string): readonly [string, string] | undefined {
  const [, first, second] =
    /^([a-z]{2,10})-?(\d{1,4}(?:\.\d)?[a-z]{0,2})$/i.exec(word) ??
    /^(\d{1,4})-?([a-z]{3,10})$/i.exec(word) ??
    /^([a-z]{3,4})([a-z])$/i.exec(word) ??
    []
  return first === undefined || second === undefined ? undefined : [first, second]
}

/** The spelling as one word of two neighbours that form such a name: `cat6` and `usb-c`. */
export function seriesWord(first: string, second: string): string | undefined {
  if (/^[a-z]{2,3}$/i.test(first) && seriesOf(first + second)) return first + second
  const hyphenated = `${first}-${second}`
  return withHyphenOf(hyphenated) ? hyphenated : undefined
}
