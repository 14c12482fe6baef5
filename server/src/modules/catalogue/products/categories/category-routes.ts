import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { list, PageQuery, type Routes } from '#platform/http'
import type { Products } from '../service.ts'
import type { ListedCategory } from './category-store.ts'

const CategoryView = record('Category', 'A category of the catalogue and its place in the tree.', {
  id: Type.String(),
  name: Type.String(),
  path: Type.Array(Type.String(), {
    description: 'The names of the categories from the top down to this one.',
  }),
  parentId: Type.Union([Type.String(), Type.Null()], {
    description: 'The id of the category above. Null for a category at the top.',
  }),
})

const categoryExample = {
  id: 'cat_switches',
  name: 'Network switches',
  path: ['Networking', 'Network switches'],
  parentId: 'cat_networking',
}

/** Stands for the parent of the top categories, in place of an id. */
const top = 'top'

const CategoriesQuery = Type.Object({
  parentId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: `Lists only the categories directly below this one, or, with \`${top}\`, those at the top. Default: all.`,
      examples: ['cat_networking'],
    }),
  ),
  ...PageQuery.properties,
})

/** The tree of categories. Searches, assortments, discounts and tax classes use its ids. */
export function categoryRoutes(products: Products): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/categories',
      config: { access: 'products:read' },
      schema: {
        operationId: 'listCategories',
        summary: 'List categories',
        description:
          'Lists categories by id. To walk the tree, send `parentId`: first `top`, then the id of a category. A company that sees only a part of the catalogue gets only the categories with products for it.',
        querystring: CategoriesQuery,
        response: list(CategoryView, { examples: [categoryExample] }),
      },
      handler: async ({ actor, query, page }) => {
        const found = await products.categories(actor, {
          parentId: query.parentId === top ? null : query.parentId,
          after: page.after(Type.String()),
          limit: page.probe,
        })
        return page.answer(found, viewCategory, ({ id }) => id)
      },
    })
  }
}

function viewCategory({ id, name, path, parentId }: ListedCategory): Static<typeof CategoryView> {
  return { id, name, path: [...path], parentId: parentId ?? null }
}
