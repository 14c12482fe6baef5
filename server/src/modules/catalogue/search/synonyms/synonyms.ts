import type { Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import { type Beginnings, beginningsOf } from '../words/beginnings.ts'
import { formsOf } from '../words/nouns.ts'
import { type Synonym, type SynonymLanguage, synonymKey, synonymsMax } from './synonym.ts'
import { listSynonyms, synonymsRevision } from './synonym-store.ts'

/** The hint that a group was added, changed or deleted. */
export const synonymsTopic = 'catalog.synonyms'

/** A hint may be lost, so the revision is read again after this time. */
const trustedMs = 3_000
/** The limit of alternatives for one word, so that a query stays small. */
const alternativesMax = 12
const longestKey = 4

/** An alternative for the words of a query from one index up to another. */
export type Alternative = {
  readonly from: number
  readonly to: number
  readonly words: readonly string[]
  readonly language: SynonymLanguage
  /** True if it means the same. False for a one-way synonym. */
  readonly isSame: boolean
}

/** The synonyms at one revision. */
export type SynonymList = {
  readonly revision: number
  /** The alternatives for neighbouring words of a query, in the singular or the plural. */
  alternativesIn(words: readonly string[]): readonly Alternative[]
  /** True if the exact word has an alternative. */
  isNamed(word: string): boolean
  /** All single words that have an alternative, in the form of a query. */
  readonly named: readonly string[]
  /** Returns texts with an alternative that begin so, `max` at most. */
  termsFrom(beginning: string, max: number): readonly string[]
}

export type Synonyms = { current(): Promise<SynonymList> }

/** Caches the groups until they change. A hint refreshes them at once; without a hint it takes some seconds. */
export function createSynonyms(
  database: Database,
  wake: Pick<Wake, 'listen'> | undefined,
): Synonyms {
  let kept: SynonymList | undefined
  let trustedUntil = 0
  let reading: Promise<SynonymList> | undefined
  wake?.listen(synonymsTopic, () => {
    trustedUntil = 0
  })

  async function readIfChanged(): Promise<SynonymList> {
    const revision = await synonymsRevision(database.pool)
    // The revision is read first. A concurrent change then belongs to a later revision, and is read again.
    if (kept?.revision !== revision) {
      kept = listOf(revision, await listSynonyms(database.pool, synonymsMax))
    }
    return kept
  }

  return {
    current: async () => {
      if (kept && performance.now() < trustedUntil) return kept
      if (!reading) {
        trustedUntil = performance.now() + trustedMs
        reading = readIfChanged().finally(() => {
          reading = undefined
        })
      }
      return reading
    },
  }
}

export function listOf(revision: number, groups: readonly Synonym[]): SynonymList {
  const byKey = new Map<string, Map<string, Pick<Alternative, 'language' | 'isSame'>>>()
  for (const { language, words, alsoFind } of groups) {
    const isSame = alsoFind.length === 0
    for (const word of words) {
      const [form = word] = formsOf(word.split(' '))
      const others = byKey.get(form) ?? new Map<string, Pick<Alternative, 'language' | 'isSame'>>()
      byKey.set(form, others)
      for (const other of isSame ? words : alsoFind) {
        if (other !== word && others.size < alternativesMax) others.set(other, { language, isSame })
      }
    }
  }
  const named = new Set(
    groups.flatMap(({ words }) => words.filter((word) => /^[a-z]+$/.test(word))),
  )
  const standingFor = (keys: readonly string[], from: number, to: number): Alternative[] => {
    const form = formsOf(keys.slice(from, to)).find((one) => byKey.has(one))
    return [...(byKey.get(form ?? '') ?? [])].map(([text, stands]) => ({
      from,
      to,
      words: text.split(' '),
      ...stands,
    }))
  }
  let terms: Beginnings<string> | undefined
  return {
    revision,
    isNamed: (word) => named.has(word) || byKey.has(formsOf([word])[0] ?? word),
    named: [...named],
    termsFrom: (beginning, max) => {
      terms ??= beginningsOf(new Set(groups.flatMap(({ words }) => words)).entries())
      return terms.startingWith(beginning, max)
    },
    alternativesIn: (words) => {
      const keys = words.map(synonymKey)
      return keys.flatMap((_, from) =>
        Array.from({ length: Math.min(longestKey, keys.length - from) }, (_, more) =>
          standingFor(keys, from, from + more + 1),
        ).flat(),
      )
    },
  }
}
