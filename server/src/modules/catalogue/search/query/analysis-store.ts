import {
  brandKey,
  hasOwnRestrictions,
  type ReadingLanguage,
  type Restrictions,
  visibleDocument,
} from '#modules/products'
import { type Conn, sql } from '#platform/db'
import type { KnownWord } from '../words/spelling.ts'

export type Lexeme = { readonly lexeme: string; readonly documents: number }

export type Totals = { readonly documents: number; readonly averageLength: number }

/** The lexemes of the words in one language. */
export type LanguageLexemes = {
  readonly language: ReadingLanguage
  /** The condition that a document is in the language. Undefined if the catalogue has no other language. */
  readonly own: string | undefined
  /** The lexemes of each requested word, in the same order. Empty for a stop word. */
  readonly lexemes: readonly (readonly Lexeme[])[]
}

export type WordAnalysis = {
  /** One entry for each language of the catalogue, at least one. */
  readonly languages: readonly LanguageLexemes[]
  readonly totals: Totals
  /** Some products have texts in several languages. */
  readonly isMixed: boolean
  /** The indexes of the typed words that are brands, from 0. */
  readonly brands: ReadonlySet<number>
}

/**
 * Returns the lexemes of the words and how many products have each, and which of the typed words are brands. The typed
 * words come first in the list. The words are behind a `select`, so that the planner does not see them and makes one
 * plan for all queries.
 */
export async function analyzeWords(
  conn: Conn,
  restrictions: Restrictions,
  words: readonly string[],
  typed: number,
): Promise<WordAnalysis> {
  const { rows } = await sql<{
    place: number | null
    language: ReadingLanguage | null
    own: string | null
    mixed: boolean | null
    lexeme: string | null
    documents: number | null
    total: number
    average: number
    is_brand: boolean | null
  }>`
    select w.place, r.language, r.own, r.mixed, l.lexeme, ${documentsFor(restrictions)} as documents,
      s.documents as total, s.average_length as average,
      -- With an EXISTS the planner reads the brands of all products first.
      case when w.place <= (select ${typed}::integer) then (
        select true from search.documents d where ${brandKey(sql`d.brand`)} = ${brandKey(sql`w.word`)} limit 1
      ) end as is_brand
    from search.totals s
    left join (search.readings r
      cross join unnest((select ${words}::text[])) with ordinality as w(word, place)) on true
    left join lateral unnest(search.vector_of(r.language, w.word)) as l on true
    -- With a plain join the planner reads all words of the catalogue first.
    left join lateral (select t.documents from search.terms t where t.lexeme = l.lexeme offset 0) as t on true
    where s.name = 'documents'
    -- Of post-it the whole stands before its parts, as it does in texts.
    order by r.language, w.place, l.positions[1]
  `.execute(conn)
  const languages = new Map<ReadingLanguage, LanguageLexemes & { lexemes: Lexeme[][] }>()
  const brands = new Set<number>()
  for (const { place, language, own, lexeme, documents, is_brand: isBrand } of rows) {
    if (place === null || language === null) continue
    if (isBrand) brands.add(place - 1)
    const reading = languages.get(language) ?? noLexemes(words, language, own ?? undefined)
    languages.set(language, reading)
    if (lexeme !== null) reading.lexemes[place - 1]?.push({ lexeme, documents: documents ?? 0 })
  }
  const [first] = rows
  return {
    languages: languages.size > 0 ? [...languages.values()] : [noLexemes(words, 'any', undefined)],
    totals: { documents: first?.total ?? 0, averageLength: first?.average ?? 1 },
    isMixed: first?.mixed ?? false,
    brands,
  }
}

function noLexemes(words: readonly string[], language: ReadingLanguage, own: string | undefined) {
  return { language, own, lexemes: words.map((): Lexeme[] => []) }
}

/** A word that only hidden products have must look like an unknown word. */
function documentsFor(restrictions: Restrictions) {
  if (!hasOwnRestrictions(restrictions)) return sql`coalesce(t.documents, 0)`
  return sql`case when exists (select 1 from search.documents d
      where d.tsv @@ quote_literal(l.lexeme)::tsquery ${visibleDocument(restrictions)})
    then greatest(coalesce(t.documents, 0), 1) else 0 end`
}

