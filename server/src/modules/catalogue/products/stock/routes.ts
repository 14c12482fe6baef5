import { Type } from 'typebox'
import { answers, type Http, IdView, ok, type Routes } from '#platform/http'
import {
  ChangeLocationBody,
  CountStockBody,
  CreateLocationBody,
  LocationView,
  locationExample,
  StockCountedView,
  viewLocation,
} from './schemas.ts'
import type { StockLocations } from './service.ts'

const access = 'supplier_admin'
const Params = Type.Object({ stockLocationId: Type.String({ maxLength: 64 }) })
const noSuch = 'catalog.stock_location_not_found'
const badInput = ['catalog.country_unknown', 'catalog.stock_location_name_taken']

export function stockLocationsRoutes(locations: StockLocations): Routes {
  return async (http) => {
    addChangeRoutes(locations, http)
    addReadRoutes(locations, http)
    stock(locations, http)
  }
}

function addChangeRoutes(locations: StockLocations, http: Http): void {
  http.route({
    method: 'POST',
    url: '/api/v1/stock-locations',
    config: {
      access,
      fails: [
        ...badInput,
        'catalog.supplier_required',
        'catalog.supplier_unknown',
        'catalog.stock_locations_too_many',
      ],
    },
    schema: {
      operationId: 'createStockLocation',
      summary: 'Create a stock location',
      description:
        'A supplier has up to 50 locations. Buyers see the name and the country of a location with each product that it stocks.',
      body: CreateLocationBody,
      response: answers(LocationView, { status: 201, examples: [locationExample] }),
    },
    handler: async ({ actor, body }) => ok(viewLocation(await locations.create(actor, body))),
  })

  http.route({
    method: 'PATCH',
    url: '/api/v1/stock-locations/:stockLocationId',
    config: { access, fails: [noSuch, ...badInput] },
    schema: {
      operationId: 'changeStockLocation',
      summary: 'Change a stock location',
      params: Params,
      body: ChangeLocationBody,
      response: answers(LocationView, { examples: [locationExample] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewLocation(await locations.change(actor, params.stockLocationId, body))),
  })

  http.route({
    method: 'DELETE',
    url: '/api/v1/stock-locations/:stockLocationId',
    config: { access, fails: [noSuch, 'catalog.stock_location_in_use'] },
    schema: {
      operationId: 'deleteStockLocation',
      summary: 'Delete a stock location',
      description: 'The location must hold no stock.',
      params: Params,
      response: answers(IdView, {
        examples: [{ id: locationExample.id }],
      }),
    },
    handler: async ({ actor, params }) => {
      await locations.remove(actor, params.stockLocationId)
      return ok({ id: params.stockLocationId })
    },
  })
}

function addReadRoutes(locations: StockLocations, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/stock-locations/:stockLocationId',
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'getStockLocation',
      summary: 'Get a stock location',
      params: Params,
      response: answers(LocationView, { examples: [locationExample] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewLocation(await locations.get(actor, params.stockLocationId))),
  })
}

function stock(locations: StockLocations, http: Http): void {
  http.route({
    method: 'PUT',
    url: '/api/v1/stock-locations/:stockLocationId/stock',
    config: { access, fails: [noSuch, 'catalog.stock_counts_invalid'] },
    schema: {
      operationId: 'countStock',
      summary: 'Store the stock of a location',
      description:
        'Counts up to 1,000 products, all or none. Stock at other locations stays. The available stock of a product is the sum of all locations. A product that had no location before is then at this one only.',
      params: Params,
      body: CountStockBody,
      response: answers(StockCountedView, { examples: [{ counted: 1, removed: 1 }] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(await locations.countStock(actor, params.stockLocationId, body.entries)),
  })
}
