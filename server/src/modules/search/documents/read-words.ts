import { languageMark } from '#modules/products'
import type { Conn } from '#platform/db'
import { kindMark } from '../words/nouns.ts'
import type { SearchDocument } from './document.ts'
import { lengthMarkOf } from './length-marks.ts'
import { readWords } from './read-words-store.ts'
import { createVectorWriter, type Vectors, type Weight } from './vector-writer.ts'
import { createWordMemory, type Word } from './word-memory.ts'

/**
 * Remembers how PostgreSQL reads words. Its parser goes through a text letter by letter for every product anew, which is most
 * of the work of an import, although the words are always the same. Words end at spaces, whatever stands around them: so the
 * vector of a text is put together of those of its words, and is the one that PostgreSQL would have made.
 */
export type WordReader = {
  /** In their order. Undefined for a document that has to be read as a whole. */
  read(conn: Conn, documents: readonly SearchDocument[]): Promise<readonly (Vectors | undefined)[]>
}

export function createWordReader(): WordReader {
  const memory = createWordMemory()
  const vectors = createVectorWriter()
  return {
    read: async (conn, documents) => {
      memory.forgetSome()
      const unknown = new Map<string, Set<Word>>()
      const texts = documents.map((document) => wordsOf(document, memory, unknown))
      for (const [language, words] of unknown) {
        const list = [...words]
        const read = await readWords(
          conn,
          language,
          list.map(({ text }) => text),
        )
        for (const [at, word] of list.entries()) memory.learn(word, read[at])
      }
      return documents.map(({ language, categoryIds }, at) => {
        const words = texts[at]
        if (words === undefined) return undefined
        vectors.begin()
        addWords(vectors, words)
        const marks = categoryIds.map((id) => memory.lexemeOf(kindMark + id))
        if (language !== 'en') marks.push(memory.lexemeOf(languageMark + language))
        return vectors.end((length) => {
          const mark = lengthMarkOf(length)
          return mark === undefined ? marks : [...marks, memory.lexemeOf(mark)]
        })
      })
    },
  }
}

/** Not stemmed, and not in a language. */
const unitsLanguage = 'units'

/** Longer texts are rare, and most of their words are not. */
const textLengthMax = 4_000
const wordLengthMax = 200

const weights = ['A', 'B', 'C', '', 'A'] as const satisfies Weight[]

/** The words of the five texts one behind the other, and where each text ends. */
type Words = { readonly all: readonly Word[]; readonly ends: readonly number[] }

/** Undefined where a text is too long, or where something begins like a tag, which goes on over spaces. */
function wordsOf(
  { language, texts }: SearchDocument,
  { known }: ReturnType<typeof createWordMemory>,
  unknown: Map<string, Set<Word>>,
): Words | undefined {
  const { a, b, c, d, units } = texts
  const all: Word[] = []
  const ends: number[] = []
  for (const [at, text] of [a, b, c, d, units].entries()) {
    if (text.length > textLengthMax || text.includes('<')) return undefined
    const spoken = at === weights.length - 1 ? unitsLanguage : language
    const missing = unknown.get(spoken) ?? new Set()
    for (let from = 0; from < text.length; ) {
      const space = text.indexOf(' ', from)
      const end = space === -1 ? text.length : space
      if (end - from > wordLengthMax) return undefined
      const isBehindSpace = from > 0 && !isLetterOrDigit(text.charCodeAt(from))
      const word = known(spoken, text, isBehindSpace ? from - 1 : from, end)
      if (word.lexemes === undefined) missing.add(word)
      all.push(word)
      from = end + 1
    }
    if (missing.size > 0) unknown.set(spoken, missing)
    ends.push(all.length)
  }
  return { all, ends }
}

/**
 * What else a word may begin with is read with the space before it: there PostgreSQL passes by the dots and slashes that
 * begin the name of a file at the beginning of a text.
 */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
}

/** Each text is put behind the last place that is taken, as PostgreSQL appends a vector to another one. */
function addWords({ add }: ReturnType<typeof createVectorWriter>, { all, ends }: Words): void {
  let taken = 0
  let at = 0
  for (const [text, end] of ends.entries()) {
    const weight = weights[text] as Weight
    let before = taken
    for (; at < end; at += 1) {
      const { text, lexemes, only, span } = all[at] as Word
      if (only !== undefined) {
        before += 1
        if (before > taken) taken = before
        add(only, before, weight)
        continue
      }
      if (lexemes === undefined) throw new Error(`the word ${text} was not asked for`)
      for (const { lexeme, place } of lexemes) {
        const stands = before + place
        if (stands > taken) taken = stands
        add(lexeme, stands, weight)
      }
      before += span
    }
  }
}
