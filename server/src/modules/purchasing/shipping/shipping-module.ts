import type { Fx } from '#modules/fx'
import { defineModule, type Runtime } from '#platform/module'
import { shippingRoutes } from './routes.ts'
import { createShipping } from './service.ts'

export const shippingModule = defineModule({
  name: 'shipping',
  tags: { Shipping: 'Shipping methods and their prices.' },
  named: { smt: 'shipping.methods' },
  make: ({ database, wake, fx, now }: Runtime & { readonly fx: Fx }) => {
    const shipping = createShipping({ database, wake, fx, now })
    return { services: { shipping }, routes: [shippingRoutes(shipping)] }
  },
})
