import type { RawBuilder } from 'kysely'
import { type Conn, sql } from '#platform/db'
import { isOwnShelf, type Shelf, visibleDocument } from '../assortments/visible-sql.ts'

/** Of these products, from the root down to their own. */
export async function listCategoryIds(
  conn: Conn,
  productIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(c.path_ids) as id
    from products.products p
    join products.categories c on c.id = p.category_id
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
  const { rows } = await sql<{
    id: string
    name: string
    path_names: string[]
    parent_id: string | null
  }>`
    select c.id, c.name, c.path_names, c.parent_id from products.categories c
    where c.id > ${after} ${parentId === undefined ? sql`` : below} ${seenBy(shelf)}
    order by c.id limit ${limit}
  `.execute(conn)
  return rows.map(({ id, name, path_names, parent_id }) => ({
    id,
    name,
    path: path_names,
    parentId: parent_id ?? undefined,
  }))
}

export type NamedCategory = { readonly id: string; readonly path: readonly string[] }

const namesakesMax = 10
const nearestMax = 5
const nearMin = 0.2
/** Of so many of the nearest it is looked up whether the company sees something of them. */
const nearLookedAtMax = 20

/** How names are compared: without case, accents and the choice of sign between the names of a path. */
const keyOf = (text: RawBuilder<unknown>) =>
  sql`lower(unaccent(btrim(regexp_replace(regexp_replace(${text}, '\\s*[/>»›|]\\s*', '/', 'g'), '\\s+', ' ', 'g'))))`

/** That of this id, or else all of this name or path. */
export async function listNamedCategories(
  conn: Conn,
  shelf: Shelf,
  typed: string,
): Promise<NamedCategory[]> {
  // What the company sees is looked up for the categories that match, not for all: it may take milliseconds for each.
  const { rows } = await sql<NamedCategory>`
    with by_id as (
        select c.id, c.path_names from products.categories c where c.id = ${typed} ${seenBy(shelf)}),
      named as materialized (
        select id, path_names from products.categories
        where not exists (select from by_id)
          and (select ${keyOf(sql`${typed}::text`)})
            in (${keyOf(sql`name`)}, ${keyOf(sql`array_to_string(path_names, '/')`)}))
    select id, path_names as path from by_id
    union all
    select c.id, c.path_names from named c where true ${seenBy(shelf)}
    order by id limit ${namesakesMax}
  `.execute(conn)
  return rows
}

/** The categories whose names come closest. */
export async function listNearestCategories(
  conn: Conn,
  shelf: Shelf,
  typed: string,
): Promise<NamedCategory[]> {
  const { rows } = await sql<NamedCategory>`
    with looked_at as (
        select id, path_names, similarity(${keyOf(sql`name`)}, (select ${keyOf(sql`${typed}::text`)})) as nearness
        from products.categories
        order by nearness desc, id limit ${nearLookedAtMax}),
      near as materialized (select * from looked_at where nearness >= ${nearMin})
    select c.id, c.path_names as path from near c where true ${seenBy(shelf)}
    order by c.nearness desc, c.id limit ${nearestMax}
  `.execute(conn)
  return rows
}

/** For a company with an assortment: only categories with something that it sees. */
function seenBy(shelf: Shelf): RawBuilder<unknown> {
  return isOwnShelf(shelf)
    ? sql`and (select d.product_id from search.documents d
          where d.category_ids @> array[c.id] ${visibleDocument(shelf)} limit 1) is not null`
    : sql``
}
