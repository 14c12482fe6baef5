import type { Carts } from '#modules/cart'
import type { Orders } from '#modules/orders'
import type { Products } from '#modules/products'
import type { Quoter } from '#modules/quotes'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { itemRoutes } from './item-routes.ts'
import { listsRoutes } from './lists-routes.ts'
import { shoppingData } from './personal-data-store.ts'
import { createShopping } from './service.ts'
import { shoppingListList } from './shopping-list-list.ts'

type Needs = Runtime & {
  readonly quoter: Quoter
  readonly products: Products
  readonly orders: Orders
  readonly carts: Carts
}

export const shoppingModule = defineModule({
  name: 'shopping',
  tags: {
    'Shopping lists':
      'Products that people order again and again, their own lists and shared ones.',
  },
  personalData: [shoppingData],
  make: ({ database, now, quoter, products, orders, carts }: Needs) => {
    const { ratesFor } = products
    const shopping = createShopping({ database, now, quoter, orders, carts, ratesFor })
    return {
      services: { shopping },
      routes: [
        listsRoutes(shopping),
        itemRoutes(shopping),
        listRoutes(database, shoppingListList(database)),
      ],
    }
  },
})
