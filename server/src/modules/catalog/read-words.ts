import type { Conn } from '#platform/db'
import type { SearchDocument } from './document.ts'
import { type ReadWord, readWords } from './read-words-store.ts'

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

/** Two generations of so many: what was not met for long is forgotten. */
const rememberedMax = 20_000

export function createWordReader(): WordReader {
  const known = createMemory(rememberedMax)
  return {
    read: async (conn, documents) => {
      const asked = documents.map((document) =>
        isApart(document) ? fieldsOf(document) : undefined,
      )
      const met = known.meet(asked.flatMap((fields) => fields ?? []))
      for (const [language, words] of met.unknown) {
        const found = await readWords(conn, language, [...words])
        for (const [word, read] of found) met.learn(language, word, read)
      }
      return asked.map((fields) => fields && documentOf(fields, met.known))
    },
  }
}

type Weight = 'A' | 'B' | 'C' | ''
type Field = {
  readonly language: string
  readonly weight: Weight
  readonly words: readonly string[]
}

/** Not stemmed, and not in a language. */
const unitsLanguage = 'units'

function fieldsOf({ language, texts }: SearchDocument): Field[] {
  const field = (weight: Weight, text: string, reads: string = language): Field => ({
    language: reads,
    weight,
    words: text === '' ? [] : text.split(' '),
  })
  return [
    field('A', texts.a),
    field('B', texts.b),
    field('C', texts.c),
    field('', texts.d),
    field('A', texts.units, unitsLanguage),
  ]
}

/** Longer texts are rare, and most of their words are not. */
const textLengthMax = 4_000
const wordLengthMax = 200
const longWord = new RegExp(`[^ ]{${wordLengthMax + 1}}`)

/** What begins like a tag goes on over spaces. */
function isApart({ texts: { a, b, c, d, units } }: SearchDocument): boolean {
  for (const text of [a, b, c, d, units]) {
    if (text.includes('<') || text.length > textLengthMax || longWord.test(text)) return false
  }
  return true
}

/** Before the limits of a vector, 256 places of a word and 16,383 in all, which cut off what is beyond. */
const placesMax = 200
const placesTotalMax = 16_000

type Places = { count: number; weight: number; text: string }

function documentOf(
  fields: readonly Field[],
  known: (language: string, word: string) => ReadWord,
): ReadDocument | undefined {
  const lexemes = new Map<string, Places>()
  let length = 0
  // Each text is put behind the last place that is taken, as PostgreSQL appends a vector to another one.
  let taken = 0
  for (const { language, weight, words } of fields) {
    let place = taken
    for (const word of words) {
      const { lexemes: read, span } = known(language, word)
      for (const [lexeme, offset] of read) {
        const at = place + offset
        if (at > taken) taken = at
        const found = lexemes.get(lexeme)
        length += 1
        if (!found) {
          lexemes.set(lexeme, { count: 1, weight: countsAs[weight], text: `${at}${weight}` })
          continue
        }
        found.count += 1
        found.weight += countsAs[weight]
        found.text += `,${at}${weight}`
      }
      place += span
    }
  }
  let tsv = ''
  let frequencies = ''
  for (const [lexeme, { count, weight, text }] of lexemes) {
    if (count > placesMax || taken > placesTotalMax) return undefined
    const name = plain.test(lexeme) ? lexeme : quotedLexeme(lexeme)
    tsv += `${name}:${text} `
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

function createMemory(max: number) {
  let young = new Map<string, ReadWord>()
  let old = new Map<string, ReadWord>()
  const keyOf = (language: string, word: string) => `${language} ${word}`
  const recall = (key: string): ReadWord | undefined => {
    const found = young.get(key)
    if (found) return found
    const before = old.get(key)
    if (before) young.set(key, before)
    return before
  }
  return {
    /** What is known of the words of these fields; it stays known to the caller, whatever is forgotten meanwhile. */
    meet: (fields: readonly Field[]) => {
      if (young.size >= max) {
        old = young
        young = new Map()
      }
      const unknown = new Map<string, Set<string>>()
      const held = new Map<string, ReadWord>()
      for (const { language, words } of fields) {
        for (const word of words) {
          const key = keyOf(language, word)
          if (held.has(key)) continue
          const found = recall(key)
          if (found) held.set(key, found)
          else {
            const missing = unknown.get(language) ?? new Set()
            unknown.set(language, missing.add(word))
          }
        }
      }
      return {
        unknown,
        learn: (language: string, word: string, read: ReadWord) => {
          const key = keyOf(language, word)
          held.set(key, read)
          young.set(key, read)
        },
        known: (language: string, word: string): ReadWord => {
          const found = held.get(keyOf(language, word))
          if (!found) throw new Error(`the word ${word} was not asked for`)
          return found
        },
      }
    },
  }
}
