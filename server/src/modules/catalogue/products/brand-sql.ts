import { type RawBuilder, sql } from 'kysely'

type Fragment = RawBuilder<unknown>

/**
 * The key that makes spellings of a brand in capital and small letters equal. All selection and pricing by brand uses
 * it. The index `documents_by_brand_key` serves it for search documents.
 */
export function brandKey(brand: Fragment): Fragment {
  return sql`lower(${brand}) collate "C"`
}

/**
 * The keys of typed brands. The database lowers them, as it lowers the column: JavaScript may lower letters
 * differently.
 */
export function brandKeys(brands: readonly string[]): Fragment {
  return sql`array[${sql.join(brands.map((brand) => brandKey(sql`${brand}::text`)))}]`
}
