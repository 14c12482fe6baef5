import { answers, type Http, ok } from '#platform/http'
import { inOwnCart } from '../cart-address.ts'
import { cartExample } from '../cart-example.ts'
import {
  CartParams,
  SnapshotVersionBody,
  SnapshotVersionQuery,
  unitFailures,
  versionFailures,
} from '../request-schemas.ts'
import { CartView, viewCart } from '../schemas.ts'
import type { Carts } from '../service.ts'
import {
  CartSummaryView,
  CreateCartBody,
  HandOverCartBody,
  viewCartSummary,
} from './cart-set-schemas.ts'

const tags = ['Cart']
const config = { access: 'requester:write', localized: true } as const

/** The routes of the set of carts. `cartRoutes` has those of one cart. */
export function addCartSetRoutes(http: Http, carts: Carts): void {
  addCreateAndActivate(http, carts)
  addDelete(http, carts)
  addHandOver(http, carts)
}

function addCreateAndActivate(http: Http, carts: Carts): void {
  http.route({
    method: 'POST',
    url: '/api/v1/carts',
    config: { ...config, fails: ['cart.limit_reached', ...unitFailures] },
    schema: {
      operationId: 'createCart',
      summary: 'Create a cart',
      description:
        'Your first cart is active. Another one is not, until you activate it. Names may repeat.',
      tags,
      body: CreateCartBody,
      response: answers(CartSummaryView, { status: 201 }),
    },
    handler: async ({ actor, body }) => ok(viewCartSummary(await carts.create(actor, body))),
  })

  http.route({
    method: 'POST',
    url: `${inOwnCart.url}/activate`,
    config: { ...config, fails: ['cart.not_found', 'cart.not_owner'] },
    schema: {
      operationId: 'activateCart',
      summary: 'Activate a cart',
      description:
        'The routes below `/api/v1/cart` use it from now on. Its version rises above every version of the cart that was active, so a client that has not noticed gets a version conflict. The other cart keeps its lines. Activating the active cart changes nothing.',
      tags,
      params: CartParams,
      response: answers(CartView, { examples: [cartExample] }),
    },
    handler: async ({ actor, params: { cartId } }) => {
      await carts.activate(actor, cartId)
      return ok(viewCart(await carts.read(actor, { cartId })))
    },
  })
}

function addDelete(http: Http, carts: Carts): void {
  http.route({
    method: 'DELETE',
    url: inOwnCart.url,
    config: {
      ...config,
      fails: [
        ...versionFailures,
        'cart.expected_version_ambiguous',
        'cart.not_found',
        'cart.not_owner',
        'cart.active_not_deletable',
      ],
    },
    schema: {
      operationId: 'deleteCart',
      summary: 'Delete a cart',
      description:
        'Deletes a cart that is not active, with its lines, and answers the cart as it was. Send the expected version in the query or the body.',
      tags,
      params: CartParams,
      querystring: SnapshotVersionQuery,
      body: SnapshotVersionBody,
      response: answers(CartSummaryView),
    },
    handler: async ({ actor, params: { cartId }, query, body }) => {
      const expected = {
        inBody: body?.expectedSnapshotVersion,
        inQuery: query.expectedSnapshotVersion,
      }
      return ok(viewCartSummary(await carts.delete(actor, cartId, expected)))
    },
  })
}

function addHandOver(http: Http, carts: Carts): void {
  http.route({
    method: 'POST',
    url: `${inOwnCart.url}/hand-over`,
    config: {
      ...config,
      fails: [
        ...versionFailures,
        'cart.not_found',
        'cart.not_owner',
        'cart.active_not_handed_over',
        'cart.receiver_not_found',
        'cart.receiver_may_not_order',
        'cart.receiver_limit_reached',
      ],
    },
    schema: {
      operationId: 'handOverCart',
      summary: 'Hand over a cart',
      description:
        'A cart that is not active becomes one of the carts of another member of your company, who gets a mail. It is no longer among yours.',
      tags,
      params: CartParams,
      body: HandOverCartBody,
      response: answers(CartSummaryView),
    },
    handler: async ({ actor, params: { cartId }, body }) => {
      const { userId, expectedSnapshotVersion: inBody } = body
      const handOver = { userId, expected: { inBody, inQuery: undefined } }
      return ok(viewCartSummary(await carts.handOver(actor, cartId, handOver)))
    },
  })
}
