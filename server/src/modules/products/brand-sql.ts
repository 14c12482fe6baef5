import { type RawBuilder, sql } from 'kysely'

type Fragment = RawBuilder<unknown>

/**
 * Suppliers write one brand in several ways: in capital and small letters it is one, wherever products are chosen or priced by it.
 * Of a column of the documents `documents_by_brand_key` is the index.
 */
export function brandKey(brand: Fragment): Fragment {
  return sql`lower(${brand}) collate "C"`
}

/** Of brands as somebody has written them: lowered by the database, as the column is, because languages differ there. */
export function brandKeys(brands: readonly string[]): Fragment {
  return sql`array[${sql.join(brands.map((brand) => brandKey(sql`${brand}::text`)))}]`
}
