import { type Conn, sql } from '#platform/db'
import { kindMark } from '../words/nouns.ts'

export type KindRow = {
  readonly id: string
  /** From the root to the category itself. */
  readonly pathIds: readonly string[]
  /** The nouns for one product of the category. */
  readonly nouns: readonly string[]
  /** Each noun and its ends: `products.heads_of`. */
  readonly heads: readonly string[]
  /** The number of its products. Undefined until they are counted. */
  readonly documents: number | undefined
}

export type KindRows = { readonly kinds: readonly KindRow[]; readonly totalDocuments: number }

/** Returns the categories that have nouns. */
export async function listKinds(conn: Conn): Promise<KindRows> {
  const { rows } = await sql<{
    id: string
    path_ids: string[]
    nouns: string[]
    heads: string[]
    documents: number | null
    total: number
  }>`
    select c.id, c.path_ids, c.nouns, c.heads, t.documents,
      coalesce((select documents from search.totals where name = 'documents'), 0) as total
    from products.categories c left join search.terms t on t.lexeme = ${kindMark} || c.id
    where cardinality(c.heads) > 0
  `.execute(conn)
  return {
    kinds: rows.map(({ id, path_ids: pathIds, nouns, heads, documents }) => ({
      id,
      pathIds,
      nouns,
      heads,
      documents: documents ?? undefined,
    })),
    totalDocuments: rows[0]?.total ?? 0,
  }
}
