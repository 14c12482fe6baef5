import { createHash } from 'node:crypto'
import { insertCategories, nameCategories } from '#modules/products'
import { nounsOfName } from '#modules/search'
import type { Database, Tx } from '#platform/db'
import { type CategoryOfPath, findCategoriesByPath } from './compare-store.ts'

/** The category of products without one. */
export const uncategorised: readonly string[] = ['Uncategorised']

/** The categories that a run has met. Paths repeat in each batch, and there are few of them. */
export type KnownCategories = Map<string, CategoryOfPath>

export type CategoriesOfBatch = {
  of(path: readonly string[]): CategoryOfPath
  /** Call it after the commit: a category that was rolled back must not be cached. */
  cacheAfterCommit(): void
}

const cachedMax = 20_000

/**
 * Creates the missing categories of all paths, in a transaction of its own. Otherwise two batches that are written at
 * the same time would wait for each other's new categories. If the batch rolls back, the categories stay for the next
 * batch that names them.
 */
export async function makeCategories(
  database: Database,
  paths: readonly (readonly string[])[],
  known: KnownCategories,
): Promise<void> {
  const unknown = paths.filter((path) => !known.has(keyOf(path)))
  if (unknown.length === 0) return
  const made = await database.transaction((tx) => categoriesOf(tx, unknown, known))
  made.cacheAfterCommit()
}

/** Returns the category of each path, and creates the missing ones. */
export async function categoriesOf(
  tx: Tx,
  paths: readonly (readonly string[])[],
  known: KnownCategories,
): Promise<CategoriesOfBatch> {
  if (known.size > cachedMax) known.clear()
  const pathsByKey = new Map(paths.map((path) => [keyOf(path), path]))
  const unknown = [...pathsByKey].filter(([key]) => !known.has(key)).map(([, path]) => path)
  const there = await findCategoriesByPath(tx, withAncestors(unknown))
  await nameOlder(tx, there)
  const found = new Map(
    there.map(({ id, pathIds, path }) => [keyOf(path), { id, pathIds, path }] as const),
  )
  const made = unknown.filter((path) => !found.has(keyOf(path)))
  const drafts = new Map<string, Parameters<typeof insertCategories>[1][number]>()
  for (const path of made) addDrafts(path, found, drafts)
  // Concurrent transactions insert the same categories in the same order, parents first.
  const inOrder = [...drafts.values()].sort(
    (one, other) => one.path.length - other.path.length || (one.id < other.id ? -1 : 1),
  )
  if (inOrder.length > 0) await insertCategories(tx, inOrder)
  const batch = new Map(unknown.map((path) => [keyOf(path), found.get(keyOf(path))]))
  return {
    of: (path) => {
      const category = batch.get(keyOf(path)) ?? known.get(keyOf(path))
      if (!category) throw new Error(`category ${path.join(' > ')} was not created`)
      return category
    },
    cacheAfterCommit: () => {
      for (const [key, category] of batch) if (category) known.set(key, category)
    },
  }
}

/**
 * Adds nouns to categories that imports of an older release created. The categories of the sample have their own nouns.
 */
async function nameOlder(
  tx: Tx,
  there: Awaited<ReturnType<typeof findCategoriesByPath>>,
): Promise<void> {
  const unnamed = there.flatMap(({ id, path, isNamed }) => {
    const nouns = nounsOfName(path.at(-1) ?? '')
    return isNamed || nouns.length === 0 || id !== idOf(path) ? [] : [{ id, nouns }]
  })
  if (unnamed.length > 0) await nameCategories(tx, unnamed)
}

/** The id follows from the names, so two runs create one category. */
function idOf(path: readonly string[]): string {
  return `cat_${createHash('sha256').update(keyOf(path)).digest('hex').slice(0, 24)}`
}

/** From the root down, because each category refers to its parent. */
function addDrafts(
  path: readonly string[],
  found: Map<string, CategoryOfPath & { path: readonly string[] }>,
  drafts: Map<string, Parameters<typeof insertCategories>[1][number]>,
): void {
  let above: CategoryOfPath | undefined
  for (let depth = 1; depth <= path.length; depth += 1) {
    const names = path.slice(0, depth)
    const key = keyOf(names)
    let category = found.get(key)
    if (!category) {
      const id = idOf(names)
      category = { id, pathIds: [...(above?.pathIds ?? []), id], path: names }
      found.set(key, category)
      drafts.set(key, {
        id,
        name: names.at(-1) ?? '',
        pathIds: category.pathIds,
        path: names,
        nouns: nounsOfName(names.at(-1) ?? ''),
        ...(above === undefined ? {} : { parentId: above.id }),
      })
    }
    above = category
  }
}

function withAncestors(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const all = new Map<string, readonly string[]>()
  for (const path of paths) {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const names = path.slice(0, depth)
      all.set(keyOf(names), names)
    }
  }
  return [...all.values()]
}

const keyOf = (path: readonly string[]): string => path.join('\u001f')
