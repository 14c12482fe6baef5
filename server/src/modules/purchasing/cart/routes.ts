import { answers, type Http, ok, type Routes } from '#platform/http'
import { markContract } from './certification/contract-mark.ts'
import { addItemRoutes } from './changing/item-routes.ts'
import {
  CartView,
  ChangeCartBody,
  cartExample,
  PracticeHeaders,
  practiceFailures,
  SnapshotVersionBody,
  SnapshotVersionQuery,
  versionFailures,
  viewCart,
} from './schemas.ts'
import type { Carts } from './service.ts'

const commonSchema = { tags: ['Cart'], headers: PracticeHeaders }
const cartAnswer = answers(CartView, { examples: [cartExample] })

export function cartRoutes(carts: Carts): Routes {
  return async (http) => {
    http.addHook('onRequest', markContract(carts))
    addGetCart(http, carts)
    addItemRoutes(http, carts)
    addWholeCartChanges(http, carts)
  }
}

function addGetCart(http: Http, carts: Carts): void {
  http.route({
    method: 'GET',
    url: '/api/v1/cart',
    config: { access: 'requester:read', localized: true, fails: practiceFailures },
    schema: {
      ...commonSchema,
      operationId: 'getCart',
      summary: 'Get the cart',
      description:
        'The first request creates the cart. `problems` lists what prevents an order, and what has changed since a product was added.',
      response: cartAnswer,
    },
    handler: async ({ actor, headers }) =>
      ok(viewCart(await carts.read(actor, headers['x-practice-cart']))),
  })
}

function addWholeCartChanges(http: Http, carts: Carts): void {
  http.route({
    method: 'DELETE',
    url: '/api/v1/cart',
    config: {
      access: 'requester:write',
      localized: true,
      fails: [...versionFailures, ...practiceFailures, 'cart.expected_version_ambiguous'],
    },
    schema: {
      ...commonSchema,
      operationId: 'clearCart',
      summary: 'Clear the cart',
      description: 'Send the expected version in the query or the body.',
      querystring: SnapshotVersionQuery,
      body: SnapshotVersionBody,
      response: cartAnswer,
    },
    handler: async ({ actor, headers, query, body }) => {
      const expected = {
        inBody: body?.expectedSnapshotVersion,
        inQuery: query.expectedSnapshotVersion,
      }
      const request = { kind: 'clear', expected } as const
      return ok(viewCart(await carts.change(actor, request, headers['x-practice-cart'])))
    },
  })

  http.route({
    method: 'PATCH',
    url: '/api/v1/cart',
    config: {
      access: 'requester:write',
      localized: true,
      fails: [
        ...versionFailures,
        ...practiceFailures,
        'cart.nothing_to_change',
        'cart.currency_unknown',
        'cart.country_unknown',
      ],
    },
    schema: {
      ...commonSchema,
      operationId: 'changeCart',
      summary: 'Change the cart',
      description: 'Sets the currency or the country of the cart.',
      body: ChangeCartBody,
      response: cartAnswer,
    },
    handler: async ({ actor, headers, body }) => {
      const { currency, country, expectedSnapshotVersion: inBody } = body
      const expected = { inBody, inQuery: undefined }
      const request = { kind: 'set_place', currency, country, expected } as const
      return ok(viewCart(await carts.change(actor, request, headers['x-practice-cart'])))
    },
  })
}
