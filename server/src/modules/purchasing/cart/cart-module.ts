import { findActingMember, listClientNames, listReachable } from '#modules/identity'
import type { Quoter } from '#modules/quotes'
import type { DocumentTotals } from '#modules/totals'
import { listRoutes } from '#platform/lists'
import { mailSettings } from '#platform/mail'
import { defineModule, type Runtime } from '#platform/module'
import { contractRoutes } from './certification/contract-routes.ts'
import { unvalidatedClientList } from './certification/unvalidated-client-list.ts'
import { CartHandedOver, CartShared } from './events.ts'
import { cartData } from './personal-data-store.ts'
import { cartRoutes } from './routes.ts'
import { type CartDeps, createCarts } from './service.ts'
import { cartList } from './several/cart-list.ts'
import { companyCartList } from './several/company-cart-list.ts'

type Needs = Runtime & {
  readonly quoter: Pick<Quoter, 'quote'>
  readonly companyOf: CartDeps['companyOf']
  readonly totals: DocumentTotals
  readonly structure: CartDeps['structure']
}

export const cartModule = defineModule({
  name: 'cart',
  tags: {
    Cart: 'The carts of a person. They reserve nothing.',
    'Client contracts': 'The certification of clients that change carts.',
  },
  personalData: [cartData],
  events: [CartHandedOver, CartShared],
  make: ({ database, quoter, companyOf, totals, structure, now, settings }: Needs) => {
    const carts = createCarts({
      database,
      quoter,
      companyOf,
      totals,
      structure,
      reach: listReachable,
      findMember: findActingMember,
      isMailTaken: settings.of(mailSettings).MAIL_SMTP_URL !== undefined,
      now,
    })
    return {
      services: { carts },
      routes: [
        cartRoutes(carts),
        contractRoutes(carts),
        listRoutes(
          database,
          cartList(database),
          companyCartList,
          unvalidatedClientList(carts, (clients) => listClientNames(database.pool, clients)),
        ),
      ],
    }
  },
})
