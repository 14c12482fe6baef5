import type { OrganicResult } from '#modules/search'

/** A product with less than this share of the best score is not shown, however much its supplier bids. */
const relevanceFloor = 0.25

export type Relevance = {
  /** The products of the result that are relevant enough. */
  readonly productIds: readonly string[]
  of(productId: string): number
}

/**
 * How relevant the organic ranking finds each product, from 0 to 1: its score as a share of the best one. Without words all products
 * within the filters are equally relevant.
 */
export function relevanceOf(organic: OrganicResult): Relevance {
  const known = relevanceOfHits.get(organic.hits)
  if (known) return known
  const relevance = computeRelevance(organic)
  relevanceOfHits.set(organic.hits, relevance)
  return relevance
}

/** The search caches its rankings, so the same hits come again and again. */
const relevanceOfHits = new WeakMap<OrganicResult['hits'], Relevance>()

function computeRelevance({ hits, hasWords }: OrganicResult): Relevance {
  if (!hasWords) return { productIds: hits.map(({ id }) => id), of: () => 1 }
  const best = Number(hits[0]?.key)
  const shareOf = (key: string) => (best > 0 ? Number(key) / best : 0)
  const relevant = hits.filter(({ key }) => shareOf(key) >= relevanceFloor)
  // Most results match no campaign. Then nobody looks a score up.
  let scores: ReadonlyMap<string, number> | undefined
  return {
    productIds: relevant.map(({ id }) => id),
    of: (productId) => {
      scores ??= new Map(relevant.map(({ id, key }) => [id, Math.min(1, shareOf(key))]))
      return scores.get(productId) ?? 0
    },
  }
}
