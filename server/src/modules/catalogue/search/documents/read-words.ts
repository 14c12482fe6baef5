import { languageMark } from '#modules/products'
import type { Conn } from '#platform/db'
import { kindMark } from '../words/nouns.ts'
import type { SearchDocument } from './document.ts'
import { lengthMarkOf } from './length-marks.ts'
import { readWords } from './read-words-store.ts'
import { createVectorWriter, type Vectors, type Weight } from './vector-writer.ts'
import { createWordMemory, type Word } from './word-memory.ts'

/**
 * Caches how PostgreSQL analyses words. Its parser reads each text letter by letter, which is most of the work of an
 * import, although the words repeat. A word ends at a space, whatever surrounds it. So the vector of a text can be
 * built from those of its words, and equals the vector that PostgreSQL would compute.
 */
export type WordReader = {
  /** In the order of the documents. Undefined for a document that PostgreSQL must analyse as a whole. */
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

/** It has no stemming and belongs to no language. */
const unitsLanguage = 'units'

/** Longer texts are rare, and most of their words are rare, too. */
const textLengthMax = 4_000
const wordLengthMax = 200

const weights = ['A', 'B', 'C', '', 'A'] as const satisfies Weight[]

/** The words of the five texts in sequence, and the end of each text. */
type Words = { readonly all: readonly Word[]; readonly ends: readonly number[] }

/** Undefined if the document has several languages, or if a text is too long, or has something like the beginning of a tag, which continues over spaces. */
function wordsOf(
  { language, texts, others }: SearchDocument,
  { known }: ReturnType<typeof createWordMemory>,
  unknown: Map<string, Set<Word>>,
): Words | undefined {
  if (others) return undefined
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
 * A word with any other beginning is analysed with a space before it: at the beginning of a text, PostgreSQL would read
 * its dots and slashes as a file name.
 */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
}

/** Each text starts after the last position of the previous one, as when PostgreSQL concatenates vectors. */
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
      if (lexemes === undefined) throw new Error(`the word ${text} was not analysed`)
      for (const { lexeme, place } of lexemes) {
        const stands = before + place
        if (stands > taken) taken = stands
        add(lexeme, stands, weight)
      }
      before += span
    }
  }
}
