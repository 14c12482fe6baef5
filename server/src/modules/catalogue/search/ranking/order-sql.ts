import { sql } from '#platform/db'
import type { Place, Sort } from '../search-query.ts'
import type { Fragment } from './filter-sql.ts'

/** How a page is cut: the key of a product as text, the order, and the condition for products after a place. */
export type Order = {
  readonly key: Fragment
  readonly by: Fragment
  readonly after: (place: Place) => Fragment
}

export function isByPrice(sort: Sort): boolean {
  return sort === 'price_asc' || sort === 'price_desc'
}

/** The order of documents `d`, or by the relevance of `f`. `price` and `id` are the expressions of the statement. */
export function orderOf(
  sort: Sort,
  { price, id }: { readonly price: Fragment; readonly id: Fragment },
): Order {
  switch (sort) {
    case 'relevance':
      return {
        key: sql`f.score::text`,
        by: sql`f.score desc, f.product_id`,
        after: ({ key, id }) => {
          // Scores change when words are counted again. A product that is still found has its current place.
          const score = sql`coalesce((select p.score from found p where p.product_id = ${id}), ${key}::float8)`
          return sql`and (f.score < ${score} or f.score = ${score} and f.product_id > ${id})`
        },
      }
    case 'newest':
      return {
        key: sql`d.released_on::text`,
        by: sql`d.released_on desc, d.product_id desc`,
        after: ({ key, id }) => sql`and (d.released_on, d.product_id) < (${key}::date, ${id})`,
      }
    case 'name':
      return {
        key: sql`d.name_key`,
        by: sql`d.name_key, d.product_id`,
        after: ({ key, id }) => sql`and (d.name_key, d.product_id) > (${key}, ${id})`,
      }
    case 'price_asc':
      return {
        key: sql`(${price})::text`,
        by: sql`${price}, ${id}`,
        after: (place) => sql`and (${price}, ${id}) > (${place.key}::numeric, ${place.id})`,
      }
    case 'price_desc':
      return {
        key: sql`(${price})::text`,
        by: sql`${price} desc, ${id} desc`,
        after: (place) => sql`and (${price}, ${id}) < (${place.key}::numeric, ${place.id})`,
      }
  }
}
