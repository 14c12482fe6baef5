import type { Conn } from '#platform/db'
import {
  analyzeWords,
  type Called,
  hardQuery,
  isInUse,
  type LanguageLexemes,
  type Lexeme,
  listNearWords,
  type Totals,
} from './analysis-store.ts'
import type { Shelf } from './assortments/visible-sql.ts'
import { withGermanCompounds } from './german-compounds.ts'
import type { IdentifierQuery } from './identifiers.ts'
import { kindMark, type Noun, nounsOf } from './nouns.ts'
import type { ParsedQuery } from './query-text.ts'
import { nameKey } from './search-text.ts'
import { correctionOf, swapsOf } from './spelling.ts'
import type { Alternative, SynonymList } from './synonyms.ts'

/** One thing the query asks for: a word, or what stands for it. */
export type Term = {
  /** What a document must have, in tsquery form, made of quoted lexemes only. */
  readonly query: string
  /** Has it too without a word of it: what is of the kind that the word calls by name. */
  readonly orKind: string | undefined
  /** What is counted in it. */
  readonly own: string
  /** What is counted for half. */
  readonly instead: string | undefined
  /** How rare it is, as BM25 weighs it. */
  readonly weight: number
  readonly documents: number
  /** How many documents may have it, all that stands for it included: of some only a guess. */
  readonly most: number
  readonly isUnit: boolean
}

/** The query as it reads in one language of the catalogue. */
export type Reading = {
  readonly terms: readonly Term[]
  /** In tsquery form, what documents of the language have. Undefined where the query reads the same in all. */
  readonly own: string | undefined
}

export type Analysis = {
  /** One, unless the words are other ones in other languages of the catalogue. */
  readonly readings: readonly Reading[]
  /** What a product may be by an attribute, `type=aa`: words and pairs of neighbours, in lower case. */
  readonly values: readonly string[]
  /** What stands side by side. */
  readonly joined: readonly string[]
  readonly averageLength: number
  readonly hard: string | undefined
  readonly identifiers: IdentifierQuery
  /** Categories of the kind of goods that is called by name: none, or those of all suppliers. */
  readonly kinds: readonly string[]
  /** Those of them that are meant first. */
  readonly ownKinds: readonly string[]
  /** What is of the kind, in tsquery form, and how many that may be. Undefined where no kind is called. */
  readonly kind: { readonly query: string; readonly documents: number } | undefined
  /** The query with its unknown words put right, where there were any. */
  readonly corrected: string | undefined
}

/** Turns words into weighted terms: synonyms and compounds beside them, unknown words corrected. */
export async function analyzeQuery(
  conn: Conn,
  shelf: Shelf,
  parsed: ParsedQuery,
  synonyms: SynonymList,
): Promise<Analysis> {
  const texts = parsed.words.map(({ text }) => text)
  const first = await analyzeVariants(conn, shelf, texts, synonyms)
  const corrections = await correctUnknown(conn, shelf, parsed, first)
  const changed = corrections.size > 0
  const words = texts.map((word) => corrections.get(bareWord(word)) ?? word)
  const variants = changed ? await analyzeVariants(conn, shelf, words, synonyms) : first
  const hard = await hardQuery(conn, parsed.phrases, parsed.exclusions)
  const { totals } = variants
  const units = parsed.units.map((token) => unitTerm(token, totals))
  return {
    readings: readingsOf(variants, units),
    values: valuesOf(words),
    joined: parsed.joined,
    averageLength: totals.averageLength,
    hard,
    identifiers: parsed.identifiers,
    kinds: variants.called?.ids ?? [],
    ownKinds: variants.called?.ownIds ?? [],
    kind: kindOf(variants.called),
    corrected: changed ? correctedText(parsed.text, corrections) : undefined,
  }
}

/** What stands for a word: one lexeme, or several side by side. */
export type Standing = {
  readonly lexemes: readonly string[]
  /** Those of them by which a document is ranked. */
  readonly counted: readonly string[]
  readonly documents: number
}

/** The words in one language. */
export type LanguageVariants = Pick<LanguageLexemes, 'language' | 'own'> & {
  readonly words: readonly {
    readonly lexemes: readonly Lexeme[]
    readonly synonyms: readonly Standing[]
  }[]
  /** For each pair of neighbours the word they make when written as one. */
  readonly glued: readonly (readonly Lexeme[])[]
}

type Variants = {
  readonly languages: readonly LanguageVariants[]
  readonly totals: Totals
  readonly called: Called | undefined
}

