import { answers, type Http, ok } from '#platform/http'
import { AddItemsBody, ItemsAddedView, viewItemsAdded } from './add-items-schemas.ts'
import {
  AddItemBody,
  CartView,
  ChangeQuantityBody,
  cartExample,
  ItemParams,
  ItemVersionBody,
  ItemVersionQuery,
  PracticeHeaders,
  practiceFailures,
  versionFailures,
  viewCart,
} from './schemas.ts'
import type { Carts } from './service.ts'

const itemFailures = [...versionFailures, ...practiceFailures, 'cart.item_not_found'] as const
const shared = { tags: ['Cart'], headers: PracticeHeaders }
const changed = answers(CartView, { examples: [cartExample] })

export function addItemRoutes(http: Http, carts: Carts): void {
  addAdding(http, carts)
  addItemChanges(http, carts)
}

function addAdding(http: Http, carts: Carts): void {
  http.route({
    method: 'POST',
    url: '/api/v1/cart/items',
    config: {
      access: 'orders:write',
      fails: [
        ...practiceFailures,
        'cart.item_exists',
        'cart.lines_limit_reached',
        'cart.locked_by_checkout',
        'cart.product_not_found',
        'cart.product_discontinued',
      ],
    },
    schema: {
      ...shared,
      operationId: 'addCartItem',
      summary: 'Add a product to the cart',
      description:
        'Needs no version, because it overwrites nothing: a product that is in the cart already is refused with its line.',
      body: AddItemBody,
      response: answers(CartView, { status: 201, examples: [cartExample] }),
    },
    handler: async ({ actor, headers, body }) =>
      ok(viewCart(await carts.addItem(actor, body, headers['x-practice-cart']))),
  })

  http.route({
    method: 'POST',
    url: '/api/v1/cart/items/batch',
    config: {
      access: 'orders:write',
      fails: ['cart.items_refused', 'cart.locked_by_checkout'],
    },
    schema: {
      operationId: 'addCartItems',
      summary: 'Add products to the cart',
      description:
        'Up to 100 in one request. `notAdded` says of each that was not why: one that is in the cart already stays as it is. So the same request may be sent again.',
      tags: ['Cart'],
      body: AddItemsBody,
      response: answers(ItemsAddedView),
    },
    handler: async ({ actor, body: { items, allOrNothing = false } }) =>
      ok(viewItemsAdded(await carts.addItems(actor, items, { allOrNothing }))),
  })
}

function addItemChanges(http: Http, carts: Carts): void {
  http.route({
    method: 'PATCH',
    url: '/api/v1/cart/items/:itemId',
    config: {
      access: 'orders:write',
      fails: [...itemFailures, 'cart.price_changed', 'cart.product_discontinued'],
    },
    schema: {
      ...shared,
      operationId: 'changeCartItem',
      summary: 'Change a cart line',
      description:
        'Sets the quantity, or accepts a price that has changed. After `cart.version_conflict` read the cart again and repeat the change with the version just read.',
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
        accepted: body.acceptedUnitPrice,
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
    schema: {
      ...shared,
      operationId: 'removeCartItem',
      summary: 'Remove a cart line',
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
}
