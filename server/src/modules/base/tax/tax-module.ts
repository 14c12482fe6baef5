import { defineModule, type Runtime } from '#platform/module'
import { taxRoutes } from './routes.ts'
import { createTaxes, type TaxDeps } from './service.ts'

type Needs = Runtime & { readonly identity: Pick<TaxDeps, 'partiesOf'> }

export const taxModule = defineModule({
  name: 'tax',
  tags: { Tax: 'Tax rates and the tax classes of products.' },
  make: ({ database, wake, now, identity: { partiesOf } }: Needs) => {
    const taxes = createTaxes({ database, wake, partiesOf, now })
    return { services: { taxes }, routes: [taxRoutes({ taxes, database, now })] }
  },
})
