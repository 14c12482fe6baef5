import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { type Assortment, companiesMax, partsMax, productsMax } from './assortment.ts'

const Ids = (maxItems: number, description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems, description }),
  )

const SelectionShape = Type.Object({
  suppliers: Ids(partsMax, 'Ids of companies.'),
  categories: Ids(partsMax, 'Ids of categories, each with all below it.'),
  brands: Ids(
    partsMax,
    'The names of brands, as in the facets. Upper and lower case do not matter.',
  ),
  products: Ids(productsMax, 'Ids of single products.'),
})

const included = Type.Optional(SelectionShape)
const excluded = Type.Optional(SelectionShape)
const companyIds = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: companiesMax,
    description:
      'The companies that the assortment restricts. If a company has several assortments, a product must pass each.',
  }),
)
const UnitId = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'A unit of the company. The assortment holds for it and for all units below it. Absent: for the whole company.',
})
const Name = Type.String({ minLength: 1, maxLength: 200 })

export const CreateAssortmentBody = record(
  'CreateAssortment',
  'The products that certain companies see.',
  { name: Name, included, excluded, companyIds, unitId: Type.Optional(UnitId) },
  {
    examples: [
      {
        name: 'Office only',
        included: { categories: ['cat_office_supplies'] },
        excluded: { brands: ['HP'] },
        companyIds: ['co_01m7x9v1c40e5rk2m8w3tq6zna'],
      },
    ],
  },
)

export const ChangeAssortmentBody = record(
  'ChangeAssortment',
  'The fields of an assortment that change.',
  {
    name: Type.Optional(Name),
    included,
    excluded,
    companyIds,
    unitId: Type.Optional(Type.Union([UnitId, Type.Null()])),
  },
  { minProperties: 1, examples: [{ companyIds: [] }] },
)

const SelectionView = Type.Object({
  suppliers: Type.Array(Type.String()),
  categories: Type.Array(Type.String()),
  brands: Type.Array(Type.String()),
  products: Type.Array(Type.String()),
})

export const AssortmentView = record('Assortment', 'The products that certain companies see.', {
  id: Type.String(),
  name: Type.String(),
  included: SelectionView,
  excluded: SelectionView,
  companyIds: Type.Array(Type.String()),
  unitId: Type.Optional(Type.String()),
  version: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
})

export const assortmentExample = {
  id: 'ast_01m7xb82dw3khw78phh28dvacd',
  name: 'Office only',
  included: { suppliers: [], categories: ['cat_office_supplies'], brands: [], products: [] },
  excluded: { suppliers: [], categories: [], brands: ['HP'], products: [] },
  companyIds: ['co_01m7x9v1c40e5rk2m8w3tq6zna'],
  version: 1,
  createdAt: '2026-02-01T09:00:00.000Z',
  updatedAt: '2026-02-01T09:00:00.000Z',
}

export function viewAssortment(assortment: Assortment): Static<typeof AssortmentView> {
  const { id, name, version, companyIds: companies, unitId, createdAt, updatedAt } = assortment
  return {
    id,
    name,
    included: viewSelection(assortment.included),
    excluded: viewSelection(assortment.excluded),
    companyIds: [...companies],
    ...(unitId !== undefined && { unitId }),
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function viewSelection({ suppliers, categories, brands, products }: Assortment['included']) {
  return {
    suppliers: [...suppliers],
    categories: [...categories],
    brands: [...brands],
    products: [...products],
  }
}

export { SelectionShape }
