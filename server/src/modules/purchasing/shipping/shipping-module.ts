import type { Fx } from '#modules/fx'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { ownMethodList, platformMethodList } from './method-list.ts'
import { minimumOrderRoutes } from './minimum-order-routes.ts'
import { shippingRoutes } from './routes.ts'
import { createShipping } from './service.ts'

export const shippingModule = defineModule({
  name: 'shipping',
  tags: { Shipping: 'Shipping methods and their prices, and minimum order values.' },
  named: { smt: 'shipping.methods' },
  make: ({ database, wake, fx, now }: Runtime & { readonly fx: Fx }) => {
    const shipping = createShipping({ database, wake, fx, now })
    return {
      services: { shipping },
      routes: [
        shippingRoutes(shipping),
        minimumOrderRoutes(shipping),
        listRoutes(database, ownMethodList(shipping), platformMethodList(shipping)),
      ],
    }
  },
})
