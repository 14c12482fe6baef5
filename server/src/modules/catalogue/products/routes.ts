import { Type } from 'typebox'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { productExample } from './examples.ts'
import { ProductQuery, ProductView, viewFx, viewProduct } from './schemas.ts'
import type { Products } from './service.ts'

export function productsRoutes(products: Products): Routes {
  return async (http) => {
    addGetProduct(http, products)
  }
}

function addGetProduct(http: Http, products: Products): void {
  http.route({
    method: 'GET',
    url: '/api/v1/products/:productId',
    config: {
      access: 'products:read',
      localized: true,
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
      description:
        'Shows the product with all its attributes, its prices and its availability now, in the language of the request if the product has it.',
      params: Type.Object({ productId: Type.String({ maxLength: 100 }) }),
      querystring: ProductQuery,
      response: answers(ProductView, { examples: [productExample] }),
    },
    handler: async ({ actor, params, query }) => {
      const { productId } = params
      const { product, successor, table } = await products.readProduct(
        actor,
        productId,
        query.currency,
      )
      const view = { ...viewProduct(product, table), ...(successor && { successor }) }
      return ok(view, table ? { fx: viewFx(table) } : {})
    },
  })
}
