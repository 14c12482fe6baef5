import type { Conn } from '#platform/db'
import type { Shelf } from '../assortments/visible-sql.ts'
import { fail } from '../failures.ts'
import { listNamedCategories, listNearestCategories } from './category-store.ts'

/** The id of the category that somebody names by its id, its name or its path. Throws where that is none, or several. */
export async function findCategoryId(conn: Conn, shelf: Shelf, typed: string): Promise<string> {
  const [category, ...others] = await listNamedCategories(conn, shelf, typed)
  if (category && others.length === 0) return category.id
  if (category)
    throw fail('category_ambiguous', { category: typed, categories: [category, ...others] })
  const nearest = await listNearestCategories(conn, shelf, typed)
  throw fail('category_unknown', { category: typed, nearest })
}
