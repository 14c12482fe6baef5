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
        mpn: Type.String({ description: "The manufacturer's part number or name." }),
        sku: Type.String({ description: "The supplier's number." }),
        match: Type.Union([Type.Literal('identifier'), Type.Literal('text')], {
          description: 'By the beginning of a part number or GTIN, or by words.',
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
      description: 'What these are for. Present where there was nothing for what was typed.',
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
      config: { access: 'products:read' },
      schema: {
        operationId: 'suggestProducts',
        summary: 'Suggest products',
        description:
          'Products, brands and categories that the text may become: by the beginning of a part number, and by words of which the last may be unfinished. The first 200 characters count. Where nothing fits, a word that no product has is put right, as a search does; where still nothing fits, the lists are empty.',
        querystring: Type.Object({
          q: Type.Optional(
            Type.String({
              maxLength: typedMax,
              description: 'What has been typed so far.',
              examples: ['gigabit sw'],
            }),
          ),
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 10,
              default: 5,
              description: 'So many of each kind at most.',
            }),
          ),
        }),
        response: suggestAnswers,
      },
      preValidation: async ({ query }) => {
        // While somebody types, anything is text.
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
