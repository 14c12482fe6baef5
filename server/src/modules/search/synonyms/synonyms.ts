import type { Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import { formsOf } from '../words/nouns.ts'
import { type Synonym, type SynonymLanguage, synonymKey, synonymsMax } from './synonym.ts'
import { listSynonyms, synonymsRevision } from './synonym-store.ts'

/** Rung when a group was added, changed or taken away. */
export const synonymsTopic = 'catalog.synonyms'

/** A ring may be lost: after this time the revision is looked at again, whatever was heard. */
const trustedMs = 3_000
/** Of one word: a query must stay a query. */
const alternativesMax = 12
const longestKey = 4

/** Stands for the words of a query from a place on, up to another one. */
export type Alternative = {
  readonly from: number
  readonly to: number
  readonly words: readonly string[]
  readonly language: SynonymLanguage
  /** Means the same, and is not only found, too. */
  readonly isSame: boolean
}

/** The synonyms as they stood at one revision. */
export type SynonymList = {
  readonly revision: number
  /** What may stand for neighbouring words of a query, in the singular or the plural. */
  alternativesIn(words: readonly string[]): readonly Alternative[]
  /** Whether something stands for the word as it is written. */
  isNamed(word: string): boolean
  /** Every single word that something stands for, as a query would have it. */
  readonly named: readonly string[]
}

export type Synonyms = { current(): Promise<SynonymList> }

/** Reads the groups once and again when they have changed: at once where the ring is heard, within seconds otherwise. */
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

  async function read(): Promise<SynonymList> {
    const revision = await synonymsRevision(database.pool)
    // The revision is read first: what changes in between is seen under an older number, and read again.
    if (kept?.revision !== revision) {
      kept = listOf(revision, await listSynonyms(database.pool, { limit: synonymsMax }))
    }
    return kept
  }

  return {
    current: async () => {
      if (kept && performance.now() < trustedUntil) return kept
      if (!reading) {
        trustedUntil = performance.now() + trustedMs
        reading = read().finally(() => {
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
  return {
    revision,
    isNamed: (word) => named.has(word) || byKey.has(formsOf([word])[0] ?? word),
    named: [...named],
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
