import { readQuantity } from '#kernel/quantity'
import { answers, type Http, ok, type Routes } from '#platform/http'
import type { Shopping } from './service.ts'
import {
  CartOfListBody,
  ChangeListBody,
  CreateListBody,
  FullListView,
  ListFilledView,
  ListInCartView,
  ListParams,
  viewFilled,
  viewFullList,
  viewInCart,
} from './shopping-schemas.ts'

const tags = ['Shopping lists']
const url = '/api/v1/lists'
const one = `${url}/:listId`
const unitFailures = [
  'shopping.unit_required',
  'shopping.unit_of_others',
  'shopping.unit_not_expected',
  'structure.unit_unknown',
]
export const sourceFailures = [
  'shopping.source_ambiguous',
  'shopping.text_too_long',
  'orders.order_not_found',
]
export const changeFailures = ['shopping.list_not_found', 'shopping.list_of_another']

export function listsRoutes(shopping: Shopping): Routes {
  return async (http) => {
    addReading(http, shopping)
    addCreating(http, shopping)
    addChanging(http, shopping)
    addPuttingIntoCart(http, shopping)
  }
}

function addReading(http: Http, shopping: Shopping): void {
  http.route({
    method: 'GET',
    url: one,
    config: { access: 'requester:read', localized: true, fails: ['shopping.list_not_found'] },
    schema: {
      operationId: 'getShoppingList',
      summary: 'Get a shopping list',
      description:
        'The items with the product, the price and the availability of today. Prices are in the currency of your company, if there is a rate.',
      tags,
      params: ListParams,
      response: answers(FullListView),
    },
    handler: async ({ actor, params }) =>
      ok(viewFullList(await shopping.read(actor, params.listId))),
  })
}

function addCreating(http: Http, shopping: Shopping): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access: 'requester:write',
      localized: true,
      fails: [
        'shopping.lists_limit_reached',
        'shopping.list_not_found',
        ...unitFailures,
        ...sourceFailures,
      ],
    },
    schema: {
      operationId: 'createShoppingList',
      summary: 'Create a shopping list',
      description:
        'Send at most one of `items`, `text`, `orderId` and `listId` to begin with products. PRIVATE: you alone read it. UNIT: the people of a unit and of all units below it. COMPANY: everybody in your company. Others read a shared list and make lists of their own from it; you and the administrators of your company change it.',
      tags,
      body: CreateListBody,
      response: answers(ListFilledView, { status: 201 }),
    },
    handler: async ({ actor, body, locale }) => {
      const { text, orderId, listId, items: rows, ...input } = body
      const items = rows?.map(readQuantity)
      const source = { items, text, orderId, listId }
      const isFilled = Object.values(source).some((one) => one !== undefined)
      const filled = await shopping.create(actor, input, isFilled ? source : undefined)
      return ok(viewFilled(filled, await shopping.read(actor, filled.list.id), locale))
    },
  })
}

function addChanging(http: Http, shopping: Shopping): void {
  http.route({
    method: 'PATCH',
    url: one,
    config: {
      access: 'requester:write',
      localized: true,
      fails: [...changeFailures, ...unitFailures],
    },
    schema: {
      operationId: 'changeShoppingList',
      summary: 'Change a shopping list',
      description: 'Another visibility than UNIT takes its unit away.',
      tags,
      params: ListParams,
      body: ChangeListBody,
      response: answers(FullListView),
    },
    handler: async ({ actor, params: { listId }, body }) => {
      await shopping.change(actor, listId, body)
      return ok(viewFullList(await shopping.read(actor, listId)))
    },
  })
  http.route({
    method: 'DELETE',
    url: one,
    config: { access: 'requester:write', localized: true, fails: changeFailures },
    schema: {
      operationId: 'deleteShoppingList',
      summary: 'Delete a shopping list',
      description: 'Answers the list as it was.',
      tags,
      params: ListParams,
      response: answers(FullListView),
    },
    handler: async ({ actor, params: { listId } }) => {
      const full = await shopping.read(actor, listId)
      return ok(viewFullList({ ...full, list: await shopping.remove(actor, listId) }))
    },
  })
}

function addPuttingIntoCart(http: Http, shopping: Shopping): void {
  http.route({
    method: 'POST',
    url: `${one}/cart`,
    config: {
      access: 'requester:write',
      localized: true,
      fails: [
        'shopping.list_not_found',
        'shopping.nothing_to_order',
        'cart.locked_by_checkout',
        'fx.rates_expired',
      ],
    },
    schema: {
      operationId: 'putShoppingListIntoCart',
      summary: 'Add a shopping list to the cart',
      description:
        'The rules are those of `POST /api/v1/cart/items/bulk`: a product that is in the cart already keeps its quantity, and `notAdded` says why a product could not be put in.',
      tags,
      params: ListParams,
      body: CartOfListBody,
      response: answers(ListInCartView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewInCart(await shopping.putIntoCart(actor, params.listId, body.itemIds))),
  })
}
