import { defineModule } from '#platform/module'
import { createTotals } from './service.ts'
import type { TotalsDeps } from './total-lines.ts'

type Needs = Pick<TotalsDeps, 'taxes' | 'shipping'> & {
  readonly products: { readonly orderDiscounts: TotalsDeps['discountsOf'] }
}

export const totalsModule = defineModule({
  name: 'totals',
  make: ({ taxes, shipping, products }: Needs) => ({
    services: { totals: createTotals({ taxes, shipping, discountsOf: products.orderDiscounts }) },
  }),
})
