import { Type } from 'typebox'
import { record } from '#kernel/record'
import { taxClasses } from '#modules/tax'
import { answers, ok, type Routes } from '#platform/http'
import type { Products } from '../service.ts'

const Body = record(
  'SetTaxClass',
  'The tax class, and the products or the category that get it.',
  {
    taxClass: Type.Union([Type.Enum([...taxClasses]), Type.Null()], {
      description: 'Null: the tax class of the category applies, and if it has none, `standard`.',
    }),
    productIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 1_000 }),
    ),
    categoryId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The category includes all categories below it.',
      }),
    ),
  },
  { minProperties: 2, examples: [{ taxClass: 'reduced', categoryId: 'cat_books' }] },
)

const SetView = record(
  'TaxClassSet',
  'The number of products and categories that got the tax class.',
  { products: Type.Integer(), categories: Type.Integer() },
  { examples: [{ products: 0, categories: 3 }] },
)

/** The tax classes of products. They are for operators, who are responsible for the tax that is charged. */
export function taxClassRoutes(products: Products): Routes {
  return async (http) => {
    http.route({
      method: 'PATCH',
      url: '/admin/tax/classes',
      config: {
        access: 'operator',
        fails: ['catalog.products_unknown', 'catalog.category_unknown'],
      },
      schema: {
        operationId: 'setTaxClass',
        summary: 'Set the tax class of products',
        description: 'Sets the tax class of the given products, or of a whole category.',
        tags: ['Tax'],
        body: Body,
        response: answers(SetView),
      },
      handler: async ({ actor, body }) => {
        const { taxClass, productIds = [], categoryId } = body
        return ok(await products.setTaxClass(actor, { taxClass, productIds, categoryId }))
      },
    })
  }
}
