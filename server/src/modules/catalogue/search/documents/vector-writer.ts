import { createVectorBytes, type VectorBytes } from './vector-bytes.ts'

/** A lexeme in the cache of a reader, with its positions in the current document. */
export type Lexeme = {
  readonly text: string
  /** All its characters are ASCII. */
  readonly isAscii: boolean
  /** Its first five bytes as a number. Lexemes are sorted by it, and then by text. */
  readonly order: number
  document: number
  count: number
  weight: number
  /** Its first and its last entry in `places`. */
  first: number
  last: number
}

export function lexemeOf(text: string): Lexeme {
  const isAscii = /^[\x20-\x7e]*$/.test(text)
  const bytes = isAscii ? undefined : Buffer.from(text)
  let order = 0
  for (let at = 0; at < orderBytes; at += 1) {
    order = order * 256 + ((bytes ? bytes[at] : text.charCodeAt(at)) || 0)
  }
  return { text, isAscii, order, document: 0, count: 0, weight: 0, first: 0, last: 0 }
}

const orderBytes = 5

/** The weights of PostgreSQL's vectors, in the two upper bits of a position. */
export const weightBits = { A: 3, B: 2, C: 1, '': 0 } as const
export type Weight = keyof typeof weightBits

/** See `search.frequencies`: a name counts 4, a brand 2, other text 1. */
const countsAs: Readonly<Record<Weight, number>> = { A: 4, B: 2, C: 1, '': 1 }

/** PostgreSQL cuts a vector at 256 positions of a word and at position 16,383. This limit is below both. */
const placesMax = 200
const placesTotalMax = 16_000
/** PostgreSQL analyses documents with more lexemes. */
const lexemesMax = 4_095

/** Both vectors of a document in the binary form of `tsvector`. */
export type Vectors = {
  readonly tsv: Buffer
  readonly frequencies: Buffer
  /** The number of positions. */
  readonly length: number
}

/**
 * The positions of the lexemes as linked lists: `places[lexeme.first]` is the first one, and `next` has the index of
 * the following one.
 */
type Places = { readonly places: Uint16Array; readonly next: Uint16Array }

/**
 * Builds the vectors of one document after the other. A vector has its lexemes in the order of their bytes, each with
 * its positions. PostgreSQL accepts this form without parsing.
 */
export function createVectorWriter() {
  const bytes = createVectorBytes()
  const places = new Uint16Array(placesTotalMax)
  const next = new Uint16Array(placesTotalMax)
  const keys = new Float64Array(lexemesMax + 1)
  let document = 0
  let met: Lexeme[] = []
  let length = 0
  let isTooMuch = false

  const meet = (lexeme: Lexeme): void => {
    if (lexeme.document === document) return
    lexeme.document = document
    lexeme.count = 0
    lexeme.weight = 0
    met.push(lexeme)
  }

  return {
    begin: (): void => {
      document += 1
      met = []
      length = 0
      isTooMuch = false
    },
    /** Adds a lexeme at a position. The positions of a lexeme must rise. */
    add: (lexeme: Lexeme, stands: number, weight: Weight): void => {
      if (length >= placesTotalMax || stands > placesTotalMax) {
        isTooMuch = true
        return
      }
      meet(lexeme)
      if (lexeme.count === 0) lexeme.first = length
      else next[lexeme.last] = length
      lexeme.last = length
      lexeme.count += 1
      lexeme.weight += countsAs[weight]
      places[length] = stands | (weightBits[weight] << 14)
      length += 1
    },
    /**
     * Returns the vectors, with the marks for this length. Marks are lexemes without a position and are not counted.
     * Undefined if the document may not fit a vector.
     */
    end: (marksFor: (length: number) => readonly Lexeme[]): Vectors | undefined => {
      const marks = marksFor(length)
      if (isTooMuch || met.length + marks.length > lexemesMax) return undefined
      const words = met.length
      for (const mark of marks) meet(mark)
      const lexemes = inOrder(met, keys)
      if (!lexemes || lexemes.some(({ count }) => count > placesMax)) return undefined
      const tsv = writeTsv(bytes, lexemes, { places, next })
      return { tsv, frequencies: writeFrequencies(bytes, lexemes, words), length }
    },
  }
}

/**
 * Sorts the lexemes by their bytes. Undefined if two have the same text and would be in the vector twice: the cache
 * dropped a word, and the reader added it again.
 */
function inOrder(met: readonly Lexeme[], keys: Float64Array): readonly Lexeme[] | undefined {
  const some = keys.subarray(0, met.length)
  for (let at = 0; at < met.length; at += 1) {
    some[at] = (met[at] as Lexeme).order * (lexemesMax + 1) + at
  }
  some.sort()
  const lexemes: Lexeme[] = []
  for (const key of some) {
    const lexeme = met[key % (lexemesMax + 1)] as Lexeme
    let at = lexemes.length
    for (; at > 0; at -= 1) {
      const before = lexemes[at - 1] as Lexeme
      if (before.order !== lexeme.order || before.text < lexeme.text) break
      if (before.text === lexeme.text) return undefined
      lexemes[at] = before
    }
    lexemes[at] = lexeme
  }
  return lexemes
}

function writeTsv(
  bytes: VectorBytes,
  lexemes: readonly Lexeme[],
  { places, next }: Places,
): Buffer {
  bytes.begin(lexemes.length)
  for (const lexeme of lexemes) {
    bytes.entry(lexeme, lexeme.count)
    for (let nth = 0, one = lexeme.first; nth < lexeme.count; nth += 1) {
      bytes.place(places[one] as number)
      one = next[one] as number
    }
  }
  return bytes.copied()
}

/** `words`: the number of lexemes without the marks. */
function writeFrequencies(bytes: VectorBytes, lexemes: readonly Lexeme[], words: number): Buffer {
  bytes.begin(words)
  for (const lexeme of lexemes) {
    if (lexeme.count === 0) continue
    const code = codes[Math.min(lexeme.weight, codes.length - 1)] as readonly number[]
    bytes.entry(lexeme, code.length)
    for (const value of code) bytes.place(value)
  }
  return bytes.copied()
}

/** The codes that `search.frequencies` writes, by the count of a lexeme. */
const codes: readonly (readonly number[])[] = [
  '',
  ...['1', '1C', '1,2C', '1B', '1,2B', '1C,2B', '1A', '1A', '1A', '1,2A', '1,2A', '1,2A', '1,2A'],
  ...['1C,2A', '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1B,2A'],
].map((code) =>
  code.split(',').flatMap((one) => {
    const [place = '', weight = ''] = one
    return place === '' ? [] : [Number(place) | (weightBits[weight as Weight] << 14)]
  }),
)
