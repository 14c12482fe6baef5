import type { Conn } from '#platform/db'
import type { Restrictions } from '../assortments/visible-sql.ts'
import { fail } from '../failures.ts'
import { listNamedCategories, listNearestCategories } from './category-store.ts'

/** Finds the category by its id, name or path. Throws when there is none, or when there are several. */
export async function findCategoryId(
  conn: Conn,
  restrictions: Restrictions,
  typed: string,
): Promise<string> {
  const [category, ...others] = await listNamedCategories(conn, restrictions, typed)
  if (category && others.length === 0) return category.id
  if (category)
    throw fail('category_ambiguous', { category: typed, categories: [category, ...others] })
  const nearest = await listNearestCategories(conn, restrictions, typed)
  throw fail('category_unknown', { category: typed, nearest })
}
