import {
  type Changes,
  createExactCache,
  documents,
  listCurrencies,
  type Moment,
  type RateDeps,
  type Terms,
} from '#modules/products'
import type { Database } from '#platform/db'
import type { SearchQuestion } from '../search-question.ts'
import { type PriceScale, priceScale } from './price-scale.ts'

/** How a search compares prices. `rateSetId`: the rates of the previous page. */
export type ScaleOf = (
  since: Moment,
  question: Pick<SearchQuestion, 'currency' | 'currencyMatters'>,
  terms: Pick<Terms, 'lists'>,
  rateSetId: string | undefined,
) => Promise<PriceScale>

/** Caches the currencies of the catalogue until a document changes. Then only the rates may need a statement. */
export function createScaleOf(
  deps: RateDeps & { readonly database: Database },
  changes: Changes,
): ScaleOf {
  const { pool } = deps.database
  const cached = createExactCache<readonly string[]>(changes, 1)
  return async (since, { currency: target, currencyMatters: needed }, terms, rateSetId) => {
    let currencies = cached.get('', documents)
    if (!currencies) {
      currencies = await listCurrencies(pool)
      cached.set('', currencies, since)
    }
    return priceScale(deps, pool, { currencies, agreed: terms.lists, target, needed, rateSetId })
  }
}
