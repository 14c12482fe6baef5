import { kindMark } from '../words/nouns.ts'
import { letteredToken } from '../words/standards.ts'
import type { Lexeme, Totals } from './analysis-store.ts'
import type { Called } from './called-kind.ts'
import type { LanguageVariants, Standing } from './language-variants.ts'

/** One term of the query: a word with its alternatives. */
export type Term = {
  /** The condition for a document, as a tsquery of quoted lexemes only. */
  readonly query: string
  /** The same condition without one-way synonyms: a buyer would call it a match. */
  readonly same: string
  /** The term names the product. A product that only mentions it is a near miss. */
  readonly isNaming: boolean
  /** Without this term nothing is what the buyer wants: the maker, the model or the kind of goods. */
  readonly isCarrying: boolean
  /** The products of the kind that the word names. They count as having the term without its words. */
  readonly orKind: string | undefined
  /** The lexemes that count fully. */
  readonly own: string
  /** The lexemes that count for half. */
  readonly instead: string | undefined
  /** The typed word itself if very few products have it, and its weight. */
  readonly literal: { readonly query: string; readonly weight: number } | undefined
  /** Its rarity, as BM25 weighs it. */
  readonly weight: number
  readonly documents: number
  /** The estimated maximum of documents with the term, including its alternatives. */
  readonly most: number
  readonly isUnit: boolean
}

/** The products of the named kind, in tsquery form. */
export function kindQuery(called: Called | undefined): string | undefined {
  return called && anyOf(called.ids.map((id) => quoteLexeme(kindMark + id)))
}

/** Products must have a compound as a word, or every pair would form one. German forms compounds on purpose. */
const compoundDocumentsMin = 3

/** The words of the query in one language, each with its alternatives. */
export function termsOf(
  variants: LanguageVariants,
  { totals, called }: { readonly totals: Totals; readonly called: Called | undefined },
  naming: ReadonlySet<number>,
  isCarrying: (at: number, documents: number) => boolean,
  hasUnits: boolean,
): Term[] {
  const { language, words, glued } = variants
  const compoundMin = language === 'de' ? 1 : compoundDocumentsMin
  const terms: Term[] = []
  // A query of the kind alone finds enough products with its name.
  const isNarrowed = hasUnits || (called && called.to - called.from < words.length)
  const ofKind = isNarrowed ? kindQuery(called) : undefined
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (!word) continue
    const orKind = called && called.from <= at && at < called.to ? ofKind : undefined
    const next = words[at + 1]
    const together = next && togetherTerm([word, next], glued[at] ?? [], compoundMin, totals)
    if (together) {
      const isNaming = naming.has(at) || naming.has(at + 1)
      const written = glued[at]?.[0]?.documents ?? 0
      const isCarried = [at, at + 1].some((one) => isCarrying(one, written))
      terms.push({ ...together, isNaming, isCarrying: isCarried, orKind })
      at += 1
      continue
    }
    for (const one of word.lexemes) {
      const term = wordTerm(one, word.synonyms, totals)
      const meaning = {
        isNaming: naming.has(at),
        isCarrying: isCarrying(at, term.documents),
      }
      terms.push({
        ...term,
        ...meaning,
        orKind,
        most: term.most + (orKind ? (called?.documents ?? 0) : 0),
      })
    }
  }
  const seen = new Set<string>()
  return terms.filter(({ query }) => !seen.has(query) && seen.add(query))
}

type Part = LanguageVariants['words'][number]
type WordTerm = Omit<Term, 'orKind' | 'isNaming' | 'isCarrying'>

/** The term of two neighbours that products write as one word. Undefined if they do not. */
function togetherTerm(
  pair: readonly [Part, Part],
  glued: readonly Lexeme[],
  compoundMin: number,
  totals: Totals,
): WordTerm | undefined {
  const [whole] = glued
  if (!whole) return undefined
  // `usb-c` stands before its parts. What was typed as one word is not two words far apart: a `dl380` is no 380 of a DL.
  const isOne = whole.documents > 0 || pair[0].isTypedAsOne
  if (pair[0].isSeries && isOne) return seriesTerm(whole, pair, totals)
  return glued.length === 1 && whole.documents >= compoundMin
    ? compoundTerm(whole, pair, totals)
    : undefined
}

function compoundTerm(
  whole: Lexeme,
  [word, next]: readonly [Part, Part],
  totals: Totals,
): WordTerm {
  const parts = [...word.lexemes, ...next.lexemes]
  // Without `a`, which is a stop word, `12 a` would be any 12.
  const isWhole = word.lexemes.length > 0 && next.lexemes.length > 0
  const apart = isWhole ? parts.map(({ lexeme }) => quoteLexeme(lexeme)).join(' & ') : ''
  const query = apart ? `((${apart}) | ${quoteLexeme(whole.lexeme)})` : quoteLexeme(whole.lexeme)
  const least = Math.min(...parts.map((one) => one.documents))
  return {
    query,
    same: query,
    own: query,
    instead: undefined,
    literal: word.isTypedAsOne ? literalOf(whole, totals) : undefined,
    isUnit: false,
    ...weightOf(whole.documents, totals),
    most: apart ? least + whole.documents : whole.documents,
  }
}

