import { Type } from 'typebox'
import { record } from '#kernel/record'
import { typedMax, typedText } from '#kernel/typed-text'
import { BrandView, viewBrand } from '#modules/products'
import { ok, Refusal, type Routes } from '#platform/http'
import type { ProductSearch } from '../service.ts'

const suggestionsExample = {
  products: [
    {
      id: 'prd_00yf8a3q00w2k7m4c9x1t6z5hd',
      name: 'TP-LINK TL-SG1008 Unmanaged Gigabit Ethernet (10/100/1000) Black',
      brand: 'TP-LINK',
      mpn: 'TL-SG1008',
      sku: '2125510',
      match: 'identifier',
    },
  ],
  brands: ['TP-LINK'],
  categories: [{ id: 'cat_switches', path: ['Networking', 'Network switches'] }],
}

const SuggestionsView = record(
  'Suggestions',
  'Products, brands and categories that fit the typed text.',
  {
    products: Type.Array(
      record('SuggestedProduct', 'A product that fits the typed text.', {
        id: Type.String(),
        name: Type.String(),
        brand: BrandView,
        mpn: Type.String({ description: 'The part number or name of the manufacturer.' }),
        sku: Type.String({ description: 'The article number of the supplier.' }),
        match: Type.Union([Type.Literal('identifier'), Type.Literal('text')], {
          description: 'The kind of match: by the beginning of a part number or GTIN, or by words.',
        }),
      }),
    ),
    brands: Type.Array(Type.String()),
    categories: Type.Array(
      record('SuggestedCategory', 'A category that fits the typed text.', {
        id: Type.String(),
        path: Type.Array(Type.String()),
      }),
    ),
  },
)

const SuggestMeta = Type.Object({
  correctedQuery: Type.Optional(
    Type.String({
      description:
        'The corrected text that the suggestions are for. Present if the text as typed had none.',
    }),
  ),
})

const suggestAnswers = {
  200: Type.Object(
    { success: Type.Literal(true), data: SuggestionsView, meta: SuggestMeta },
    { examples: [{ success: true, data: suggestionsExample, meta: {} }] },
  ),
  '4xx': Refusal,
  '5xx': Refusal,
}

export function suggestRoutes(productSearch: ProductSearch): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/products/suggest',
      config: { access: 'products:read', localized: true },
      schema: {
        operationId: 'suggestProducts',
        summary: 'Suggest products',
        description:
          'Suggests products, brands and categories for an unfinished text, by the beginning of a part number or by words, the last of which may be unfinished. The first 200 characters count. If nothing matches, the service corrects words that no product has, as a search does. If still nothing matches, the lists are empty.',
        querystring: Type.Object({
          q: Type.Optional(
            Type.String({
              maxLength: typedMax,
              description: 'The text that the user has typed so far.',
              examples: ['gigabit sw'],
            }),
          ),
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 10,
              default: 5,
              description: 'The maximum number of suggestions of each kind.',
            }),
          ),
        }),
        response: suggestAnswers,
      },
      preValidation: async ({ query }) => {
        // While a person types, any text is valid.
        const given = query as { q?: unknown }
        if (typeof given.q === 'string') given.q = typedText(given.q)
      },
      handler: async ({ actor, query }) => {
        const found = await productSearch.suggest(actor, query.q ?? '', query.limit ?? 5)
        const { products, brands, categories, correctedQuery } = found
        const data = {
          products: products.map(({ brand, ...product }) => ({
            ...product,
            brand: viewBrand(brand),
          })),
          brands: [...brands],
          categories: categories.map(({ id, path }) => ({ id, path: [...path] })),
        }
        return ok(data, correctedQuery === undefined ? {} : { correctedQuery })
      },
    })
  }
}
