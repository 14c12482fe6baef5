import type { Fx } from '#modules/fx'
import type { Products, TermsOf } from '#modules/products'
import { defineModule, type Runtime } from '#platform/module'
import { matchRoutes } from './quick-order/match-routes.ts'
import { createQuoter } from './quoter.ts'
import { quotesProbe } from './quotes-probe.ts'
import { quotesRoutes } from './quotes-routes.ts'
import { createQuotes } from './request-quotes.ts'

type Needs = Runtime & {
  readonly fx: Fx
  readonly terms: TermsOf
  readonly products: Products
  readonly currencyOf: (companyId: string) => Promise<string>
}

export const quotesModule = defineModule({
  name: 'quotes',
  make: (needs: Needs) => {
    const { database, fx, now, terms, products } = needs
    const quotes = createQuotes(needs)
    const quoter = createQuoter({ database, fx, now, terms })
    return {
      services: { quotes, quoter },
      routes: [matchRoutes(quoter, products.ratesFor), quotesRoutes(quotes)],
      probes: () => [quotesProbe(quotes, now)],
    }
  },
})
