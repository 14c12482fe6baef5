import { type Conn, sql } from '#platform/db'
import { isOwnShelf, type Shelf, visibleDocument } from './assortments/visible-sql.ts'
import type { ReadingLanguage } from './language.ts'
import { kindMark, type Noun } from './nouns.ts'
import type { KnownWord } from './spelling.ts'

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
  /** The kinds of goods that one of the nouns names; the one of most words decides. */
  readonly called: Called | undefined
}

/** Each supplier may have a category of its own for it: those that are called so themselves, and nearest to a root, come first. */
export type Called = Pick<Noun, 'from' | 'to'> & {
  readonly ids: readonly string[]
  /** Those whose own name it is: the others are kinds of it, as a laser printer is a printer. */
  readonly ownIds: readonly string[]
  /** How many are of the kind, as far as they are counted. */
  readonly documents: number
}

const calledMax = 20

/** A category of the name itself that has less of all that is called so is for what is left over. */
const leftOverShare = 0.1

/** A kind of goods that is not counted yet has so many of all documents at most, as a rule. */
const uncountedShare = 0.1

/**
 * What the words are to the search configuration, and how many products have each. They stand behind a `select`, where
 * PostgreSQL does not see them when it plans, so that it plans once and not for each query.
 */
export async function analyzeWords(
  conn: Conn,
  shelf: Shelf,
  words: readonly string[],
  nouns: readonly Noun[],
): Promise<WordAnalysis> {
  const asked = sql`(select ${nouns.map(({ noun }) => noun)}::text[])`
  const { rows } = await sql<{
    place: number | null
    language: ReadingLanguage | null
    own: string | null
    lexeme: string | null
    documents: number | null
    total: number
    average: number
    categories: string[] | null
    own_categories: string[] | null
    noun_words: number | null
    of_kind: number | null
  }>`
    with matched as (
      select c.id, c.path_ids, max(a.words) as words, bool_or(a.noun = any(c.nouns)) as is_own
      from catalog.categories c
      join unnest(${asked}, (select ${nouns.map(({ from, to }) => to - from)}::integer[])) as a(noun, words)
        on a.noun = any(c.heads)
      where c.heads && ${asked}
      group by c.id
    )
    select w.place, r.language, r.own, l.lexeme, ${documentsFor(shelf)} as documents,
      s.documents as total, s.average_length as average, called.ids as categories, called.words as noun_words,
      called.own_ids as own_categories, called.documents as of_kind
    from catalog.search_totals s
    left join (
      select array_agg(id) as ids, max(words) as words, sum(documents)::integer as documents,
        array_agg(id) filter (where is_own and own_documents >= ${sql.lit(leftOverShare)} * all_documents) as own_ids
      from (
        select *, sum(documents) filter (where is_own) over () as own_documents, sum(documents) over () as all_documents
        from (
          select m.id, m.words, m.is_own, coalesce(t.documents,
            (select documents * ${sql.lit(uncountedShare)} from catalog.search_totals where name = 'documents')) as documents
          from matched m left join catalog.search_terms t on t.lexeme = ${kindMark} || m.id
          where m.words = (select max(words) from matched)
            -- What lies in it is of its kind anyway.
            and not exists (select 1 from matched o where o.words = m.words and o.id <> m.id and o.id = any(m.path_ids))
          order by m.is_own desc, cardinality(m.path_ids), m.id limit ${sql.lit(calledMax)}
        ) as nearest
      ) as counted
    ) as called on true
    left join (catalog.search_readings r
      cross join unnest((select ${words}::text[])) with ordinality as w(word, place)) on true
    left join lateral unnest(catalog.vector_of(r.language, w.word)) as l on true
    left join catalog.search_terms t on t.lexeme = l.lexeme
    where s.name = 'documents'
    -- Of post-it the whole stands before its parts, as it does in texts.
    order by r.language, w.place, l.positions[1]
  `.execute(conn)
  const languages = new Map<ReadingLanguage, LanguageLexemes & { lexemes: Lexeme[][] }>()
  for (const { place, language, own, lexeme, documents } of rows) {
    if (place === null || language === null) continue
    const reading = languages.get(language) ?? noLexemes(words, language, own ?? undefined)
    languages.set(language, reading)
    if (lexeme !== null) reading.lexemes[place - 1]?.push({ lexeme, documents: documents ?? 0 })
  }
  const [first] = rows
  return {
    languages: languages.size > 0 ? [...languages.values()] : [noLexemes(words, 'any', undefined)],
    totals: { documents: first?.total ?? 0, averageLength: first?.average ?? 1 },
    called: calledBy(nouns, first),
  }
}

type CalledRow = {
  noun_words: number | null
  categories: string[] | null
  own_categories: string[] | null
  of_kind: number | null
}

function calledBy(nouns: readonly Noun[], row: CalledRow | undefined): Called | undefined {
  const noun = nouns.find(({ from, to }) => to - from === row?.noun_words)
  if (!noun || !row?.categories) return undefined
  const { from, to } = noun
  const { categories: ids, own_categories: ownIds, of_kind: documents } = row
  return { from, to, ids, ownIds: ownIds ?? [], documents: documents ?? 0 }
}

function noLexemes(words: readonly string[], language: ReadingLanguage, own: string | undefined) {
  return { language, own, lexemes: words.map((): Lexeme[] => []) }
}

/** A word that only hidden products have is a word that there is not. */
function documentsFor(shelf: Shelf) {
  if (!isOwnShelf(shelf)) return sql`coalesce(t.documents, 0)`
  return sql`case when exists (select 1 from catalog.search_documents d
      where d.tsv @@ quote_literal(l.lexeme)::tsquery ${visibleDocument(shelf)})
    then greatest(coalesce(t.documents, 0), 1) else 0 end`
}

/** Words of the catalogue that resemble an unknown one, or that it becomes when two letters are swapped. */
export async function listNearWords(
  conn: Conn,
  shelf: Shelf,
  word: string,
  swaps: readonly string[],
): Promise<KnownWord[]> {
  const seen = isOwnShelf(shelf)
    ? sql`and exists (select 1 from catalog.search_documents d
          where d.tsv @@ any (array(select catalog.words_of(language, w.word) from catalog.search_languages))
            ${visibleDocument(shelf)})`
    : sql``
  const { rows } = await sql<{ word: string; documents: number }>`
    (select word, documents from catalog.search_words w where word = any(${swaps}::text[]) ${seen})
    union
    (select word, documents from catalog.search_words w
     where word % ${word} and abs(length(word) - length(${word})) <= 2 ${seen}
     order by similarity(word, ${word}) desc, documents desc limit 30)
  `.execute(conn)
  return rows
}

/** Whether some product has it although the statistics do not know it yet. */
export async function isInUse(
  conn: Conn,
  shelf: Shelf,
  lexemes: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from catalog.search_documents d
      where d.tsv @@ (select string_agg(quote_literal(lexeme), ' | ') from unnest(${lexemes}::text[]) as lexeme)::tsquery
        ${visibleDocument(shelf)}) as found
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
      cross join catalog.search_readings r
      cross join lateral (select catalog.phrase_of(r.language, p.phrase)::text as query) as q
      -- A phrase of nothing but stop words asks nothing of a text in their language, and excludes none.
      where q.query <> '' or not p.negative
      group by p.negative, p.phrase
      having bool_or(q.query <> '')
    ) as parts
    where query <> ''
  `.execute(conn)
  return rows[0]?.hard ?? undefined
}
