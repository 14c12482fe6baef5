import { Type } from 'typebox'
import { instantOf } from '#kernel/time'
import { answers, type Http, IdView, ok } from '#platform/http'
import {
  ChangePriceListBody,
  CreatePriceListBody,
  discountsOf,
  EntriesPutView,
  PriceListView,
  PutEntriesBody,
  priceListExample,
  viewPriceList,
} from './schemas.ts'
import type { Agreements } from './service.ts'
import { instantsOf } from './validity.ts'

const access = 'supplier_admin'
const Params = Type.Object({ priceListId: Type.String({ maxLength: 64 }) })
const noSuch = 'catalog.price_list_not_found'
const badInput = [
  'catalog.validity_invalid',
  'catalog.company_unknown',
  'catalog.unit_unknown',
  'catalog.category_unknown',
  'catalog.discounts_invalid',
]

export function priceListRoutes(agreements: Agreements, http: Http): void {
  addChangeRoutes(agreements, http)
  addReadRoutes(agreements, http)
  entries(agreements, http)
}

function addChangeRoutes(agreements: Agreements, http: Http): void {
  addCreatePriceList(http, agreements)
  addChangePriceList(http, agreements)
  addDeletePriceList(http, agreements)
}

function addCreatePriceList(http: Http, agreements: Agreements): void {
  http.route({
    method: 'POST',
    url: '/api/v1/price-lists',
    config: {
      access,
      fails: [
        ...badInput,
        'catalog.supplier_required',
        'catalog.supplier_unknown',
        'catalog.currency_unknown',
        'catalog.price_lists_too_many',
      ],
    },
    schema: {
      operationId: 'createPriceList',
      summary: 'Create a price list',
      description:
        "A price list has prices for a supplier's own products. It applies to the companies that it names, and to companies with a contract that names it.",
      body: CreatePriceListBody,
      response: answers(PriceListView, { status: 201, examples: [priceListExample] }),
    },
    handler: async ({ actor, body }) =>
      ok(
        viewPriceList(
          await agreements.createPriceList(actor, {
            ...body,
            ...instantsOf(body),
            discounts: discountsOf(body.discounts ?? []),
          }),
        ),
      ),
  })
}

function addChangePriceList(http: Http, agreements: Agreements): void {
  http.route({
    method: 'PATCH',
    url: '/api/v1/price-lists/:priceListId',
    config: { access, fails: [noSuch, ...badInput] },
    schema: {
      operationId: 'changePriceList',
      summary: 'Change a price list',
      params: Params,
      body: ChangePriceListBody,
      response: answers(PriceListView, { examples: [priceListExample] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(
        viewPriceList(
          await agreements.changePriceList(actor, params.priceListId, {
            ...body,
            validFrom: instantOf(body.validFrom),
            validUntil: body.validUntil === null ? null : instantOf(body.validUntil),
            discounts: body.discounts && discountsOf(body.discounts),
          }),
        ),
      ),
  })
}

function addDeletePriceList(http: Http, agreements: Agreements): void {
  http.route({
    method: 'DELETE',
    url: '/api/v1/price-lists/:priceListId',
    config: { access, fails: [noSuch, 'catalog.price_list_in_use'] },
    schema: {
      operationId: 'deletePriceList',
      summary: 'Delete a price list',
      description: 'A price list that a contract names cannot be deleted.',
      params: Params,
      response: answers(IdView, {
        examples: [{ id: priceListExample.id }],
      }),
    },
    handler: async ({ actor, params }) => {
      await agreements.removePriceList(actor, params.priceListId)
      return ok({ id: params.priceListId })
    },
  })
}

function addReadRoutes(agreements: Agreements, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/price-lists/:priceListId',
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'getPriceList',
      summary: 'Get a price list',
      params: Params,
      response: answers(PriceListView, { examples: [priceListExample] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewPriceList(await agreements.getPriceList(actor, params.priceListId))),
  })
}

function entries(agreements: Agreements, http: Http): void {
  http.route({
    method: 'PUT',
    url: '/api/v1/price-lists/:priceListId/entries',
    config: {
      access,
      fails: [noSuch, 'catalog.price_entries_invalid', 'catalog.price_entries_too_many'],
    },
    schema: {
      operationId: 'putPriceEntries',
      summary: 'Store prices of a price list',
      description:
        'Sets prices of up to 1,000 products, all or none. Each entry replaces the former entry of the product. Other entries stay. The prices apply from the next request on.',
      params: Params,
      body: PutEntriesBody,
      response: answers(EntriesPutView, {
        examples: [{ stored: 1, removed: 1, entryCount: 1_200, version: 5 }],
      }),
    },
    handler: async ({ actor, params, body }) =>
      ok(await agreements.putEntries(actor, params.priceListId, body.entries)),
  })
}
