import type { Id } from '#kernel/id'
import { fail } from '../failures.ts'
import { searchText } from '../words/search-text.ts'

export const synonymLanguages = ['any', 'en', 'de', 'fr'] as const
export type SynonymLanguage = (typeof synonymLanguages)[number]

/** Words that mean the same. A one-way group has `alsoFind`: a search for one of `words` finds those, too. */
export type SynonymGroup = {
  readonly language: SynonymLanguage
  readonly words: readonly string[]
  readonly alsoFind: readonly string[]
}

export type Synonym = SynonymGroup & {
  readonly id: Id<'syn'>
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const synonymsMax = 2_000
export const synonymWordsMax = 20
const wordsInOneMax = 4

/**
 * Returns the group in its stored form: lower case, without accents and duplicates. Throws `catalog.synonyms_invalid`
 * if nothing useful remains.
 */
export function cleanSynonyms(group: SynonymGroup): SynonymGroup {
  const { language } = group
  const words = cleanWords('words', group.words)
  const alsoFind = cleanWords('alsoFind', group.alsoFind)
  const itself = alsoFind.find((word) => words.includes(word))
  if (itself !== undefined) {
    throw fail('synonyms_invalid', { field: 'alsoFind', problem: `"${itself}" finds itself` })
  }
  if (words.length === 0) {
    throw fail('synonyms_invalid', { field: 'words', problem: 'is empty' })
  }
  if (alsoFind.length === 0 && words.length < 2) {
    throw fail('synonyms_invalid', {
      field: 'words',
      problem: 'one word stands for nothing: name a second one, or what it also finds',
    })
  }
  return { language, words, alsoFind }
}

function cleanWords(field: string, words: readonly string[]): string[] {
  const clean = words.map((word) => {
    const key = synonymKey(word)
    if (!/[\p{L}\p{N}]/u.test(key)) {
      throw fail('synonyms_invalid', { field, problem: 'a word has no letter and no digit' })
    }
    if (key.split(' ').length > wordsInOneMax) {
      throw fail('synonyms_invalid', { field, problem: `more than ${wordsInOneMax} words in one` })
    }
    return key
  })
  return [...new Set(clean)]
}

/** The form in which words are compared, and search reads them: lower case, without accents. */
export function synonymKey(text: string): string {
  return searchText(text.toWellFormed().replaceAll('\u0000', ' '))
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
}

/** Returns a word of the group that one-way groups of its language lead back to. Undefined if there is no cycle. */
export function circleOf(group: SynonymGroup, others: readonly SynonymGroup[]): string | undefined {
  const links = others.filter(
    ({ language, alsoFind }) =>
      alsoFind.length > 0 &&
      (language === group.language || language === 'any' || group.language === 'any'),
  )
  const nextOf = new Map<string, string[]>()
  for (const { words, alsoFind } of links) {
    for (const word of words) {
      const known = nextOf.get(word)
      if (known) known.push(...alsoFind)
      else nextOf.set(word, [...alsoFind])
    }
  }
  const seen = new Set<string>()
  const ahead = [...group.alsoFind]
  for (let word = ahead.pop(); word !== undefined; word = ahead.pop()) {
    if (group.words.includes(word)) return word
    if (seen.has(word)) continue
    seen.add(word)
    ahead.push(...(nextOf.get(word) ?? []))
  }
  return undefined
}
