/**
 * The form in which part numbers are compared. Typed numbers differ in separators, case and accents only. Letters of
 * all scripts are kept: `КПД-100` and `100` are different numbers.
 */
export function normalIdentifier(text: string): string {
  const lower = text.toLowerCase()
  if (/^[a-z0-9]*$/.test(lower)) return lower
  if (/^[\x20-\x7e]*$/.test(lower)) return lower.replace(/[^a-z0-9]/g, '')
  // Remove signs first, or ™ would become two letters. Accents become marks behind their letters, so remove them last.
  const letters = lower.replace(/[^\p{L}\p{N}\p{M}]/gu, '').normalize('NFKD')
  return letters.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

export type Identifier = { readonly kind: 'mpn' | 'sku' | 'gtin'; readonly value: string }

/** The numbers of a product. */
export type Identified = {
  readonly mpn: string
  readonly sku: string
  readonly gtins: readonly string[]
}

/** Shorter ones only match as a whole: as a part of a longer text they would match anything. */
const shortest = 4
const longest = 40

/**
 * The identifiers that find a product. A GTIN loses its leading zeros, so the UPC-12 and the EAN-13 of one article are
 * the same number.
 */
export function identifiersOf({ mpn, sku, gtins }: Identified): Identifier[] {
  const all: Identifier[] = [
    { kind: 'mpn', value: normalIdentifier(mpn) },
    { kind: 'sku', value: normalIdentifier(sku) },
    ...gtins.map((gtin) => ({
      kind: 'gtin' as const,
      value: withoutZeros(normalIdentifier(gtin)),
    })),
  ]
  return all.filter(({ value }) => value !== '' && value.length <= longest)
}

export type IdentifierQuery = {
  /** Must equal a whole identifier. */
  readonly exact: readonly string[]
  /**
   * Those of `exact` that are a word and a number in a longer query. They may be a part number, as `Moto G8` is, but
   * `moto g8 power` and `cat6a cable 10m blue` ask for something else.
   */
  readonly worded: readonly string[]
  /**
   * The whole query, if it looks like words: `surge protector` may be a part number of one product, but the buyer wants
   * all of them.
   */
  readonly named: string | undefined
  /** The whole query, if it is so short that many products may share it: `N-1`, `a4`. */
  readonly brief: string | undefined
  /** It may be the beginning of an identifier that the buyer is still typing. */
  readonly prefix: string | undefined
  /** It may be an identifier with a typing error. */
  readonly near: string | undefined
  /** The words of the query with the usual typing errors corrected. Each must equal a whole identifier. */
  readonly slips: readonly string[]
}

/** The maximum of leading zeros that a variant adds. */
const zerosMax = 3

/** A typed identifier as it is, and without leading zeros, as a GTIN is stored. */
export function typedIdentifiers(text: string): string[] {
  const whole = normalIdentifier(text)
  if (whole === '' || whole.length > longest) return []
  return [...new Set([whole, withoutZeros(whole)])]
}

/**
 * Other numbers that the buyer may mean: with leading zeros added or removed, and with letters replaced by similar
 * digits.
 */
export function identifierVariants(text: string): string[] {
  const [whole] = typedIdentifiers(text)
  if (whole === undefined || whole.length < shortest) return []
  const spellings = [whole, withDigits(whole)]
  if (/[0-9]/.test(whole)) spellings.push(whole.replaceAll('o', '0'))
  const variants = new Set<string>()
  for (const spelling of spellings) {
    const bare = spelling.replace(/^0+(?=.)/, '')
    variants.add(spelling)
    for (let zeros = 0; zeros <= zerosMax; zeros += 1) variants.add('0'.repeat(zeros) + bare)
  }
  for (const typed of typedIdentifiers(text)) variants.delete(typed)
  return [...variants].filter(({ length }) => length >= shortest && length <= longest)
}

const runMax = 6
const candidateMin = 5
const wordsMax = 32

/**
 * The whole query and each run of up to six neighbouring words, joined: buyers type spaces anywhere in part numbers.
 */
export function identifierQuery(text: string): IdentifierQuery {
  const words = text.split(/\s+/).filter(Boolean).slice(0, wordsMax)
  const exact = new Set<string>()
  const worded = new Set<string>()
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + runMax, words.length); to += 1) {
      const run = words.slice(from, to)
      if (isNaming(run)) continue
      const value = normalIdentifier(run.join(''))
      addCandidate(exact, value)
      if (run.length < words.length && run.length > 1 && run.some(isWord)) worded.add(value)
    }
  }
  const whole = normalIdentifier(text)
  const isName = isNaming(words)
  const isWhole = whole.length >= shortest && whole.length <= longest
  if (isWhole && !isName) exact.add(whole)
  const typed = isCandidate(whole) && !isName ? whole : undefined
  return {
    exact: [...exact],
    worded: [...worded].filter((value) => exact.has(value)),
    named: isWhole && isName ? whole : undefined,
    brief: whole.length < shortest && /[0-9]/.test(whole) ? whole : undefined,
    prefix: words.length <= 4 ? typed : undefined,
    near: words.length <= 2 && typed !== undefined ? withDigits(typed) : undefined,
    slips: slipsOf(words).filter((variant) => !exact.has(variant)),
  }
}

/** True if the query has no digit, or has several words as they occur in texts. */
function isNaming(words: readonly string[]): boolean {
  return words.filter(isWord).length > 1 || !words.some((word) => /\p{N}/u.test(word))
}

function isWord(text: string): boolean {
  return /^\p{L}{3,}$/u.test(text)
}

const slippedRunMax = 3
const slipsMax = 120

/** Corrects the words, and a few neighbours joined to one. Short numbers are often quantities or years. */
function slipsOf(words: readonly string[]): string[] {
  const slips = new Set<string>()
  for (let length = 1; length <= slippedRunMax; length += 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const neighbours = words.slice(from, from + length)
      const run = neighbours.join('')
      const value = normalIdentifier(run)
      if (
        isNaming(neighbours) ||
        !isCandidate(value) ||
        (/^[0-9]+$/.test(value) && value.length < plainNumberMin)
      )
        continue
      for (const variant of identifierVariants(run)) slips.add(variant)
      if (slips.size >= slipsMax) return [...slips].slice(0, slipsMax)
    }
  }
  return [...slips]
}

const plainNumberMin = 7

/** Among digits, the letters O and I usually mean 0 and 1. */
function withDigits(value: string): string {
  return value
    .replace(/(?<=\d)o+/g, (letters) => '0'.repeat(letters.length))
    .replace(/(?<=\d)[il]+(?=\d)/g, (letters) => '1'.repeat(letters.length))
}

function addCandidate(candidates: Set<string>, value: string): void {
  if (!isCandidate(value)) return
  candidates.add(value)
  if (/^0+[0-9]+$/.test(value)) candidates.add(withoutZeros(value))
}

function isCandidate(value: string): boolean {
  return value.length >= candidateMin && value.length <= longest && /[0-9]/.test(value)
}

function withoutZeros(value: string): string {
  return /^[0-9]+$/.test(value) ? value.replace(/^0+(?=.)/, '') : value
}
