import type { Conn } from '#platform/db'
import type { SearchDocument } from './document.ts'
import { languageMark } from './language.ts'
import { kindMark } from './nouns.ts'
import { readWords } from './read-words-store.ts'
import {
  createVectorWriter,
  type Lexeme,
  lexemeOf,
  type Vectors,
  type Weight,
} from './vector-writer.ts'

/**
 * Remembers how PostgreSQL reads words. Its parser goes through a text letter by letter for every product anew, which is most
 * of the work of an import, although the words are always the same. Words end at spaces, whatever stands around them: so the
 * vector of a text is put together of those of its words, and is the one that PostgreSQL would have made.
 */
export type WordReader = {
  /** In their order. Undefined for a document that has to be read as a whole. */
  read(conn: Conn, documents: readonly SearchDocument[]): Promise<readonly (Vectors | undefined)[]>
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
      return documents.map((document, at) => put(document, fields[at]))
    },
  }
}

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

function createMemory() {
  const words = new Map<string, Map<string, KnownWord>>()
  const lexemes = new Map<string, Lexeme>()
  const vectors = createVectorWriter()

  const known: Known = (language) => {
    const spoken = words.get(language) ?? new Map<string, KnownWord>()
    words.set(language, spoken)
    return spoken
  }
  const remembered = (text: string): Lexeme => {
    const before = lexemes.get(text)
    if (before) return before
    const made = lexemeOf(text)
    lexemes.set(text, made)
    return made
  }
  return {
    known,
    size: () => lexemes.size,
    learn: (language: string, found: Awaited<ReturnType<typeof readWords>>) => {
      const spoken = known(language)
      for (const [word, { lexemes: read, span }] of found) {
        const places = read.map(([text, place]) => ({ lexeme: remembered(text), place }))
        spoken.set(word, { lexemes: places, span })
      }
    },
    put: (
      { language, categoryIds }: SearchDocument,
      fields: readonly Field[] | undefined,
    ): Vectors | undefined => {
      if (fields === undefined) return undefined
      const marks = categoryIds.map((id) => remembered(kindMark + id))
      if (language !== 'en') marks.push(remembered(languageMark + language))
      vectors.begin()
      addWords(vectors, fields, known)
      return vectors.end(marks)
    },
  }
}

/** Each text is put behind the last place that is taken, as PostgreSQL appends a vector to another one. */
function addWords(
  { add }: ReturnType<typeof createVectorWriter>,
  fields: readonly Field[],
  known: Known,
): void {
  let taken = 0
  for (const { language, weight, words, read } of fields) {
    let before = taken
    for (let at = 0; at < words.length; at += 1) {
      const word = read[at] ?? known(language).get(words[at] ?? '')
      if (!word) throw new Error(`the word ${words[at]} was not asked for`)
      for (const { lexeme, place } of word.lexemes) {
        const stands = before + place
        if (stands > taken) taken = stands
        add(lexeme, stands, weight)
      }
      before += word.span
    }
  }
}
