import { searchText } from './search-text.ts'

const longestNoun = 3

/** The prepositions of `products.heads_of`, and those that mean `without`. */
export const saysWhatFor = new Set(
  'for of with without für fuer von mit ohne pour de du des avec sans à'.split(' '),
)

/**
 * Returns the nouns for one product of a category, from the category's name: `Desktops & workstations` has two, `Phone
 * and tablet cases` does not have `phone`.
 */
export function nounsOfName(name: string): string[] {
  const parts = name.split(separators).map(wordsOf)
  const longest = Math.max(...parts.map(({ length }) => length))
  const nouns = parts.flatMap((words, at) => {
    if (words.length === 0 || words.length > longestNoun) return []
    // Next to longer parts, a single word may be the first half of the next part, or the second half of the previous
    // one.
    if (words.length === 1 && longest > 1 && !standsAlone(words, parts[at - 1])) return []
    return formsOf(words)
  })
  return [...new Set(nouns)].filter((noun) => !sayNothing.has(noun)).slice(0, nounsMax)
}

const nounsMax = 12

const separators = /[&,;/|+()]|\s(?:and|or|und|oder|et|ou)(?=\s)/iu

/** In `Toner- und Tintenpatronen`, the first part lacks its end. */
function wordsOf(part: string): string[] {
  if (/-\s*$/.test(part)) return []
  return searchText(part)
    .toLowerCase()
    .split(' ')
    .filter((word) => /\p{L}/u.test(word))
}

/** `Routers` next to `access points`: several kinds of things, and not a half of another name. */
function standsAlone([word = '']: readonly string[], before: readonly string[] | undefined) {
  return singular(word) !== word && (before === undefined || before.length <= 1)
}

/**
 * The English singular, and forms that would be the German one. A form that is not a word does no harm, because no
 * query contains it.
 */
export function formsOf(words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  const ends = ['n', 'en', 'e'].flatMap((ending) => {
    const stem = last.slice(0, -ending.length)
    return last.endsWith(ending) && stem.length >= stemMin ? [stem] : []
  })
  const before = words.slice(0, -1).map(singular)
  return [singular(last), ...ends].map((form) => [...before, form].join(' '))
}

const stemMin = 5

/** Names of categories for the rest, and names that occur in every trade. */
const sayNothing = new Set(
  (
    'accessory article component equipment general item kit material misc miscellaneous new other part product sale service set solution ' +
    'supply system uncategorised uncategorized various ' +
    'zubehör artikel sonstige sonstiges diverse diverses ersatzteile ersatzteil material produkte produkt ' +
    'accessoire article autre divers produit pièce'
  ).split(' '),
)

const irregulars: Readonly<Record<string, string>> = {
  mice: 'mouse',
  tvs: 'tv',
  pcs: 'pc',
  cds: 'cd',
  shelves: 'shelf',
  knives: 'knife',
}

export function singular(word: string): string {
  const irregular = irregulars[word]
  if (irregular !== undefined) return irregular
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  // `cases` and `hoses` lose one letter, `buses` and `lenses` lose two.
  if (/[aour]ses$/.test(word) && !/(?:bus|gas)es$/.test(word)) return word.slice(0, -1)
  if (/(?:ses|xes|ches|shes)$/.test(word)) return word.slice(0, -2)
  if (/s$/.test(word) && !/(?:ss|us)$/.test(word) && word.length > 3) return word.slice(0, -1)
  return word
}

/**
 * A document has the ids of its categories among its lexemes, each after this mark, with which no word begins. So
 * `network switch` finds a switch whose name is only `TL-SG1008 Gigabit`.
 */
export const kindMark = '='