/** `cat6`, also as `cat 6` and `cat-6` in texts, and `usb-c`, also as `USB Type-C`. */
function seriesTerm(whole: Lexeme, [word, next]: readonly [Part, Part], totals: Totals): WordTerm {
  const parts = [word, next].map(({ lexemes }) => lexemes[0])
  const [first, second] = parts.map((part) => part && quoteLexeme(part.lexeme))
  const own = quoteLexeme(whole.lexeme)
  const isApart = first !== undefined && second !== undefined
  const apart = isApart ? `(${first} & ${second})` : undefined
  const isNumbered = /\d/.test(whole.lexeme) || whole.documents === 0
  // PostgreSQL reads `cat-6` as the word cat and the number -6.
  const near =
    isNumbered && isApart
      ? `(${first} <-> ${second}) | (${first} <-> ${quoteLexeme(`-${parts[1]?.lexeme}`)})`
      : apart
  const standard = letteredToken(whole.lexeme)
  const written = [own, near, standard && quoteLexeme(standard)].filter(Boolean)
  const query = written.length > 1 ? `(${written.join(' | ')})` : own
  const isWritten = whole.documents >= compoundDocumentsMin
  const fewest = Math.min(...parts.map((part) => part?.documents ?? 0))
  return {
    query,
    same: query,
    own: isWritten || !apart ? own : `(${apart} | ${own})`,
    instead: isWritten && !isNumbered ? apart : undefined,
    literal: literalOf(whole, totals),
    isUnit: false,
    ...weightOf(whole.documents || fewest, totals),
    most: fewest + whole.documents,
  }
}

function wordTerm(
  { lexeme, documents }: Lexeme,
  alternatives: readonly Standing[],
  totals: Totals,
): WordTerm {
  const spelled = alternatives.filter(({ lexemes }) => isSpellingOf(lexeme, lexemes))
  const own = anyOf([lexeme, ...spelled.flatMap(({ counted }) => counted)].map(quoteLexeme))
  const others = alternatives.filter((one) => !spelled.includes(one))
  const written = spelled.reduce((sum, one) => sum + one.documents, documents)
  const term = standsFor({ own, documents: written }, others, totals)
  return { ...term, literal: literalOf({ lexeme, documents }, totals) }
}

/** `wi-fi` is `wifi`, and counts as much. */
function isSpellingOf(lexeme: string, [first = '']: readonly string[]): boolean {
  return first.includes('-') && first.replaceAll('-', '') === lexeme
}

/** A word that at most this number of products have counts more than its alternatives. */
const literalMax = 20

function literalOf({ lexeme, documents }: Lexeme, totals: Totals): Term['literal'] {
  if (documents === 0 || documents > literalMax) return undefined
  return { query: quoteLexeme(lexeme), weight: weightOf(documents, totals).weight }
}

function standsFor(
  { own, documents }: { readonly own: string; readonly documents: number },
  alternatives: readonly Standing[],
  totals: Totals,
): WordTerm {
  const same = alternatives.filter(({ alternative }) => alternative?.isSame !== false)
  const counted = [...new Set(alternatives.flatMap((one) => one.counted.map(quoteLexeme)))]
  const most = Math.max(documents, ...alternatives.map((one) => one.documents))
  return {
    query: orStanding(own, alternatives),
    same: orStanding(own, same),
    own,
    instead: counted.join(' | ') || undefined,
    literal: undefined,
    isUnit: false,
    ...weightOf(most, totals),
    most: alternatives.reduce((sum, one) => sum + one.documents, documents),
  }
}

function orStanding(own: string, alternatives: readonly Standing[]): string {
  const phrases = alternatives.map(({ lexemes }) => `(${lexemes.map(quoteLexeme).join(' <-> ')})`)
  return phrases.length > 0 ? `(${[own, ...phrases].join(' | ')})` : own
}

/** The assumed share of all documents with a measure. */
const uncountedShare = 0.1

/**
 * A measure weighs as much as a rare word. A count of its products would cost more than it helps. A telling one carries the
 * meaning: a paper of another weight is not what `a3 paper 300 gsm` asks for.
 */
export function unitTerm(
  tokens: readonly string[],
  totals: Totals,
  telling: readonly string[],
): Term {
  const query = anyOf(tokens.map(quoteLexeme))
  return {
    query,
    same: query,
    isNaming: false,
    isCarrying: tokens.some((token) => telling.includes(token)),
    orKind: undefined,
    own: query,
    instead: undefined,
    literal: undefined,
    isUnit: true,
    ...weightOf(Math.ceil(totals.documents / 100), totals),
    most: totals.documents * uncountedShare,
  }
}

/** A word that is not counted yet is rare. */
function weightOf(
  counted: number,
  { documents: total }: Totals,
): Pick<Term, 'weight' | 'documents'> {
  const documents = Math.max(counted, 1)
  const weight = Math.log(1 + Math.max(total - documents + 0.5, 0.5) / (documents + 0.5))
  return { weight, documents }
}

function anyOf(lexemes: readonly string[]): string {
  return lexemes.length === 1 ? lexemes.join('') : `(${lexemes.join(' | ')})`
}

/** The only function that puts a lexeme into a query. */
function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
