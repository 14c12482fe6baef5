import type { Conn } from '#platform/db'
import type { SearchDocument } from './document.ts'
import { readWords } from './read-words-store.ts'

/** A document as the search tables keep its texts: both vectors in the form PostgreSQL writes them. */
export type ReadDocument = {
  readonly tsv: string
  readonly frequencies: string
  readonly length: number
}

/**
 * Remembers how PostgreSQL reads words. Its parser goes through a text letter by letter for every product anew, which is most
 * of the work of an import, although the words are always the same. Words end at spaces, whatever stands around them: so the
 * vector of a text is put together of those of its words, and is the one that PostgreSQL would have made.
 */
export type WordReader = {
  /** In their order. Undefined for a document that has to be read as a whole. */
  read(
    conn: Conn,
    documents: readonly SearchDocument[],
  ): Promise<readonly (ReadDocument | undefined)[]>
}

/** So many words are remembered before all are forgotten: part numbers fill any memory, and the common ones are soon back. */
const rememberedMax = 40_000

export function createWordReader(): WordReader {
  let memory = createMemory()
  return {
    read: async (conn, documents) => {
      if (memory.size() >= rememberedMax) memory = createMemory()
      // Whoever waits below goes on with the memory that he began with.
      const { known, learn, put } = memory
      const unknown = new Map<string, Set<string>>()
      const fields = documents.map((document) => fieldsOf(document, known, unknown))
      for (const [language, words] of unknown) {
        learn(language, await readWords(conn, language, [...words]))
      }
      return fields.map((one) => one && put(one))
    },
  }
}

type Weight = 'A' | 'B' | 'C' | ''

type Field = {
  readonly language: string
  readonly weight: Weight
  readonly words: readonly string[]
  /** What is known of each word. */
  readonly read: (KnownWord | undefined)[]
}

type KnownWord = {
  readonly lexemes: readonly { readonly lexeme: Lexeme; readonly place: number }[]
  readonly span: number
}

/** One for each lexeme of a memory; where it stands in the document that is just put together. */
type Lexeme = {
  readonly name: string
  document: number
  count: number
  weight: number
  places: string
}

/** The words of a language that are known. */
type Known = (language: string) => Map<string, KnownWord>

/** Not stemmed, and not in a language. */
const unitsLanguage = 'units'

/** Longer texts are rare, and most of their words are not. */
const textLengthMax = 4_000
const wordLengthMax = 200

/** Undefined where a text is too long, or where something begins like a tag, which goes on over spaces. */
function fieldsOf(
  { language, texts }: SearchDocument,
  known: Known,
  unknown: Map<string, Set<string>>,
): Field[] | undefined {
  const { a, b, c, d, units } = texts
  for (const text of [a, b, c, d, units]) {
    if (text.length > textLengthMax || text.includes('<')) return undefined
  }
  const fields: Field[] = [
    fieldOf(language, 'A', a, known),
    fieldOf(language, 'B', b, known),
    fieldOf(language, 'C', c, known),
    fieldOf(language, '', d, known),
    fieldOf(unitsLanguage, 'A', units, known),
  ]
  const isLong = fields.some(({ words }) => words.some((word) => word.length > wordLengthMax))
  if (isLong) return undefined
  for (const { language: spoken, words, read } of fields) {
    for (const [at, word] of words.entries()) {
      if (read[at] !== undefined) continue
      const missing = unknown.get(spoken) ?? new Set()
      unknown.set(spoken, missing.add(word))
    }
  }
  return fields
}

function fieldOf(language: string, weight: Weight, text: string, known: Known): Field {
  const remembered = known(language)
  const words = text === '' ? [] : text.split(' ')
  return { language, weight, words, read: words.map((word) => remembered.get(word)) }
}

/** Before the limits of a vector, 256 places of a word and 16,383 in all, which cut off what is beyond. */
const placesMax = 200
const placesTotalMax = 16_000

function createMemory() {
  const words = new Map<string, Map<string, KnownWord>>()
  const lexemes = new Map<string, Lexeme>()
  let documents = 0

  const known: Known = (language) => {
    const spoken = words.get(language) ?? new Map<string, KnownWord>()
    words.set(language, spoken)
    return spoken
  }
  const lexemeOf = (text: string): Lexeme => {
    const known = lexemes.get(text)
    if (known) return known
    const name = plain.test(text) ? text : quotedLexeme(text)
    const made = { name, document: 0, count: 0, weight: 0, places: '' }
    lexemes.set(text, made)
    return made
  }
  return {
    known,
    size: () => lexemes.size,
    learn: (language: string, found: Awaited<ReturnType<typeof readWords>>) => {
      const remembered = known(language)
      for (const [word, { lexemes: read, span }] of found) {
        const places = read.map(([text, place]) => ({ lexeme: lexemeOf(text), place }))
        remembered.set(word, { lexemes: places, span })
      }
    },
    put: (fields: readonly Field[]): ReadDocument | undefined => {
      documents += 1
      return putTogether(fields, known, documents)
    },
  }
}

function putTogether(
  fields: readonly Field[],
  known: Known,
  document: number,
): ReadDocument | undefined {
  const met: Lexeme[] = []
  let length = 0
  // Each text is put behind the last place that is taken, as PostgreSQL appends a vector to another one.
  let taken = 0
  for (const { language, weight, words, read } of fields) {
    let before = taken
    for (let at = 0; at < words.length; at += 1) {
      const word = read[at] ?? known(language).get(words[at] ?? '')
      if (!word) throw new Error(`the word ${words[at]} was not asked for`)
      for (const { lexeme, place } of word.lexemes) {
        if (lexeme.document !== document) {
          lexeme.document = document
          lexeme.count = 0
          lexeme.weight = 0
          lexeme.places = ''
          met.push(lexeme)
        }
        const stands = before + place
        if (stands > taken) taken = stands
        lexeme.places += lexeme.count === 0 ? stands + weight : `,${stands}${weight}`
        lexeme.count += 1
        lexeme.weight += countsAs[weight]
        length += 1
      }
      before += word.span
    }
  }
  if (taken > placesTotalMax) return undefined
  let tsv = ''
  let frequencies = ''
  for (const { name, count, weight, places } of met) {
    if (count > placesMax) return undefined
    tsv += `${name}:${places} `
    frequencies += `${name}:${codes[Math.min(weight, 20)]} `
  }
  return { tsv, frequencies, length }
}

/** See `catalog.frequencies`: a name counts 4, a brand 2, other text 1. */
const countsAs: Readonly<Record<Weight, number>> = { A: 4, B: 2, C: 1, '': 1 }
const codes = [
  '',
  ...['1', '1C', '1,2C', '1B', '1,2B', '1C,2B', '1A', '1A', '1A', '1,2A', '1,2A', '1,2A', '1,2A'],
  ...['1C,2A', '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1B,2A'],
]

const plain = /^[a-z0-9]+$/

/** As a lexeme stands in the text of a vector. */
export function quotedLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
