import { Type } from 'typebox'
import { ExternalOfferView, externalOfferExample } from '#modules/products'
import { answers, ok, type Routes } from '#platform/http'
import type { CrawlDeps } from '../deps.ts'
import { offersOfProduct } from './offers-of-product.ts'

/** The external offers of a known product. */
export function productOffersRoutes(
  deps: Pick<CrawlDeps, 'database' | 'now' | 'products'>,
): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/products/:productId/external-offers',
      config: { access: 'products:read', fails: ['catalog.product_not_found'] },
      schema: {
        operationId: 'listExternalOffersOfProduct',
        summary: 'List external offers of a product',
        description:
          'Offers of sources outside the catalogue for the same article, at most 20. Nobody has confirmed them: `source` and `sources` say where each one was read, and `lastSeenAt` how old it is. Request one with `POST /api/v1/products/{id}/offer-requests`.',
        tags: ['Products'],
        params: Type.Object({ productId: Type.String({ maxLength: 100 }) }),
        response: answers(Type.Array(ExternalOfferView), { examples: [[externalOfferExample]] }),
      },
      handler: async ({ actor, params }) => {
        const { product } = await deps.products.readProduct(actor, params.productId)
        return ok(await offersOfProduct(deps, actor, product))
      },
    })
  }
}
