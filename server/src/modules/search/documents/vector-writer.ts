/** One for each lexeme that a reader remembers, with where it stands in the document that is just put together. */
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

/** See `catalog.frequencies`: a name counts 4, a brand 2, other text 1. */
const countsAs: Readonly<Record<Weight, number>> = { A: 4, B: 2, C: 1, '': 1 }

/** Before the limits of a vector, 256 places of a word and 16,383 in all, which cut off what is beyond. */
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

/**
 * Puts the vectors of one document after the other together. A vector lists its lexemes in the order of their bytes, each
 * with its places; given so, PostgreSQL takes it as it is.
 */
export function createVectorWriter() {
  const places = new Uint16Array(placesTotalMax)
  const next = new Uint16Array(placesTotalMax)
  const keys = new Float64Array(lexemesMax + 1)
  let scratch = Buffer.allocUnsafe(16_384)
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

  const ordered = (): readonly Lexeme[] => {
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
        // Two of one text would stand in the vector twice: a word of before was forgotten and read again.
        if (before.text === lexeme.text) isTooMuch = true
        lexemes[at] = before
      }
      lexemes[at] = lexeme
    }
    return lexemes
  }

  let at = 0
  const begin = (count: number): void => {
    at = scratch.writeInt32BE(count, 0)
  }
  const entry = ({ text, isAscii }: Lexeme, count: number): void => {
    const most = text.length * 3 + 3 + count * 2
    if (at + most > scratch.length) {
      const larger = Buffer.allocUnsafe(scratch.length * 2 + most)
      scratch.copy(larger, 0, 0, at)
      scratch = larger
    }
    if (isAscii) {
      for (let letter = 0; letter < text.length; letter += 1) {
        scratch[at + letter] = text.charCodeAt(letter)
      }
      at += text.length
    } else {
      at += scratch.write(text, at)
    }
    scratch[at] = 0
    scratch[at + 1] = count >> 8
    scratch[at + 2] = count
    at += 3
  }
  const place = (value: number): void => {
    scratch[at] = value >> 8
    scratch[at + 1] = value
    at += 2
  }
  const written = (): Buffer => Buffer.from(scratch.subarray(0, at))

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
     * With the marks for such a length, lexemes that stand in no place and are not counted. Undefined where it is more than
     * is sure.
     */
    end: (marksFor: (length: number) => readonly Lexeme[]): Vectors | undefined => {
      const marks = marksFor(length)
      if (isTooMuch || met.length + marks.length > lexemesMax) return undefined
      const words = met.length
      for (const mark of marks) meet(mark)
      const lexemes = ordered()
      if (isTooMuch) return undefined
      begin(lexemes.length)
      for (const lexeme of lexemes) {
        if (lexeme.count > placesMax) return undefined
        entry(lexeme, lexeme.count)
        for (let nth = 0, one = lexeme.first; nth < lexeme.count; nth += 1) {
          place(places[one] as number)
          one = next[one] as number
        }
      }
      const tsv = written()
      begin(words)
      for (const lexeme of lexemes) {
        if (lexeme.count === 0) continue
        const code = codes[Math.min(lexeme.weight, codes.length - 1)] as readonly number[]
        entry(lexeme, code.length)
        for (const value of code) place(value)
      }
      return { tsv, frequencies: written(), length }
    },
  }
}

/** As `catalog.frequencies` writes them, by how much a lexeme counts. */
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
