import { Type } from 'typebox'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { categoryRoutes } from './category-routes.ts'
import { productExample } from './examples.ts'
import { matchRoutes } from './match-routes.ts'
import { queryText } from './query-text.ts'
import {
  PlaceSchema,
  ProductQuery,
  ProductsQuery,
  ProductView,
  searchAnswers,
  viewFound,
  viewFx,
  viewProduct,
  viewSearchMeta,
} from './schemas.ts'
import type { Catalog } from './service.ts'
import { suggestRoutes } from './suggest-routes.ts'

export function productsRoutes(catalog: Catalog): Routes {
  return async (http) => {
    await suggestRoutes(catalog)(http)
    await matchRoutes(catalog)(http)
    await categoryRoutes(catalog)(http)
    addSearchProducts(http, catalog)
    addGetProduct(http, catalog)
  }
}

function addSearchProducts(http: Http, catalog: Catalog): void {
  http.route({
    method: 'GET',
    url: '/api/v1/products',
    config: {
      access: 'products:read',
      fails: [
        'catalog.price_range_invalid',
        'catalog.currency_unknown',
        'catalog.country_unknown',
        'catalog.category_unknown',
        'catalog.category_ambiguous',
        'fx.rate_unavailable',
        'fx.rates_expired',
      ],
    },
    schema: {
      operationId: 'searchProducts',
      summary: 'Search products',
      description:
        'Finds what is on sale by words, part numbers, GTINs and measures, and by filters. Without `q` it lists. ' +
        'Product data from Icecat in the sample catalogue; its prices are samples.',
      querystring: ProductsQuery,
      response: searchAnswers,
    },
    preValidation: async ({ query }) => {
      // What somebody pasted is searched for as far as it is text, not refused for a stray byte in it.
      const given = query as { q?: unknown }
      if (typeof given.q === 'string') given.q = queryText(given.q)
    },
    handler: async ({ actor, query, page }) => {
      const started = performance.now()
      const { cursor: _cursor, ...input } = query
      const result = await catalog.search(actor, { ...input, after: page.after(PlaceSchema) })
      const corrected = result.correctedQuery !== undefined
      const answer = page.answer(
        result.found,
        (found) => viewFound(found, corrected, result.table),
        ({ place }) => place,
      )
      const meta = viewSearchMeta(result, performance.now() - started)
      return ok(answer.data, { ...answer.meta, ...meta })
    },
  })
}

function addGetProduct(http: Http, catalog: Catalog): void {
  http.route({
    method: 'GET',
    url: '/api/v1/products/:productId',
    config: {
      access: 'products:read',
      fails: [
        'catalog.product_not_found',
        'catalog.currency_unknown',
        'fx.rate_unavailable',
        'fx.rates_expired',
      ],
    },
    schema: {
      operationId: 'getProduct',
      summary: 'Get a product',
      description: 'With all its attributes, its prices and what is available now.',
      params: Type.Object({ productId: Type.String({ maxLength: 100 }) }),
      querystring: ProductQuery,
      response: answers(ProductView, { examples: [productExample] }),
    },
    handler: async ({ actor, params, query }) => {
      const { productId } = params
      const { product, successor, table } = await catalog.readProduct(
        actor,
        productId,
        query.currency,
      )
      const view = { ...viewProduct(product, table), ...(successor && { successor }) }
      return ok(view, table ? { fx: viewFx(table) } : {})
    },
  })
}
