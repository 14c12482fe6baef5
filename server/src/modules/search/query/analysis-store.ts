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

/** What the words are in one language. */
export type LanguageLexemes = {
  readonly language: ReadingLanguage
  /** The condition that a document is of the language. Undefined where the catalogue has no other. */
  readonly own: string | undefined
  /** The lexemes of each word asked about, in its place. Empty for a stop word. */
  readonly lexemes: readonly (readonly Lexeme[])[]
}

export type WordAnalysis = {
  /** One for each language of the catalogue, and at least one. */
  readonly languages: readonly LanguageLexemes[]
  readonly totals: Totals
  /** Of the words that were typed those that are brands, by their places from 0 on. */
  readonly brands: ReadonlySet<number>
}

/**
 * What the words are to the search configuration, and how many products have each; of the first ones, which were typed, which are
 * brands. They stand behind a `select`, where PostgreSQL does not see them when it plans, so that it plans once and not for each query.
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
    lexeme: string | null
    documents: number | null
    total: number
    average: number
    is_brand: boolean | null
  }>`
    select w.place, r.language, r.own, l.lexeme, ${documentsFor(restrictions)} as documents,
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
    brands,
  }
}

function noLexemes(words: readonly string[], language: ReadingLanguage, own: string | undefined) {
  return { language, own, lexemes: words.map((): Lexeme[] => []) }
}

/** A word that only hidden products have is a word that there is not. */
function documentsFor(restrictions: Restrictions) {
  if (!hasOwnRestrictions(restrictions)) return sql`coalesce(t.documents, 0)`
  return sql`case when exists (select 1 from search.documents d
      where d.tsv @@ quote_literal(l.lexeme)::tsquery ${visibleDocument(restrictions)})
    then greatest(coalesce(t.documents, 0), 1) else 0 end`
}

/** Words of the catalogue that resemble an unknown one, or that it becomes when two letters are swapped. */
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

/** Whether some product has it although the statistics do not know it yet. */
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
 * Phrases and exclusions as one condition of text search, read in each language of the catalogue. Undefined when there is
 * nothing to be strict about.
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

/** Of pieces of words those that products have as words, and how many. */
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

/** How many products have the words side by side, as far as they are worth counting. */
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
