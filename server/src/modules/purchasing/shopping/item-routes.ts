import { quantityOf, readQuantity } from '#kernel/quantity'
import { answers, ok, type Routes } from '#platform/http'
import { changeFailures, sourceFailures } from './lists-routes.ts'
import type { Shopping } from './service.ts'
import {
  ChangeItemBody,
  FillListBody,
  FullListView,
  ItemParams,
  ListFilledView,
  ListParams,
  viewFilled,
  viewFullList,
} from './shopping-schemas.ts'

const tags = ['Shopping lists']
const url = '/api/v1/lists/:listId/items'
const one = `${url}/:itemId`
const config = { access: 'requester:write', localized: true } as const

export function itemRoutes(shopping: Shopping): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url,
      config: { ...config, fails: [...changeFailures, ...sourceFailures] },
      schema: {
        operationId: 'addShoppingListItems',
        summary: 'Add products to a shopping list',
        description:
          'Send one of `items`, `text`, `orderId` and `listId`. A product that is in the list already keeps its quantity: `notAdded` names its item.',
        tags,
        params: ListParams,
        body: FillListBody,
        response: answers(ListFilledView),
      },
      handler: async ({ actor, params: { listId }, body, locale }) => {
        const filled = await shopping.fill(actor, listId, {
          ...body,
          items: body.items?.map(readQuantity),
        })
        return ok(viewFilled(filled, await shopping.read(actor, listId), locale))
      },
    })
    http.route({
      method: 'PATCH',
      url: one,
      config: { ...config, fails: [...changeFailures, 'shopping.item_not_found'] },
      schema: {
        operationId: 'changeShoppingListItem',
        summary: 'Change an item of a shopping list',
        tags,
        params: ItemParams,
        body: ChangeItemBody,
        response: answers(FullListView),
      },
      handler: async ({ actor, params, body }) => {
        await shopping.changeItem(actor, params, {
          ...body,
          quantity: body.quantity === undefined ? undefined : quantityOf(body.quantity),
        })
        return ok(viewFullList(await shopping.read(actor, params.listId)))
      },
    })
    http.route({
      method: 'DELETE',
      url: one,
      config: { ...config, fails: [...changeFailures, 'shopping.item_not_found'] },
      schema: {
        operationId: 'removeShoppingListItem',
        summary: 'Remove an item from a shopping list',
        tags,
        params: ItemParams,
        response: answers(FullListView),
      },
      handler: async ({ actor, params }) => {
        await shopping.removeItem(actor, params)
        return ok(viewFullList(await shopping.read(actor, params.listId)))
      },
    })
  }
}
