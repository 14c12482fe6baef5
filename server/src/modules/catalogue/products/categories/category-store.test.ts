import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql, type Tx } from '#platform/db'
import { aProduct } from '#testing/catalog'
import type { Restrictions } from '../assortments/visible-sql.ts'
import { listNamedCategories, listNearestCategories } from './category-store.ts'

const database = await useDatabase()
const kinds = Array.from({ length: 20 }, (_, at) => `cat_kind${at}`)
for (const categoryId of kinds) await aProduct(database, { categoryId, brand: 'Aquila' })

it.each([
  ['an id', 'cat_kind7', 1],
  ['no category', 'something else', 0],
])(
  'a search of a company with an assortment that names %s reads only visible products',
  async (_what, typed, matches) => {
    /** The planner looks a few times, too. */
    const looksMax = 8

    const nothing = { suppliers: [], categories: [], brands: [], hasProducts: false }

    /** A company that sees everything but one brand. */
    const restrictions: Restrictions = [
      { id: 'asm_1', included: nothing, excluded: { ...nothing, brands: ['boreas'] } },
    ]

    await database.transaction(async (tx) => {
      const before = await looksAtProducts(tx)
      const found = await listNamedCategories(tx, restrictions, typed)
      const near = await listNearestCategories(tx, restrictions, 'something else')
      expect(found).toHaveLength(matches)
      expect(near).toEqual([])
      expect((await looksAtProducts(tx)) - before).toBeLessThan(looksMax)
    })
  },
)

/** Of this connection, as far as they were not handed on yet. */
async function looksAtProducts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ looks: number }>`
    select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as looks
    from pg_stat_xact_user_tables where schemaname = 'products' and relname = 'products'
  `.execute(tx)
  return rows[0]?.looks ?? 0
}
