import { answers, type Http, ok, type Routes } from '#platform/http'
import { OfferedShippingView, viewMinimumOrder } from './minimum-order-schemas.ts'
import { MethodBody, MethodParams, MethodsQuery, MethodView, viewMethod } from './schemas.ts'
import type { Shipping } from './service.ts'

const tags = ['Shipping']

export function shippingRoutes(shipping: Shipping): Routes {
  return async (http) => {
    addReading(http, shipping)
    for (const door of doors) addManaging(http, shipping, door)
  }
}

/** Suppliers manage their own methods, operators those of the platform. Both have the same three changes. */
const doors = [
  {
    url: '/api/v1/company/shipping-methods',
    access: 'company_admin',
    owner: 'your company',
    name: 'OwnShippingMethod',
  },
  {
    url: '/admin/shipping-methods',
    access: 'operator',
    owner: 'the platform',
    name: 'PlatformShippingMethod',
  },
] as const

const inputFailures = [
  'shipping.amount_invalid',
  'shipping.country_unknown',
  'shipping.currency_unknown',
  'shipping.pick_up_costs_nothing',
  'shipping.tiers_out_of_order',
] as const

function addReading(http: Http, shipping: Shipping): void {
  http.route({
    method: 'GET',
    url: '/api/v1/shipping-methods',
    config: { access: 'orders:read' },
    schema: {
      operationId: 'listShippingMethods',
      summary: 'List shipping methods',
      description:
        'A cart shows the same methods with the price for its own goods in `shippingOptions`. If there are none, the prices of the goods include the shipping cost.',
      tags,
      querystring: MethodsQuery,
      response: answers(OfferedShippingView),
    },
    handler: async ({ query: { supplierId, country } }) => {
      const methods = await shipping.listOffered(supplierId, country)
      const minimum =
        supplierId === undefined ? undefined : await shipping.findMinimumOrder(supplierId)
      return ok({
        methods: methods.map(viewMethod),
        ...(minimum && { minimumOrder: viewMinimumOrder(minimum) }),
      })
    },
  })
}

function addManaging(http: Http, shipping: Shipping, door: (typeof doors)[number]): void {
  addReadingOwn(http, shipping, door)
  addAdding(http, shipping, door)
  addChanging(http, shipping, door)
  addDeleting(http, shipping, door)
}

function addReadingOwn(http: Http, shipping: Shipping, door: (typeof doors)[number]): void {
  const { url, access, owner, name } = door
  http.route({
    method: 'GET',
    url: `${url}/:shippingMethodId`,
    config: { access, fails: ['shipping.method_not_found'] },
    schema: {
      operationId: `get${name}`,
      summary: `Get a shipping method of ${owner}`,
      tags,
      params: MethodParams,
      response: answers(MethodView),
    },
    handler: async ({ actor, params }) =>
      ok(viewMethod(await shipping.getOwn(actor, params.shippingMethodId))),
  })
}

function addAdding(http: Http, shipping: Shipping, door: (typeof doors)[number]): void {
  const { url, access, owner, name } = door
  http.route({
    method: 'POST',
    url,
    config: { access, fails: [...inputFailures, 'shipping.methods_limit_reached'] },
    schema: {
      operationId: `add${name}`,
      summary: `Create a shipping method of ${owner}`,
      tags,
      body: MethodBody,
      response: answers(MethodView, { status: 201 }),
    },
    handler: async ({ actor, body }) => ok(viewMethod(await shipping.add(actor, body))),
  })
}

function addChanging(http: Http, shipping: Shipping, door: (typeof doors)[number]): void {
  const { url, access, owner, name } = door
  http.route({
    method: 'PUT',
    url: `${url}/:shippingMethodId`,
    config: { access, fails: [...inputFailures, 'shipping.method_not_found'] },
    schema: {
      operationId: `change${name}`,
      summary: `Replace a shipping method of ${owner}`,
      description: 'Checkouts that are already started keep the former method.',
      tags,
      params: MethodParams,
      body: MethodBody,
      response: answers(MethodView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewMethod(await shipping.change(actor, params.shippingMethodId, body))),
  })
}

function addDeleting(http: Http, shipping: Shipping, door: (typeof doors)[number]): void {
  const { url, access, owner, name } = door
  http.route({
    method: 'DELETE',
    url: `${url}/:shippingMethodId`,
    config: { access, fails: ['shipping.method_not_found'] },
    schema: {
      operationId: `delete${name}`,
      summary: `Delete a shipping method of ${owner}`,
      tags,
      params: MethodParams,
      response: answers(MethodView),
    },
    handler: async ({ actor, params }) =>
      ok(viewMethod(await shipping.remove(actor, params.shippingMethodId))),
  })
}
