import type { FastifyReply, FastifyRequest } from 'fastify'
import { answers, ok, type Routes } from '#platform/http'
import { markContract } from './contract-mark.ts'
import {
  AddItemBody,
  CartView,
  ChangeCartBody,
  ChangeQuantityBody,
  cartExample,
  ItemParams,
  ItemVersionBody,
  ItemVersionQuery,
  PracticeHeaders,
  SnapshotVersionBody,
  SnapshotVersionQuery,
  viewCart,
} from './schemas.ts'
import type { Carts } from './service.ts'

const versionFailures = [
  'cart.expected_version_required',
  'cart.version_conflict',
  'cart.locked_by_checkout',
] as const
const itemFailures = [...versionFailures, 'cart.item_not_found'] as const
const shared = { tags: ['Cart'], headers: PracticeHeaders }
const changed = answers(CartView, { examples: [cartExample] })

export function cartRoutes(carts: Carts): Routes {
  return async (http) => {
    const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
      markContract(carts, request, reply)

    http.route({
      method: 'GET',
      url: '/api/v1/cart',
      config: { access: 'orders:read' },
      onRequest,
      schema: {
        ...shared,
        operationId: 'getCart',
        summary: 'The cart, with today’s prices and stock',
        description:
          'Made on first use. `problems` lists what would keep it from being ordered, and what has changed since a product was added.',
        response: changed,
      },
      handler: async ({ actor, headers }) =>
        ok(viewCart(await carts.read(actor, headers['x-practice-cart']))),
    })

    http.route({
      method: 'POST',
      url: '/api/v1/cart/items',
      config: {
        access: 'orders:write',
        fails: [
          'cart.item_exists',
          'cart.lines_limit_reached',
          'cart.locked_by_checkout',
          'cart.product_not_found',
          'cart.product_discontinued',
        ],
      },
      onRequest,
      schema: {
        ...shared,
        operationId: 'addCartItem',
        summary: 'Add a product',
        description:
          'Needs no version, because it overwrites nothing: a product that is in the cart already is refused with its line.',
        body: AddItemBody,
        response: answers(CartView, { status: 201, examples: [cartExample] }),
      },
      handler: async ({ actor, headers, body }) =>
        ok(viewCart(await carts.addItem(actor, body, headers['x-practice-cart']))),
    })

    http.route({
      method: 'PATCH',
      url: '/api/v1/cart/items/:itemId',
      config: { access: 'orders:write', fails: itemFailures },
      onRequest,
      schema: {
        ...shared,
        operationId: 'changeCartItem',
        summary: 'Change a quantity',
        description:
          'After `cart.version_conflict` read the cart again and repeat the change with the version just read.',
        params: ItemParams,
        body: ChangeQuantityBody,
        response: changed,
      },
      handler: async ({ actor, headers, params, body }) => {
        const expected = { inBody: body.expectedItemVersion, inQuery: undefined }
        const { itemId } = params
        const request = {
          kind: 'change_quantity',
          itemId,
          quantity: body.quantity,
          expected,
        } as const
        return ok(viewCart(await carts.change(actor, request, headers['x-practice-cart'])))
      },
    })

    http.route({
      method: 'DELETE',
      url: '/api/v1/cart/items/:itemId',
      config: {
        access: 'orders:write',
        fails: [...itemFailures, 'cart.expected_version_ambiguous'],
      },
      onRequest,
      schema: {
        ...shared,
        operationId: 'removeCartItem',
        summary: 'Remove a line',
        description: 'The expected version goes into the query or the body.',
        params: ItemParams,
        querystring: ItemVersionQuery,
        body: ItemVersionBody,
        response: changed,
      },
      handler: async ({ actor, headers, params, query, body }) => {
        const expected = {
          inBody: body?.expectedItemVersion,
          inQuery: query.expectedItemVersion,
        }
        const request = { kind: 'remove_item', itemId: params.itemId, expected } as const
        return ok(viewCart(await carts.change(actor, request, headers['x-practice-cart'])))
      },
    })

    http.route({
      method: 'DELETE',
      url: '/api/v1/cart',
      config: {
        access: 'orders:write',
        fails: [...versionFailures, 'cart.expected_version_ambiguous'],
      },
      onRequest,
      schema: {
        ...shared,
        operationId: 'clearCart',
        summary: 'Remove every line',
        description: 'The expected version goes into the query or the body.',
        querystring: SnapshotVersionQuery,
        body: SnapshotVersionBody,
        response: changed,
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
        access: 'orders:write',
        fails: [...versionFailures, 'cart.currency_unknown', 'cart.country_unknown'],
      },
      onRequest,
      schema: {
        ...shared,
        operationId: 'changeCart',
        summary: 'Show the cart in another currency, or for another country',
        body: ChangeCartBody,
        response: changed,
      },
      handler: async ({ actor, headers, body }) => {
        const { currency, country, expectedSnapshotVersion: inBody } = body
        const expected = { inBody, inQuery: undefined }
        const request = { kind: 'set_place', currency, country, expected } as const
        return ok(viewCart(await carts.change(actor, request, headers['x-practice-cart'])))
      },
    })
  }
}