/** One statement asks for the words, their synonyms and their compounds. */
async function analyzeVariants(
  conn: Conn,
  shelf: Shelf,
  words: readonly string[],
  synonyms: SynonymList,
): Promise<Variants> {
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`)
  const alternatives = synonyms.alternativesIn(words)
  const asked = [...words, ...pairs, ...alternatives.flatMap((one) => one.words)]
  const nouns = [...nounsOf(words), ...synonymousNouns(words, alternatives)]
  const { languages, totals, called } = await analyzeWords(conn, shelf, asked, nouns)
  const read = languages.map((one) => variantsIn(one, words, pairs, alternatives))
  return { languages: await withGermanCompounds(conn, read, words), totals, called }
}

/** What the query calls for in other words: where a laptop is a notebook, a gaming laptop is a gaming notebook. */
function synonymousNouns(words: readonly string[], alternatives: readonly Alternative[]): Noun[] {
  const end = nounsOf(words)[0]?.to
  return alternatives
    .filter(({ to, isSame }) => isSame && to === end)
    .flatMap(({ from, to, words: others }) =>
      nounsOf([...words.slice(0, from), ...others])
        .filter((noun) => noun.from <= from)
        .map(({ noun, from: begins }) => ({ noun, from: begins, to })),
    )
}

/** Of the synonyms those of the language. */
function variantsIn(
  { language, own, lexemes }: LanguageLexemes,
  words: readonly string[],
  pairs: readonly string[],
  alternatives: readonly Alternative[],
): LanguageVariants {
  let next = words.length + pairs.length
  const standing = alternatives.map(({ from, to, words: parts, language: spoken }) => {
    const found = lexemes.slice(next, next + parts.length)
    next += parts.length
    const isMeant = spoken === 'any' || spoken === language
    return { from, to, stands: isMeant ? standingOf(found) : undefined }
  })
  return {
    language,
    own,
    words: words.map((_, at) => ({
      lexemes: lexemes[at] ?? [],
      synonyms: standing.flatMap(({ from, to, stands }) =>
        from <= at && at < to && stands ? [stands] : [],
      ),
    })),
    glued: pairs.map((_, at) => lexemes[words.length + at] ?? []),
  }
}

/** A language that has none of the words but stop words is not asked; nor is a second one that says the same. */
function readingsOf(variants: Variants, units: readonly Term[]): Reading[] {
  const readings = variants.languages.map((one) => ({
    terms: [...termsOf(one, variants, units.length > 0), ...units],
    own: one.own,
  }))
  const [first] = readings
  if (!first) throw new Error('there is at least one reading')
  const said = ({ terms }: Reading) =>
    terms.map(({ query, orKind }) => `${query} ${orKind}`).join(' & ')
  if (readings.every((one) => said(one) === said(first))) {
    return [{ terms: first.terms, own: undefined }]
  }
  return readings.filter(({ terms }) => terms.length > units.length)
}

function kindQuery(called: Called | undefined): string | undefined {
  return called && anyOf(called.ids.map((id) => quoted(kindMark + id)))
}

function kindOf(called: Called | undefined): Analysis['kind'] {
  const query = kindQuery(called)
  return called && query !== undefined ? { query, documents: called.documents } : undefined
}

/** Undefined where a word of it is none that is looked for, or no product has it. */
function standingOf(parts: readonly (readonly Lexeme[])[]): Standing | undefined {
  if (parts.some((part) => part.length === 0)) return undefined
  const all = parts.flat()
  // By `usb flash drive` a document is ranked as one that says `flash`, and not for each drive that it speaks of.
  const rarest = all.reduce((least, one) => (one.documents < least.documents ? one : least))
  const { lexeme, documents } = rarest
  return documents > 0
    ? { lexemes: all.map((one) => one.lexeme), counted: [lexeme], documents }
    : undefined
}

/** A compound must be a word that products have, or every pair would make one. German makes them on purpose. */
const compoundDocumentsMin = 3

function termsOf(
  { language, words, glued }: LanguageVariants,
  { totals, called }: Pick<Variants, 'totals' | 'called'>,
  hasUnits: boolean,
): Term[] {
  const compoundMin = language === 'de' ? 1 : compoundDocumentsMin
  const terms: Term[] = []
  // Of the kind alone there is enough that says its name.
  const isNarrowed = hasUnits || (called && called.to - called.from < words.length)
  const ofKind = isNarrowed ? kindQuery(called) : undefined
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (!word) continue
    const orKind = called && called.from <= at && at < called.to ? ofKind : undefined
    const compound = glued[at]?.length === 1 ? glued[at]?.[0] : undefined
    const next = words[at + 1]
    if (compound && next && compound.documents >= compoundMin) {
      const apart = [...word.lexemes, ...next.lexemes]
        .map(({ lexeme }) => quoted(lexeme))
        .join(' & ')
      const query = apart ? `((${apart}) | ${quoted(compound.lexeme)})` : quoted(compound.lexeme)
      const least = Math.min(...[...word.lexemes, ...next.lexemes].map((one) => one.documents))
      terms.push({
        query,
        orKind,
        own: query,
        instead: undefined,
        isUnit: false,
        ...weighed(compound.documents, totals),
        most: apart ? least + compound.documents : compound.documents,
      })
      at += 1
      continue
    }
    for (const one of word.lexemes) {
      const term = wordTerm(one, word.synonyms, totals)
      terms.push({ ...term, orKind, most: term.most + (orKind ? (called?.documents ?? 0) : 0) })
    }
  }
  const seen = new Set<string>()
  return terms.filter(({ query }) => !seen.has(query) && seen.add(query))
}

function wordTerm(
  { lexeme, documents }: Lexeme,
  alternatives: readonly Standing[],
  totals: Totals,
): Omit<Term, 'orKind'> {
  const own = quoted(lexeme)
  const stands = alternatives.map(({ lexemes }) => lexemes.map(quoted).join(' <-> '))
  const counted = [...new Set(alternatives.flatMap((one) => one.counted.map(quoted)))]
  const most = Math.max(documents, ...alternatives.map((one) => one.documents))
  return {
    query: stands.length > 0 ? `(${[own, ...stands.map((one) => `(${one})`)].join(' | ')})` : own,
    own,
    instead: counted.join(' | ') || undefined,
    isUnit: false,
    ...weighed(most, totals),
    most: alternatives.reduce((sum, one) => sum + one.documents, documents),
  }
}

/** A measure has so many of all documents at most, as a rule. */
const uncountedShare = 0.1

/** A measure is as telling as a rare word; how many products have it is not worth asking. */
function unitTerm(token: string, totals: Totals): Term {
  const query = quoted(token)
  return {
    query,
    orKind: undefined,
    own: query,
    instead: undefined,
    isUnit: true,
    ...weighed(Math.ceil(totals.documents / 100), totals),
    most: totals.documents * uncountedShare,
  }
}

/** A word that is not counted yet is rare. */
function weighed(
  counted: number,
  { documents: total }: Totals,
): Pick<Term, 'weight' | 'documents'> {
  const documents = Math.max(counted, 1)
  const weight = Math.log(1 + Math.max(total - documents + 0.5, 0.5) / (documents + 0.5))
  return { weight, documents }
}

/** A product is what its type says, and a battery what its size says. */
function valuesOf(words: readonly string[]): string[] {
  const plain = words.map((word) => word.toLowerCase())
  const pairs = plain.slice(1).map((word, at) => `${plain[at]} ${word}`)
  return [...plain, ...pairs].flatMap((value) => [`type=${value}`, `battery size=${value}`])
}

function anyOf(lexemes: readonly string[]): string {
  return lexemes.length === 1 ? lexemes.join('') : `(${lexemes.join(' | ')})`
}

/** The one way in which a lexeme enters a query. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** As words stand in the spelling dictionary: without accents, and without the punctuation around them. */
function bareWord(text: string): string {
  return nameKey(text)
    .replaceAll('ß', 'ss')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

const correctable = /^[a-z]{5,30}$/
const correctionsMax = 4

async function correctUnknown(
  conn: Conn,
  shelf: Shelf,
  parsed: ParsedQuery,
  { languages }: Variants,
): Promise<Map<string, string>> {
  const corrections = new Map<string, string>()
  for (const [at, { text, quoted: literal }] of parsed.words.entries()) {
    const word = bareWord(text)
    if (literal || corrections.size >= correctionsMax || !correctable.test(word)) continue
    const lexemes = languages.flatMap(({ words }) => words[at]?.lexemes ?? [])
    const synonyms = languages.flatMap(({ words }) => words[at]?.synonyms ?? [])
    const inCompound = languages.some(({ glued }) =>
      [glued[at - 1], glued[at]].some(
        (pair) => pair?.length === 1 && (pair[0]?.documents ?? 0) > 0,
      ),
    )
    if (inCompound || lexemes.length === 0) continue
    if ([...lexemes, ...synonyms].some(({ documents }) => documents > 0)) continue
    if (
      await isInUse(
        conn,
        shelf,
        lexemes.map((one) => one.lexeme),
      )
    )
      continue
    const correction = correctionOf(word, await listNearWords(conn, shelf, word, swapsOf(word)))
    if (correction) corrections.set(word, correction)
  }
  return corrections
}

/** What is in quotes, and what a minus keeps out, stays as it was typed. */
function correctedText(text: string, corrections: ReadonlyMap<string, string>): string {
  const parts = /-?"[^"]*"|(?<=^|\s)-\S+|([\p{L}\p{M}\p{N}]+)/gu
  return text.replace(parts, (part: string, word?: string) =>
    word === undefined ? part : (corrections.get(bareWord(word)) ?? word),
  )
}
