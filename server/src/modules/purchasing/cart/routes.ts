import { type Static, Type } from 'typebox'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { type CartAddress, inActiveCart, inOwnCart } from './cart-address.ts'
import { cartExample } from './cart-example.ts'
import { markContract } from './certification/contract-mark.ts'
import { addItemRoutes } from './changing/item-routes.ts'
import {
  ChangeCartBody,
  ChangeOneCartBody,
  SnapshotVersionBody,
  SnapshotVersionQuery,
  unitFailures,
  versionFailures,
} from './request-schemas.ts'
import { CartView, viewCart } from './schemas.ts'
import type { Carts } from './service.ts'
import { addCartSetRoutes } from './several/cart-set-routes.ts'
import { addShareRoutes } from './several/share-routes.ts'

const cartAnswer = answers(CartView, { examples: [cartExample] })

export function cartRoutes(carts: Carts): Routes {
  return async (http) => {
    http.addHook('onRequest', markContract(carts))
    for (const address of [inActiveCart, inOwnCart]) {
      addGetCart(http, carts, address)
      addItemRoutes(http, carts, address)
      addWholeCartChanges(http, carts, address)
    }
    addCartSetRoutes(http, carts)
    addShareRoutes(http, carts)
  }
}

function addGetCart(http: Http, carts: Carts, at: CartAddress): void {
  http.route({
    method: 'GET',
    url: at.url,
    config: { access: 'requester:read', localized: true, fails: at.fails },
    schema: {
      ...at.schema,
      ...at.names.getCart,
      description: `${at === inActiveCart ? 'The first request creates the cart. ' : ''}\`problems\` lists what prevents an order, and what has changed since a product was added.`,
      params: Type.Object({ ...at.params }),
      response: cartAnswer,
    },
    handler: async (request) =>
      ok(viewCart(await carts.read(request.actor, at.whichCart(request)))),
  })
}

function addWholeCartChanges(http: Http, carts: Carts, at: CartAddress): void {
  const isActive = at === inActiveCart
  http.route({
    method: 'DELETE',
    url: at.clearUrl,
    config: {
      access: 'requester:write',
      localized: true,
      fails: [...versionFailures, ...at.fails, 'cart.expected_version_ambiguous'],
    },
    schema: {
      ...at.schema,
      ...at.names.clearCart,
      description: 'Send the expected version in the query or the body.',
      params: Type.Object({ ...at.params }),
      querystring: SnapshotVersionQuery,
      body: SnapshotVersionBody,
      response: cartAnswer,
    },
    handler: async (request) => {
      const { actor, query, body } = request
      const expected = {
        inBody: body?.expectedSnapshotVersion,
        inQuery: query.expectedSnapshotVersion,
      }
      const change = { kind: 'clear', expected } as const
      return ok(viewCart(await carts.change(actor, change, at.whichCart(request))))
    },
  })

  http.route({
    method: 'PATCH',
    url: at.url,
    config: {
      access: 'requester:write',
      localized: true,
      fails: [
        ...versionFailures,
        ...at.fails,
        'cart.nothing_to_change',
        'cart.currency_unknown',
        'cart.country_unknown',
        ...(isActive ? [] : unitFailures),
      ],
    },
    schema: {
      ...at.schema,
      ...at.names.changeCart,
      description: `Sets ${isActive ? 'the currency or the country' : 'the name, the currency, the country or the unit'} of the cart.`,
      params: Type.Object({ ...at.params }),
      body: isActive ? ChangeCartBody : ChangeOneCartBody,
      response: cartAnswer,
    },
    handler: async (request) => {
      const body: Static<typeof ChangeOneCartBody> = request.body
      const { currency, country, unitId, expectedSnapshotVersion: inBody } = body
      const name = body.name?.trim()
      const expected = { inBody, inQuery: undefined }
      const change = { kind: 'set_place', name, currency, country, unitId, expected } as const
      return ok(viewCart(await carts.change(request.actor, change, at.whichCart(request))))
    },
  })
}
