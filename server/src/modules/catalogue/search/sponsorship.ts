import type { Actor } from '#kernel/actor'
import type { Product } from '#modules/products'
import type { Hit } from './search-query.ts'

/** A place for a product that its supplier pays for. */
export type SponsoredPlace = {
  readonly product: Product
  /** The place is shown before the organic product with this index. */
  readonly position: number
  readonly auctionId: string
  readonly clickUrl: string
  readonly why: 'keyword' | 'category' | 'product'
}

/** Who asks for sponsored places, where, and for how many. */
export type SponsoredRequest = {
  readonly actor: Actor
  /** The viewer, if an integration asks for somebody. */
  readonly viewerId?: string | undefined
  readonly placement: string
  readonly slots: number
  readonly query: string | undefined
  readonly country: string | undefined
}

/** What a search found, as far as it matters for sponsored places. */
export type OrganicResult = {
  /** The first places of the ranking. */
  readonly hits: readonly Hit[]
  readonly hasWords: boolean
  readonly categoryId: string | undefined
}

/** Products that campaigns would show. The search reads them together with its own. */
export type Proposal = {
  readonly productIds: readonly string[]
  /**
   * Chooses among the products that the search has found and read. Never throws, and ends within the deadline: then without places.
   * No position is above `shown`, the number of organic products on the page.
   */
  award(products: ReadonlyMap<string, Product>, shown: number): Promise<readonly SponsoredPlace[]>
}

/** A request whose campaigns are known. It works in memory, because every search waits for it, and never throws. */
export type Propose = (organic: OrganicResult) => Proposal | undefined

/** Sells places beside search results. The composition root passes it in, because the search must not import ads. */
export type Sponsorship = {
  /** Ends within the deadline and never throws. Undefined: there are no places now. */
  open(request: SponsoredRequest): Promise<Propose | undefined>
}
