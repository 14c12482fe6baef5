import { type Conn, sql } from '#platform/db'

/** A word of the query, cut in two. */
export type Parts = { readonly at: number; readonly head: string; readonly tail: string }

/** A word of the query and its neighbour, joined. */
export type Compound = { readonly at: number; readonly word: string }

export type KnownCompounds = {
  readonly apart: readonly {
    readonly at: number
    readonly lexemes: readonly string[]
    readonly documents: number
  }[]
  readonly joined: readonly {
    readonly at: number
    readonly lexeme: string
    readonly documents: number
  }[]
}

/**
 * Returns those that the catalogue has; of parts, it must have both. The most common ones come first. Served by
 * `terms_pkey`.
 */
export async function listCompounds(
  conn: Conn,
  apart: readonly Parts[],
  joined: readonly Compound[],
): Promise<KnownCompounds> {
  const { rows } = await sql<{ at: number; lexemes: string[]; documents: number }>`
    with requested as (
      select at, array[head, tail] as words from unnest(
        ${apart.map(({ at }) => at)}::integer[],
        ${apart.map(({ head }) => head)}::text[],
        ${apart.map(({ tail }) => tail)}::text[]) as a(at, head, tail)
      union all
      select at, array[word] from unnest(
        ${joined.map(({ at }) => at)}::integer[],
        ${joined.map(({ word }) => word)}::text[]) as j(at, word)
    )
    select w.at, k.lexemes, k.documents
    from requested w
    cross join lateral (
      select array_agg(t.lexeme order by p.place) as lexemes, min(t.documents) as documents
      from unnest(w.words) with ordinality as p(word, place)
      cross join lateral unnest(search.vector_of('de', p.word)) as l
      join search.terms t on t.lexeme = l.lexeme
    ) as k
    where cardinality(k.lexemes) = cardinality(w.words)
    order by k.documents desc, w.at, k.lexemes
  `.execute(conn)
  return {
    apart: rows.filter(({ lexemes }) => lexemes.length === 2),
    joined: rows.flatMap(({ at, lexemes: [lexeme, other], documents }) =>
      lexeme !== undefined && other === undefined ? [{ at, lexeme, documents }] : [],
    ),
  }
}