/** Returns words of the catalogue that are similar to an unknown word, or equal to it with two letters swapped. */
export async function listNearWords(
  conn: Conn,
  restrictions: Restrictions,
  word: string,
  swaps: readonly string[],
): Promise<KnownWord[]> {
  const seen = hasOwnRestrictions(restrictions)
    ? sql`and exists (select 1 from search.documents d
          where d.tsv @@ any (array(select search.words_of(language, w.word) from search.languages))
            ${visibleDocument(restrictions)})`
    : sql``
  const { rows } = await sql<{ word: string; documents: number }>`
    (select word, documents from search.words w where word = any(${swaps}::text[]) ${seen})
    union
    (select word, documents from search.words w
     where word % ${word} and abs(length(word) - length(${word})) <= 2 ${seen}
     order by similarity(word, ${word}) desc, documents desc limit 30)
  `.execute(conn)
  return rows
}

/** True if a product has the word although the statistics do not contain it yet. */
export async function isInUse(
  conn: Conn,
  restrictions: Restrictions,
  lexemes: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from search.documents d
      where d.tsv @@ (select string_agg(quote_literal(lexeme), ' | ') from unnest(${lexemes}::text[]) as lexeme)::tsquery
        ${visibleDocument(restrictions)}) as found
  `.execute(conn)
  return rows[0]?.found ?? false
}

/**
 * Combines phrases and exclusions to one condition of text search, in each language of the catalogue. Undefined if
 * there are none.
 */
export async function hardQuery(
  conn: Conn,
  phrases: readonly string[],
  exclusions: readonly string[],
): Promise<string | undefined> {
  if (phrases.length + exclusions.length === 0) return undefined
  const { rows } = await sql<{ hard: string | null }>`
    select string_agg(case when negative then '!(' || query || ')' else '(' || query || ')' end, ' & ') as hard
    from (
      select p.negative, string_agg(
        case when q.query = '' then r.own else concat_ws(' & ', '(' || q.query || ')', r.own) end, ' | ') as query
      from (
        select false as negative, phrase from unnest(${phrases}::text[]) as phrase
        union all
        select true, phrase from unnest(${exclusions}::text[]) as phrase
      ) as p
      cross join search.readings r
      cross join lateral (select search.phrase_of(r.language, p.phrase)::text as query) as q
      -- A phrase of nothing but stop words asks nothing of a text in their language, and excludes none.
      where q.query <> '' or not p.negative
      group by p.negative, p.phrase
      having bool_or(q.query <> '')
    ) as parts
    where query <> ''
  `.execute(conn)
  return rows[0]?.hard ?? undefined
}

/** Returns the pieces of words that products have as words, with their counts. */
export async function listKnownPieces(
  conn: Conn,
  restrictions: Restrictions,
  pieces: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const seen = hasOwnRestrictions(restrictions)
    ? sql`where exists (select 1 from search.documents d
          where d.tsv @@ any (array(select search.words_of(language, p.word) from search.languages))
            ${visibleDocument(restrictions)})`
    : sql``
  const { rows } = await sql<{ word: string; documents: number }>`
    select word, max(documents)::integer as documents from (
      select word, documents from search.words where word = any(${pieces}::text[])
      union all
      -- Words of three letters are in no dictionary, and have no stems.
      select lexeme, documents from search.terms
      where lexeme = any(${pieces.filter(({ length }) => length === 3)}::text[])
    ) as p ${seen} group by word
  `.execute(conn)
  return new Map(rows.map(({ word, documents }) => [word, documents]))
}

/** Counts the products that have the words next to each other, up to a limit. */
export async function countPhrase(
  conn: Conn,
  restrictions: Restrictions,
  phrase: string,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from search.documents d
      where d.tsv @@ any (array(select search.phrase_of(language, ${phrase}) from search.languages))
        ${visibleDocument(restrictions)} limit ${atMost}
    ) as found
  `.execute(conn)
  return rows[0]?.count ?? 0
}
