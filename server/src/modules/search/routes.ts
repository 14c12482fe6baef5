import { typedText } from '#kernel/typed-text'
import { type Http, ok, type Routes } from '#platform/http'
import { PlaceSchema, ProductsQuery, searchAnswers, viewFound, viewSearchMeta } from './schemas.ts'
import type { ProductSearch } from './service.ts'
import { suggestRoutes } from './suggest/suggest-routes.ts'

export function searchRoutes(productSearch: ProductSearch): Routes {
  return async (http) => {
    await suggestRoutes(productSearch)(http)
    addSearchProducts(http, productSearch)
  }
}

function addSearchProducts(http: Http, productSearch: ProductSearch): void {
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
        'Finds products on sale by words, part numbers, GTINs and measures, and by filters. Without `q` it lists all products. The product data of the sample catalogue comes from Icecat. Its prices are samples.',
      querystring: ProductsQuery,
      response: searchAnswers,
    },
    preValidation: async ({ query }) => {
      // A pasted query is cleaned, and not refused because of an invalid character.
      const given = query as { q?: unknown }
      if (typeof given.q === 'string') given.q = typedText(given.q)
    },
    handler: async ({ actor, query, page }) => {
      const started = performance.now()
      const { cursor: _cursor, ...input } = query
      const result = await productSearch.search(actor, { ...input, after: page.after(PlaceSchema) })
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
