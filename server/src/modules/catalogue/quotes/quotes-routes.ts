import { Type } from 'typebox'
import { readQuantity } from '#kernel/quantity'
import { answers, ok, type Routes } from '#platform/http'
import { QuotesBody, QuoteView, quoteExample, viewQuote } from './quote-schemas.ts'
import type { Quotes } from './request-quotes.ts'

export function quotesRoutes(quotes: Quotes): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/products/quotes',
      config: {
        access: 'products:read',
        localized: true,
        fails: ['catalog.currency_unknown', 'catalog.country_unknown'],
      },
      schema: {
        operationId: 'quoteProducts',
        summary: 'Quote products',
        description:
          'One quote for each item, in their order. `problems` of an item say why it cannot be ordered; the other items are quoted all the same. A quote is information, not a promise: it is dropped at once when its price, its stock or the agreement behind it changes. Carts, checkouts and orders compute their prices again.',
        body: QuotesBody,
        response: answers(Type.Array(QuoteView), { examples: [[quoteExample]] }),
      },
      handler: async ({ actor, body, locale }) => {
        const { quoted, currency } = await quotes.request(actor, {
          ...body,
          items: body.items.map(readQuantity),
        })
        return ok(
          quoted.map((line) => viewQuote(line, locale)),
          { currency },
        )
      },
    })
  }
}
