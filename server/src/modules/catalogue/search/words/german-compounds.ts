import type { Conn } from '#platform/db'
import type { LanguageVariants, Standing } from '../query/language-variants.ts'
import { type Compound, listCompounds, type Parts } from './german-compounds-store.ts'
import { nameKey } from './search-text.ts'

/** The letters between the parts of a compound: `Arbeit-s-platz`, `Batterie-n-fach`, `Kiste-n-griff`. */
const links = ['', 's', 'n', 'en', 'es'] as const
const partMin = 4
const compoundMax = 40
/** A word with more splits than this is ambiguous, so it is not split. */
const splitsMax = 3

/**
 * German joins words that other languages separate. `Akkuschrauber` finds `Akku Schrauber` if the catalogue has both
 * parts, and vice versa. It needs no statement if the catalogue has no German texts.
 */
export async function withGermanCompounds(
  conn: Conn,
  languages: readonly LanguageVariants[],
  words: readonly string[],
): Promise<readonly LanguageVariants[]> {
  if (!languages.some(({ language }) => language === 'de')) return languages
  const keys = words.map(nameKey)
  const apart = keys.flatMap((word, at) => partsOf(word).map((parts) => ({ ...parts, at })))
  const joined = keys.slice(1).flatMap((word, at) => joinedOf(keys[at] ?? '', word, at))
  if (apart.length + joined.length === 0) return languages
  const found = await listCompounds(conn, apart, joined)
  return languages.map((one) =>
    one.language === 'de'
      ? {
          ...one,
          words: one.words.map(({ synonyms, ...word }, at) => ({
            ...word,
            synonyms: [...synonyms, ...standingAt(found.apart, at)],
          })),
          glued: one.glued.map((pair, at) => {
            const [best] = found.joined.filter((compound) => compound.at === at)
            return best ? [best] : pair
          }),
        }
      : one,
  )
}

function standingAt(
  found: readonly (Omit<Standing, 'counted'> & { readonly at: number })[],
  at: number,
): readonly Standing[] {
  return found
    .filter((one) => one.at === at)
    .slice(0, splitsMax)
    .map(({ lexemes, documents }) => ({ lexemes, counted: lexemes, documents }))
}

function partsOf(word: string): Omit<Parts, 'at'>[] {
  if (!isPlain(word)) return []
  const splits: Omit<Parts, 'at'>[] = []
  for (let cut = partMin; cut <= word.length - partMin; cut += 1) {
    const [first, tail] = [word.slice(0, cut), word.slice(cut)]
    for (const link of links) {
      const head = first.slice(0, first.length - link.length)
      if (first.endsWith(link) && head.length >= partMin) splits.push({ head, tail })
    }
  }
  return splits
}

function joinedOf(first: string, second: string, at: number): Compound[] {
  if (first.length < partMin || second.length < partMin) return []
  if (!isPlain(first + second)) return []
  return links.map((link) => ({ at, word: first + link + second }))
}

function isPlain(word: string): boolean {
  return word.length <= compoundMax && /^[a-zß]+$/.test(word)
}
