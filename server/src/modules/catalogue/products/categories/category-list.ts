import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { type Cut, defineList, filter, type ListRequest, lastId, placed } from '#platform/lists'
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

const categoryExample: Static<typeof CategoryView> = {
  id: 'cat_switches',
  name: 'Network switches',
  path: ['Networking', 'Network switches'],
  parentId: 'cat_networking',
}

/** Stands for the parent of the top categories, in place of an id. */
const top = 'top'

/** The tree of categories. Searches, assortments, discounts and tax classes use its ids. */
export const categoryList = (products: Pick<Products, 'categories'>) =>
  defineList({
    operationId: 'listCategories',
    url: '/api/v1/categories',
    summary: 'List categories',
    description:
      'Lists categories by id. To walk the tree, send `parentId`: first `top`, then the id of a category. A company that sees only a part of the catalogue gets only the categories with products for it.',
    config: { access: 'products:read' },
    item: CategoryView,
    examples: [categoryExample],
    columns: ['path', 'id', 'parentId'],
    filters: {
      parentId: filter(
        Type.String({
          maxLength: 100,
          description: `Lists only the categories directly below this one, or, with \`${top}\`, those at the top. Default: all.`,
          examples: ['cat_networking'],
        }),
      ),
    },
    sorts: { id: { read: (request: Request, cut) => readById(products, request, cut) } },
    show: (categories: readonly ListedCategory[]) => categories.map(viewCategory),
  })

type Request = ListRequest<{ readonly parentId?: string }>

async function readById(
  products: Pick<Products, 'categories'>,
  { actor, query: { parentId } }: Request,
  cut: Cut,
) {
  const found = await products.categories(actor, {
    parentId: parentId === top ? null : parentId,
    after: lastId(cut),
    limit: cut.limit,
  })
  return placed(found, ({ id }) => [id])
}

function viewCategory({ id, name, path, parentId }: ListedCategory): Static<typeof CategoryView> {
  return { id, name, path: [...path], parentId: parentId ?? null }
}
