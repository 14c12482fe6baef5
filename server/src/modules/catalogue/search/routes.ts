import { typedText } from '#kernel/typed-text'
import { type Http, ok, type Routes } from '#platform/http'
import { PlaceSchema, ProductsQuery, searchAnswers, viewSearchMeta } from './schemas.ts'
import type { ProductSearch } from './service.ts'
import { viewSponsored } from './sponsored-schemas.ts'
import type { Sponsorship } from './sponsorship.ts'
import { suggestRoutes } from './suggest/suggest-routes.ts'
import { viewFound } from './view-found.ts'

/** The sponsored places of a search that does not say how many. */
const defaultSlots = 2

export function searchRoutes(productSearch: ProductSearch, sponsorship?: Sponsorship): Routes {
  return async (http) => {
    await suggestRoutes(productSearch)(http)
    addSearchProducts(http, productSearch, sponsorship)
  }
}

function addSearchProducts(
  http: Http,
  productSearch: ProductSearch,
  sponsorship: Sponsorship | undefined,
): void {
  http.route({
    method: 'GET',
    url: '/api/v1/products',
    config: {
      access: 'products:read',
      localized: true,
      fails: [
        'catalog.price_range_invalid',
        'catalog.currency_unknown',
        'catalog.country_unknown',
        'catalog.supplier_filter_invalid',
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
    handler: async ({ actor, query, page, locale }) => {
      const started = performance.now()
      const { cursor: _cursor, sponsored: slots = defaultSlots, ...input } = query
      const after = page.after(PlaceSchema)
      // Places are sold on the first page, in the order that the service chose.
      const isSold = slots > 0 && after === undefined && (input.sort ?? 'relevance') === 'relevance'
      const request = { actor, placement: 'search', slots, query: input.q, country: input.country }
      const propose = isSold ? await sponsorship?.open(request) : undefined
      const result = await productSearch.search(actor, { ...input, after }, propose)
      const places = (await result.award?.(Math.min(result.found.length, input.limit))) ?? []
      const sponsored = places.map((one) => viewSponsored(one, locale, result.table))
      const corrected = result.correctedQuery !== undefined
      const answer = page.answer(
        result.found,
        (found) => viewFound(found, corrected, result.table),
        ({ place }) => place,
      )
      const meta = viewSearchMeta(result, performance.now() - started, sponsored)
      return ok(answer.data, { ...answer.meta, ...meta })
    },
  })
}
