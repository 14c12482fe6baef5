/**
 * Part numbers as they are compared: what people type differs in separators, case and accents only. Letters of every
 * script are kept: `КПД-100` is another number than `100`.
 */
export function normalIdentifier(text: string): string {
  const lower = text.toLowerCase()
  if (/^[a-z0-9]*$/.test(lower)) return lower
  if (/^[\x20-\x7e]*$/.test(lower)) return lower.replace(/[^a-z0-9]/g, '')
  // Signs go first, or ™ would become two letters; accents become marks behind their letters, and go last.
  const letters = lower.replace(/[^\p{L}\p{N}\p{M}]/gu, '').normalize('NFKD')
  return letters.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

export type Identifier = { readonly kind: 'mpn' | 'sku' | 'gtin'; readonly value: string }

type Identified = { readonly mpn: string; readonly sku: string; readonly gtins: readonly string[] }

/** Shorter ones are looked up as they stand only: as a part of a longer text they would be anything. */
const shortest = 4
const longest = 40

/** What a product is found by. A GTIN stands without leading zeros: UPC-12 and EAN-13 of one article are one number. */
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
  /** Compared as a whole. */
  readonly exact: readonly string[]
  /** All of the query, made of words: `surge protector` is the part number of one, and asks for all of them. */
  readonly named: string | undefined
  /** All of the query, and so short that many products may share it: `N-1`, `a4`. */
  readonly brief: string | undefined
  /** May be the beginning of an identifier that is still being typed. */
  readonly prefix: string | undefined
  /** May be an identifier with a slip in it. */
  readonly near: string | undefined
  /** What words of the query would be as identifiers without the usual slips, compared as a whole. */
  readonly slips: readonly string[]
}

/** More zeros in front than this are not put before what was typed without them. */
const zerosMax = 3

/** What was typed as one identifier: as it stands, and where a GTIN is stored without its zeros, so. */
export function typedIdentifiers(text: string): string[] {
  const whole = normalIdentifier(text)
  if (whole === '' || whole.length > longest) return []
  return [...new Set([whole, withoutZeros(whole)])]
}

/** What else may be meant by it: zeros in front forgotten or added, letters typed for the digits that they resemble. */
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

/** The whole query and every run of up to six neighbouring words, glued: part numbers come with spaces in any place. */
export function identifierQuery(text: string): IdentifierQuery {
  const words = text.split(/\s+/).filter(Boolean).slice(0, wordsMax)
  const exact = new Set<string>()
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + runMax, words.length); to += 1) {
      const run = words.slice(from, to)
      if (!isNaming(run)) addCandidate(exact, normalIdentifier(run.join('')))
    }
  }
  const whole = normalIdentifier(text)
  const isName = isNaming(words)
  const isWhole = whole.length >= shortest && whole.length <= longest
  if (isWhole && !isName) exact.add(whole)
  const typed = isCandidate(whole) && !isName ? whole : undefined
  return {
    exact: [...exact],
    named: isWhole && isName ? whole : undefined,
    brief: whole.length < shortest && /[0-9]/.test(whole) ? whole : undefined,
    prefix: words.length <= 4 ? typed : undefined,
    near: words.length <= 2 && typed !== undefined ? withDigits(typed) : undefined,
    slips: slipsOf(words).filter((variant) => !exact.has(variant)),
  }
}

/** Without a digit, or of several words as they stand in texts. */
function isNaming(words: readonly string[]): boolean {
  const plain = words.filter((word) => /^\p{L}{3,}$/u.test(word))
  return plain.length > 1 || !words.some((word) => /\p{N}/u.test(word))
}

const slippedRunMax = 3
const slipsMax = 120

/** Of the words, and of a few neighbours written as one: quantities and years are numbers, too, but short ones. */
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

/** Among digits the letters O and I are usually meant as 0 and 1. */
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
