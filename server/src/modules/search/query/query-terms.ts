import { kindMark } from '../words/nouns.ts'
import type { LanguageVariants, Standing } from './analysis.ts'
import type { Lexeme, Totals } from './analysis-store.ts'
import type { Called } from './called-kind.ts'

/** One thing the query asks for: a word, or what stands for it. */
export type Term = {
  /** What a document must have, in tsquery form, made of quoted lexemes only. */
  readonly query: string
  /** The same without what is only found, too: what a product has that the buyer would call a match. */
  readonly same: string
  /** It says what the product is: a product that only mentions it is a near miss. */
  readonly isNaming: boolean
  /** Has it too without a word of it: what is of the kind that the word calls by name. */
  readonly orKind: string | undefined
  /** What is counted in it. */
  readonly own: string
  /** What is counted for half. */
  readonly instead: string | undefined
  /** The very word that was typed, where hardly any product has it, and how rare it is. */
  readonly literal: { readonly query: string; readonly weight: number } | undefined
  /** How rare it is, as BM25 weighs it. */
  readonly weight: number
  readonly documents: number
  /** How many documents may have it, all that stands for it included: of some only a guess. */
  readonly most: number
  readonly isUnit: boolean
}

/** What is of the kind that is called, in tsquery form. */
export function kindQuery(called: Called | undefined): string | undefined {
  return called && anyOf(called.ids.map((id) => quoted(kindMark + id)))
}

/** A compound must be a word that products have, or every pair would make one. German makes them on purpose. */
const compoundDocumentsMin = 3

/** The words of the query in one language, each with what stands for it. */
export function termsOf(
  variants: LanguageVariants,
  { totals, called }: { readonly totals: Totals; readonly called: Called | undefined },
  naming: ReadonlySet<number>,
  hasUnits: boolean,
): Term[] {
  const { language, words, glued } = variants
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
        same: query,
        isNaming: naming.has(at) || naming.has(at + 1),
        orKind,
        own: query,
        instead: undefined,
        literal: word.isTypedAsOne ? literalOf(compound, totals) : undefined,
        isUnit: false,
        ...weighed(compound.documents, totals),
        most: apart ? least + compound.documents : compound.documents,
      })
      at += 1
      continue
    }
    for (const one of word.lexemes) {
      const term = { ...wordTerm(one, word.synonyms, totals), isNaming: naming.has(at) }
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
): Omit<Term, 'orKind' | 'isNaming'> {
  const term = standsFor({ own: quoted(lexeme), documents }, alternatives, totals)
  return { ...term, literal: literalOf({ lexeme, documents }, totals) }
}

/** A word that so many products have at most is worth more than what stands for it. */
const literalMax = 20

function literalOf({ lexeme, documents }: Lexeme, totals: Totals): Term['literal'] {
  if (documents === 0 || documents > literalMax) return undefined
  return { query: quoted(lexeme), weight: weighed(documents, totals).weight }
}

function standsFor(
  { own, documents }: { readonly own: string; readonly documents: number },
  alternatives: readonly Standing[],
  totals: Totals,
): Omit<Term, 'orKind' | 'isNaming'> {
  const same = alternatives.filter(({ alternative }) => alternative?.isSame !== false)
  const counted = [...new Set(alternatives.flatMap((one) => one.counted.map(quoted)))]
  const most = Math.max(documents, ...alternatives.map((one) => one.documents))
  return {
    query: orStanding(own, alternatives),
    same: orStanding(own, same),
    own,
    instead: counted.join(' | ') || undefined,
    literal: undefined,
    isUnit: false,
    ...weighed(most, totals),
    most: alternatives.reduce((sum, one) => sum + one.documents, documents),
  }
}

function orStanding(own: string, alternatives: readonly Standing[]): string {
  const phrases = alternatives.map(({ lexemes }) => `(${lexemes.map(quoted).join(' <-> ')})`)
  return phrases.length > 0 ? `(${[own, ...phrases].join(' | ')})` : own
}

/** A measure has so many of all documents at most, as a rule. */
const uncountedShare = 0.1

/** A measure is as telling as a rare word; how many products have it is not worth asking. */
export function unitTerm(token: string, totals: Totals): Term {
  const query = quoted(token)
  return {
    query,
    same: query,
    isNaming: false,
    orKind: undefined,
    own: query,
    instead: undefined,
    literal: undefined,
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

function anyOf(lexemes: readonly string[]): string {
  return lexemes.length === 1 ? lexemes.join('') : `(${lexemes.join(' | ')})`
}

/** The one way in which a lexeme enters a query. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
