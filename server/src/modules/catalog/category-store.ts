import { type Conn, sql } from '#platform/db'
import { isOwnShelf, type Shelf, visibleDocument } from './assortments/visible-sql.ts'

/** Of these products, from the root down to their own. */
export async function listCategoryIds(
  conn: Conn,
  productIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(c.path_ids) as id
    from catalog.products p
    join catalog.categories c on c.id = p.category_id
    where p.id = any(${[...productIds]}::text[])
  `.execute(conn)
  return new Set(rows.map(({ id }) => id))
}

export type ListedCategory = {
  readonly id: string
  readonly name: string
  /** Names from the root down to its own. */
  readonly path: readonly string[]
  readonly parentId: string | undefined
}

export type CategoriesAsked = {
  /** Those right below it; null for those at the top; undefined for all. */
  readonly parentId: string | null | undefined
  readonly after: string | undefined
  readonly limit: number
}

/** By id, as the primary key or categories_by_parent has them. For a company with an assortment, those with something it sees. */
export async function listCategories(
  conn: Conn,
  shelf: Shelf,
  { parentId, after = '', limit }: CategoriesAsked,
): Promise<ListedCategory[]> {
  const below =
    parentId === null ? sql`and c.parent_id is null` : sql`and c.parent_id = ${parentId}`
  const seen = isOwnShelf(shelf)
    ? sql`and (select d.product_id from catalog.search_documents d
          where d.category_ids @> array[c.id] ${visibleDocument(shelf)} limit 1) is not null`
    : sql``
  const { rows } = await sql<{
    id: string
    name: string
    path_names: string[]
    parent_id: string | null
  }>`
    select c.id, c.name, c.path_names, c.parent_id from catalog.categories c
    where c.id > ${after} ${parentId === undefined ? sql`` : below} ${seen}
    order by c.id limit ${limit}
  `.execute(conn)
  return rows.map(({ id, name, path_names, parent_id }) => ({
    id,
    name,
    path: path_names,
    parentId: parent_id ?? undefined,
  }))
}
