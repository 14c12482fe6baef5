import { createVectorBytes, type VectorBytes } from './vector-bytes.ts'

/** One for each lexeme that a reader remembers, with its places in the document that is put together now. */
export type Lexeme = {
  readonly text: string
  /** Its bytes are its letters. */
  readonly isAscii: boolean
  /** Its first five bytes as a number: by it lexemes are put in order, and by their texts where it is the same. */
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

/** As the vectors of PostgreSQL count: in the two upper bits of a place. */
export const weightBits = { A: 3, B: 2, C: 1, '': 0 } as const
export type Weight = keyof typeof weightBits

/** See `search.frequencies`: a name counts 4, a brand 2, other text 1. */
const countsAs: Readonly<Record<Weight, number>> = { A: 4, B: 2, C: 1, '': 1 }

/** A vector cuts off what is beyond 256 places of a word, and beyond place 16,383. We stop before that. */
const placesMax = 200
const placesTotalMax = 16_000
/** More lexemes than this are left to PostgreSQL. */
const lexemesMax = 4_095

/** Both vectors of a document in the binary form of `tsvector`. */
export type Vectors = {
  readonly tsv: Buffer
  readonly frequencies: Buffer
  /** How many places there are. */
  readonly length: number
}

/** A lexeme stands at a list of places: `places[lexeme.first]` is the first, and `next` says where in `places` the next one is. */
type Places = { readonly places: Uint16Array; readonly next: Uint16Array }

/**
 * Puts together the vectors of one document after the other. A vector lists its lexemes in the order of their bytes, each
 * with its places: in that form PostgreSQL takes it as it is.
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
    /** A lexeme at a place, which rises from one to the next of the same lexeme. */
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
     * Returns the vectors, with the marks for such a length: lexemes that stand at no place and are not counted. Undefined where
     * there is more than certainly fits into a vector.
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
 * In the order of their bytes. Undefined where two have the same text, which would stand in the vector twice: a word was
 * forgotten meanwhile, and read again.
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

/** `words`: how many of the lexemes are no marks. */
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

/** As `search.frequencies` writes them, by how much a lexeme counts. */
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
