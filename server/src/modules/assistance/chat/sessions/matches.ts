import type { Product } from '#modules/products'
import { buyingUnitOf } from '#modules/structure'
import type { ChatActor, ChatDeps } from '../deps.ts'
import { listItemSearches } from './item-search-store.ts'
import type { ItemSearch, Session } from './session.ts'

/** The matches of an item as they are now: the best first, then the alternatives. */
export type ItemMatches = ItemSearch & { readonly products: readonly Product[] }

/** Reads the matches at today's prices of the company, in the language of the reader. A product that is gone is left out. */
export async function readMatches(
  deps: ChatDeps,
  reader: ChatActor,
  session: Session,
): Promise<readonly ItemMatches[]> {
  const searches = await listItemSearches(deps.database.pool, session)
  const ids = [...new Set(searches.flatMap(({ productIds }) => productIds))]
  const products = await readProducts(deps, reader, ids)
  return searches.map((search) => ({
    ...search,
    products: search.productIds.flatMap((id) => products.get(id) ?? []),
  }))
}

export async function readProducts(
  { database, terms, reader, changes, now }: ChatDeps,
  actor: ChatActor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Product>> {
  if (ids.length === 0) return new Map()
  const buyer = await buyingUnitOf(database.pool, actor)
  return terms.under(database.pool, buyer, now(), async (current) => {
    const moment = await changes.moment()
    const { products, termsRevision } = await reader.page(current, ids, moment, actor.language)
    return { answer: products, revision: termsRevision }
  })
}
