import { type Conn, sql } from '#platform/db'
import { type Shelf, visibleDocument } from './assortments/visible-sql.ts'
import type { KnownWord } from './spelling.ts'

export type Lexeme = { readonly lexeme: string; readonly documents: number }

export type Totals = { readonly documents: number; readonly averageLength: number }

export type WordAnalysis = {
  /** The lexemes of each word asked about, in its place. Empty for a stop word. */
  readonly lexemes: readonly (readonly Lexeme[])[]
  readonly totals: Totals
  /** The kind of goods that one of the nouns names; the longest noun decides. */
  readonly category: Called | undefined
}

export type Called = { readonly id: string; readonly noun: string }

/** What the words are to the search configuration, and how many products have each. */
export async function analyzeWords(
  conn: Conn,
  shelf: Shelf,
  words: readonly string[],
  nouns: readonly string[],
): Promise<WordAnalysis> {
  const { rows } = await sql<{
    place: number | null
    lexeme: string | null
    documents: number | null
    total: number
    average: number
    category: string | null
    noun: string | null
  }>`
    select w.place, l.lexeme, ${documentsFor(shelf)} as documents,
      s.documents as total, s.average_length as average, called.id as category, called.noun
    from catalog.search_totals s
    left join (
      select c.id, noun from catalog.categories c, unnest(c.nouns) as noun where noun = any(${nouns}::text[])
      order by length(noun) desc, c.id limit 1
    ) as called on true
    left join unnest(${words}::text[]) with ordinality as w(word, place) on true
    left join lateral unnest(to_tsvector('catalog.en_product', w.word)) as l on true
    left join catalog.search_terms t on t.lexeme = l.lexeme
    where s.name = 'documents'
  `.execute(conn)
  const lexemes: Lexeme[][] = words.map(() => [])
  for (const { place, lexeme, documents } of rows) {
    if (place === null || lexeme === null) continue
    lexemes[place - 1]?.push({ lexeme, documents: documents ?? 0 })
  }
  const [first] = rows
  return {
    lexemes,
    totals: { documents: first?.total ?? 0, averageLength: first?.average ?? 1 },
    category: first?.category && first.noun ? { id: first.category, noun: first.noun } : undefined,
  }
}

/** A word that only hidden products have is a word that there is not. */
function documentsFor(shelf: Shelf) {
  if (shelf.length === 0) return sql`coalesce(t.documents, 0)`
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
  const seen =
    shelf.length > 0
      ? sql`and exists (select 1 from catalog.search_documents d
          where d.tsv @@ plainto_tsquery('catalog.en_product', w.word) ${visibleDocument(shelf)})`
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

/** Phrases and exclusions as one condition of text search. Undefined when there is nothing to be strict about. */
export async function hardQuery(
  conn: Conn,
  phrases: readonly string[],
  exclusions: readonly string[],
): Promise<string | undefined> {
  if (phrases.length + exclusions.length === 0) return undefined
  const { rows } = await sql<{ hard: string | null }>`
    select string_agg(case when negative then '!(' || query || ')' else '(' || query || ')' end, ' & ') as hard
    from (
      select false as negative, phraseto_tsquery('catalog.en_product', phrase)::text as query
      from unnest(${phrases}::text[]) as phrase
      union all
      select true, phraseto_tsquery('catalog.en_product', phrase)::text from unnest(${exclusions}::text[]) as phrase
    ) as parts
    where query <> ''
  `.execute(conn)
  return rows[0]?.hard ?? undefined
}
