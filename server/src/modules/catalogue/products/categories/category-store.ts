import type { RawBuilder } from 'kysely'
import { type Conn, sql } from '#platform/db'
import {
  hasOwnRestrictions,
  type Restrictions,
  visibleProduct,
} from '../assortments/visible-sql.ts'

/** The categories of these products, from the root down to their own. */
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

/** The categories of each product, from the root down to its own. */
export async function listCategoryPaths(
  conn: Conn,
  productIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; path_ids: string[] }>`
    select p.id, c.path_ids
    from products.products p
    join products.categories c on c.id = p.category_id
    where p.id = any(${[...productIds]}::text[])
  `.execute(conn)
  return new Map(rows.map(({ id, path_ids }) => [id, path_ids]))
}

export type ListedCategory = {
  readonly id: string
  readonly name: string
  /** The names from the root to this category. */
  readonly path: readonly string[]
  readonly parentId: string | undefined
}

export type CategoriesRequest = {
  /** The parent of the listed categories. Null: the top categories. Undefined: all categories. */
  readonly parentId: string | null | undefined
  readonly after: string | undefined
  readonly limit: number
}

/**
 * Sorted by id, by the primary key or `categories_by_parent`. A company with an assortment only gets categories with a
 * visible product.
 */
export async function listCategories(
  conn: Conn,
  restrictions: Restrictions,
  { parentId, after = '', limit }: CategoriesRequest,
): Promise<ListedCategory[]> {
  const below =
    parentId === null ? sql`and one.parent_id is null` : sql`and one.parent_id = ${parentId}`
  const { rows } = await sql<{
    id: string
    name: string
    path_names: string[]
    parent_id: string | null
  }>`
    select one.id, one.name, one.path_names, one.parent_id from products.categories one
    where one.id > ${after} ${parentId === undefined ? sql`` : below} ${seenBy(restrictions, 'one')}
    order by one.id limit ${limit}
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
/** For this many of the nearest categories it checks whether the company sees a product in them. */
const nearLookedAtMax = 20

/** Names are compared without case, accents and the separator of a path. */
const keyOf = (text: RawBuilder<unknown>) =>
  sql`lower(unaccent(btrim(regexp_replace(regexp_replace(${text}, '\\s*[/>»›|]\\s*', '/', 'g'), '\\s+', ' ', 'g'))))`

/** Finds the category with this id, or else all with this name or path. */
export async function listNamedCategories(
  conn: Conn,
  restrictions: Restrictions,
  typed: string,
): Promise<NamedCategory[]> {
  // Checks the assortment for the matching categories only: it may take milliseconds for each.
  const { rows } = await sql<NamedCategory>`
    with by_id as (
        select one.id, one.path_names from products.categories one where one.id = ${typed} ${seenBy(restrictions, 'one')}),
      named as materialized (
        select id, path_names from products.categories
        where not exists (select from by_id)
          and (select ${keyOf(sql`${typed}::text`)})
            in (${keyOf(sql`name`)}, ${keyOf(sql`array_to_string(path_names, '/')`)}))
    select id, path_names as path from by_id
    union all
    select named.id, named.path_names from named where true ${seenBy(restrictions, 'named')}
    order by id limit ${namesakesMax}
  `.execute(conn)
  return rows
}

/** Finds the categories with the most similar names. */
export async function listNearestCategories(
  conn: Conn,
  restrictions: Restrictions,
  typed: string,
): Promise<NamedCategory[]> {
  const { rows } = await sql<NamedCategory>`
    with looked_at as (
        select id, path_names, similarity(${keyOf(sql`name`)}, (select ${keyOf(sql`${typed}::text`)})) as nearness
        from products.categories
        order by nearness desc, id limit ${nearLookedAtMax}),
      near as materialized (select * from looked_at where nearness >= ${nearMin})
    select near.id, near.path_names as path from near where true ${seenBy(restrictions, 'near')}
    order by near.nearness desc, near.id limit ${nearestMax}
  `.execute(conn)
  return rows
}

/** For a company with an assortment: only categories with a visible product. `categories_by_ancestor` serves it. */
function seenBy(restrictions: Restrictions, category: string): RawBuilder<unknown> {
  return hasOwnRestrictions(restrictions)
    ? sql`and exists (select from products.categories c join products.products p on p.category_id = c.id
          where c.path_ids @> array[${sql.ref(`${category}.id`)}] and p.state = 'ACTIVE' ${visibleProduct(restrictions)})`
    : sql``
}
