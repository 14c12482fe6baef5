import { answers, type Http, ok } from '#platform/http'
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
} from '../schemas.ts'
import type { Carts } from '../service.ts'
import { AddItemsBody, ItemsAddedView, viewItemsAdded } from './add-items-schemas.ts'

const itemFailures = [...versionFailures, ...practiceFailures, 'cart.item_not_found'] as const
const commonSchema = { tags: ['Cart'], headers: PracticeHeaders }
const cartAnswer = answers(CartView, { examples: [cartExample] })

export function addItemRoutes(http: Http, carts: Carts): void {
  addAddRoutes(http, carts)
  addItemChanges(http, carts)
}

function addAddRoutes(http: Http, carts: Carts): void {
  http.route({
    method: 'POST',
    url: '/api/v1/cart/items',
    config: {
      access: 'requester:write',
      localized: true,
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
      ...commonSchema,
      operationId: 'addCartItem',
      summary: 'Add a product to the cart',
      description:
        'This needs no version, because it overwrites nothing. If the product is already in the cart, the request is refused and the error names its line.',
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
      access: 'requester:write',
      localized: true,
      fails: ['cart.items_refused', 'cart.locked_by_checkout'],
    },
    schema: {
      operationId: 'addCartItems',
      summary: 'Add products to the cart',
      description:
        'Adds up to 100 products in one request. `notAdded` gives the reason for each product that was not added. A product that is already in the cart does not change, so you can safely send the request again.',
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
      access: 'requester:write',
      localized: true,
      fails: [...itemFailures, 'cart.price_changed', 'cart.product_discontinued'],
    },
    schema: {
      ...commonSchema,
      operationId: 'changeCartItem',
      summary: 'Change a cart line',
      description:
        'Sets the quantity, or accepts a changed price. After `cart.version_conflict` read the cart again, and repeat the change with the new version.',
      params: ItemParams,
      body: ChangeQuantityBody,
      response: cartAnswer,
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
      access: 'requester:write',
      localized: true,
      fails: [...itemFailures, 'cart.expected_version_ambiguous'],
    },
    schema: {
      ...commonSchema,
      operationId: 'removeCartItem',
      summary: 'Remove a cart line',
      description: 'Send the expected version in the query or the body.',
      params: ItemParams,
      querystring: ItemVersionQuery,
      body: ItemVersionBody,
      response: cartAnswer,
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
