import {
  type IdentifiedProduct,
  listIdentified,
  normalIdentifier,
  type Restrictions,
  typedIdentifiers,
} from '#modules/products'
import type { Conn } from '#platform/db'

/** What identifies an article wherever it is sold. */
export type FoundArticle = {
  readonly brand?: string
  readonly mpn?: string
  readonly gtins: readonly string[]
}

/** A number of a found article, in the form in which identifiers are compared. */
export type ArticleNumber = { readonly kind: 'gtin' | 'mpn'; readonly value: string }

/** A known product with one of the numbers. */
export type Candidate = Omit<IdentifiedProduct, 'at'>

export const matchKinds = ['gtin', 'part'] as const

export type ProductMatch = {
  readonly productId: string
  readonly by: (typeof matchKinds)[number]
  readonly confidence: number
}

/** An offer shows no more matches. */
const matchesMax = 20

/** A shorter part number belongs to many articles, even of one brand. */
const partNumberMin = 3

/**
 * Matches found articles to known products on sale that the company sees, in their order. The catalogue is that of all
 * companies: `restrictions` are the assortment of the one that asks.
 */
export async function matchProducts(
  conn: Conn,
  restrictions: Restrictions,
  articles: readonly FoundArticle[],
): Promise<ProductMatch[][]> {
  const numbers = articles.flatMap((article, at) =>
    numbersOf(article).map((number) => ({ ...number, at, brand: article.brand ?? '' })),
  )
  const candidates = Map.groupBy(await listIdentified(conn, restrictions, numbers), ({ at }) => at)
  return articles.map((article, at) => matchesOf(article, candidates.get(at) ?? []))
}

/** The numbers by which known products are looked up. A part number without its brand means nothing. */
export function numbersOf({ brand, mpn, gtins }: FoundArticle): ArticleNumber[] {
  const values = gtins.map((gtin) => typedIdentifiers(gtin).at(-1) ?? '').filter(Boolean)
  const found = [...new Set(values)].map((value) => ({ kind: 'gtin', value }) as const)
  const number = normalIdentifier(mpn ?? '')
  const hasPart = brand !== undefined && number.length >= partNumberMin
  return hasPart ? [...found, { kind: 'mpn', value: number }] : found
}

/**
 * The known products that are the found article, the most certain first. A GTIN decides. Without one that both have, brand and part
 * number decide: articles with the same part number and other GTINs are packs of another size.
 */
export function matchesOf(found: FoundArticle, candidates: readonly Candidate[]): ProductMatch[] {
  const own = new Set(numbersOf(found).map(({ kind, value }) => `${kind} ${value}`))
  const hasGtin = found.gtins.length > 0
  const best = new Map<string, ProductMatch>()
  for (const { productId, kind, value, brand, gtins } of candidates) {
    if (!own.has(`${kind} ${value}`)) continue
    const isSame = sameBrand(found.brand, brand)
    const isOtherPack =
      kind === 'mpn' &&
      hasGtin &&
      gtins.length > 0 &&
      !gtins.some((gtin) => own.has(`gtin ${gtin}`))
    if (kind === 'mpn' && (!isSame || isOtherPack)) continue
    // Sellers write the brand in many ways, and sometimes their own.
    const confidence = kind === 'mpn' ? 0.9 : isSame || found.brand === undefined ? 0.98 : 0.85
    const match: ProductMatch = { productId, by: kind === 'gtin' ? 'gtin' : 'part', confidence }
    if ((best.get(productId)?.confidence ?? 0) < confidence) best.set(productId, match)
  }
  return [...best.values()]
    .sort(
      (one, other) =>
        other.confidence - one.confidence || (one.productId < other.productId ? -1 : 1),
    )
    .slice(0, matchesMax)
}

/** `ACME` and `ACME GmbH` are the same: the shorter name begins the longer one. */
function sameBrand(one: string | undefined, other: string): boolean {
  const [first, second] = [one ?? '', other].map(wordsOf).sort((a, b) => a.length - b.length)
  if (!first || !second || first.length === 0) return false
  const isBeginning = first.every((word, at) => word === second[at])
  return isBeginning || first.join('') === second.join('')
}

function wordsOf(brand: string): string[] {
  return brand
    .split(/[^\p{L}\p{N}]+/u)
    .map(normalIdentifier)
    .filter(Boolean)
}
