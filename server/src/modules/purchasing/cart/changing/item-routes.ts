import { Type } from 'typebox'
import { quantityOf, readQuantity } from '#kernel/quantity'
import { answers, type Http, ok } from '#platform/http'
import type { CartAddress } from '../cart-address.ts'
import { cartExample } from '../cart-example.ts'
import {
  AddItemBody,
  ChangeQuantityBody,
  ItemParams,
  ItemVersionBody,
  ItemVersionQuery,
  versionFailures,
} from '../request-schemas.ts'
import { CartView, viewCart } from '../schemas.ts'
import type { Carts } from '../service.ts'
import { AddItemsBody, ItemsAddedView, viewItemsAdded } from './add-items-schemas.ts'

/** The failures of every request that names allocations, a requested date or an address. */
const distinctionFailures = [
  'cart.allocations_invalid',
  'cart.requested_date_past',
  'structure.code_unknown',
  'addresses.address_not_found',
  'addresses.address_not_printable',
]

const cartAnswer = answers(CartView, { examples: [cartExample] })

export function addItemRoutes(http: Http, carts: Carts, at: CartAddress): void {
  addAddRoutes(http, carts, at)
  addChangeItem(http, carts, at)
  addRemoveItem(http, carts, at)
}

function addAddRoutes(http: Http, carts: Carts, at: CartAddress): void {
  http.route({
    method: 'POST',
    url: `${at.url}/items`,
    config: {
      access: 'requester:write',
      localized: true,
      fails: [
        ...at.fails,
        'cart.item_exists',
        'cart.lines_limit_reached',
        'cart.locked_by_checkout',
        'cart.product_not_found',
        'cart.product_discontinued',
        ...distinctionFailures,
      ],
    },
    schema: {
      ...at.schema,
      ...at.names.addCartItem,
      description:
        'This needs no version, because it overwrites nothing. If the product is already in the cart with the same allocations, requested date and address, the request is refused and the error names its line.',
      params: Type.Object({ ...at.params }),
      body: AddItemBody,
      response: answers(CartView, { status: 201, examples: [cartExample] }),
    },
    handler: async (request) =>
      ok(
        viewCart(
          await carts.addItem(request.actor, readQuantity(request.body), at.whichCart(request)),
        ),
      ),
  })

  http.route({
    method: 'POST',
    url: `${at.url}/items/batch`,
    config: {
      access: 'requester:write',
      localized: true,
      // A practice cart takes one product at a time.
      fails: [
        'cart.items_refused',
        'cart.locked_by_checkout',
        ...(at.schema.headers ? [] : at.fails),
      ],
    },
    schema: {
      ...at.names.addCartItems,
      description:
        'Adds up to 100 products in one request. `notAdded` gives the reason for each product that was not added. A product that is already in the cart does not change, so you can safely send the request again.',
      tags: at.schema.tags,
      params: Type.Object({ ...at.params }),
      body: AddItemsBody,
      response: answers(ItemsAddedView),
    },
    handler: async (request) => {
      const { items, allOrNothing } = request.body
      const { cartId } = at.whichCart(request)
      return ok(
        viewItemsAdded(
          await carts.addItems(request.actor, items.map(readQuantity), { allOrNothing, cartId }),
        ),
      )
    },
  })
}

function addChangeItem(http: Http, carts: Carts, at: CartAddress): void {
  http.route({
    method: 'PATCH',
    url: `${at.url}/items/:itemId`,
    config: {
      access: 'requester:write',
      localized: true,
      fails: [
        ...versionFailures,
        ...at.fails,
        'cart.item_not_found',
        'cart.price_changed',
        'cart.product_discontinued',
        'cart.item_exists',
        ...distinctionFailures,
      ],
    },
    schema: {
      ...at.schema,
      ...at.names.changeCartItem,
      description:
        'Sets the quantity, the allocations, the requested date and the address, or accepts a changed price. After `cart.version_conflict` read the cart again, and repeat the change with the new version.',
      params: Type.Object({ ...at.params, ...ItemParams.properties }),
      body: ChangeQuantityBody,
      response: cartAnswer,
    },
    handler: async (request) => {
      const { actor, params, body } = request
      const expected = { inBody: body.expectedItemVersion, inQuery: undefined }
      const { itemId } = params
      const change = {
        kind: 'change_quantity',
        itemId,
        quantity: quantityOf(body.quantity),
        accepted: body.acceptedUnitPrice,
        allocations: body.allocations,
        requestedDate: body.requestedDate,
        addressId: body.addressId,
        expected,
      } as const
      return ok(viewCart(await carts.change(actor, change, at.whichCart(request))))
    },
  })
}

function addRemoveItem(http: Http, carts: Carts, at: CartAddress): void {
  http.route({
    method: 'DELETE',
    url: `${at.url}/items/:itemId`,
    config: {
      access: 'requester:write',
      localized: true,
      fails: [
        ...versionFailures,
        ...at.fails,
        'cart.item_not_found',
        'cart.expected_version_ambiguous',
      ],
    },
    schema: {
      ...at.schema,
      ...at.names.removeCartItem,
      description: 'Send the expected version in the query or the body.',
      params: Type.Object({ ...at.params, ...ItemParams.properties }),
      querystring: ItemVersionQuery,
      body: ItemVersionBody,
      response: cartAnswer,
    },
    handler: async (request) => {
      const { actor, params, query, body } = request
      const expected = {
        inBody: body?.expectedItemVersion,
        inQuery: query.expectedItemVersion,
      }
      const change = { kind: 'remove_item', itemId: params.itemId, expected } as const
      return ok(viewCart(await carts.change(actor, change, at.whichCart(request))))
    },
  })
}
