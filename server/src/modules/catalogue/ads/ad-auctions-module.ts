import type { ProductSearch, Sponsorship } from '#modules/search'
import { defineModule, type Runtime } from '#platform/module'
import { auctionsRoutes } from './serving/auction-routes.ts'

type Needs = Runtime & {
  readonly sponsorship: Sponsorship
  readonly productSearch: ProductSearch
  readonly adAuctions: { readonly flush: () => Promise<void> }
}

/** Auctions for pages of others. A separate module, because the search is made after the ads and before this. */
export const adAuctionsModule = defineModule({
  name: 'ads.auctions',
  make: ({ database, sponsorship, productSearch, adAuctions }: Needs) => ({
    services: {},
    routes: [
      auctionsRoutes({
        conn: database.pool,
        sponsorship,
        productSearch,
        flush: adAuctions.flush,
      }),
    ],
  }),
})
