import { defineModule } from '#platform/module'
import { createTotals } from './service.ts'
import type { TotalsDeps } from './total-lines.ts'

type Needs = Pick<TotalsDeps, 'taxes' | 'shipping'> & {
  readonly catalog: { readonly orderDiscounts: TotalsDeps['discountsOf'] }
}

export const totalsModule = defineModule({
  name: 'totals',
  make: ({ taxes, shipping, catalog }: Needs) => ({
    services: { totals: createTotals({ taxes, shipping, discountsOf: catalog.orderDiscounts }) },
  }),
})
