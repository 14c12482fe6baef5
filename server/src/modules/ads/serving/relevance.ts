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
  const known = computed.get(organic.hits)
  if (known) return known
  const relevance = computeRelevance(organic)
  computed.set(organic.hits, relevance)
  return relevance
}

/** The search caches its rankings, so the same hits come again and again. */
const computed = new WeakMap<OrganicResult['hits'], Relevance>()

function computeRelevance({ hits, hasWords }: OrganicResult): Relevance {
  if (!hasWords) return { productIds: hits.map(({ id }) => id), of: () => 1 }
  const best = Number(hits[0]?.key)
  const scores = new Map<string, number>()
  for (const { id, key } of hits) {
    const share = best > 0 ? Number(key) / best : 0
    if (share >= relevanceFloor) scores.set(id, Math.min(1, share))
  }
  return { productIds: [...scores.keys()], of: (productId) => scores.get(productId) ?? 0 }
}
