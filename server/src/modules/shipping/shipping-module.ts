import type { Fx } from '#modules/fx'
import { defineModule, type Runtime } from '#platform/module'
import { shippingRoutes } from './routes.ts'
import { createShipping } from './service.ts'

export const shippingModule = defineModule({
  name: 'shipping',
  tags: { Shipping: 'Shipping methods and their prices.' },
  make: ({ database, wake, fx, now }: Runtime & { readonly fx: Fx }) => {
    const shipping = createShipping({ database, wake, fx, now })
    return { services: { shipping }, routes: [shippingRoutes(shipping)] }
  },
})
