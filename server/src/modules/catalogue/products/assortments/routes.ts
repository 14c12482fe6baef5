import { type Static, Type } from 'typebox'
import { answers, type Http, IdView, ok, type Routes } from '#platform/http'
import type { Selection } from './assortment.ts'
import {
  AssortmentView,
  assortmentExample,
  ChangeAssortmentBody,
  CreateAssortmentBody,
  type SelectionShape,
  viewAssortment,
} from './schemas.ts'
import type { Assortments } from './service.ts'

const access = 'operator'
const Params = Type.Object({ assortmentId: Type.String({ maxLength: 64 }) })
const noSuch = 'catalog.assortment_not_found'
const badInput = [
  'catalog.company_unknown',
  'catalog.unit_unknown',
  'catalog.supplier_unknown',
  'catalog.category_unknown',
  'catalog.products_unknown',
  'catalog.assortments_of_company_too_many',
]

export function assortmentsRoutes(assortments: Assortments): Routes {
  return async (http) => {
    addChangeRoutes(assortments, http)
    addReadRoutes(assortments, http)
  }
}

function addChangeRoutes(assortments: Assortments, http: Http): void {
  addCreateAssortment(http, assortments)
  addChangeAssortment(http, assortments)
  addDeleteAssortment(http, assortments)
}

function addCreateAssortment(http: Http, assortments: Assortments): void {
  http.route({
    method: 'POST',
    url: '/api/v1/assortments',
    config: { access, fails: [...badInput, 'catalog.assortments_too_many'] },
    schema: {
      operationId: 'createAssortment',
      summary: 'Create an assortment',
      description:
        'An assortment restricts which products some companies see. Other products do not exist for them: not in searches, counts and suggestions, not by their id, and not in quotes and carts.',
      body: CreateAssortmentBody,
      response: answers(AssortmentView, { status: 201, examples: [assortmentExample] }),
    },
    handler: async ({ actor, body }) =>
      ok(
        viewAssortment(
          await assortments.create(actor, {
            ...body,
            included: selectionOf(body.included),
            excluded: selectionOf(body.excluded),
          }),
        ),
      ),
  })
}

function addChangeAssortment(http: Http, assortments: Assortments): void {
  http.route({
    method: 'PATCH',
    url: '/api/v1/assortments/:assortmentId',
    config: { access, fails: [noSuch, ...badInput] },
    schema: {
      operationId: 'changeAssortment',
      summary: 'Change an assortment',
      description: '`included` and `excluded` replace the former lists as a whole.',
      params: Params,
      body: ChangeAssortmentBody,
      response: answers(AssortmentView, { examples: [assortmentExample] }),
    },
    handler: async ({ actor, params, body }) => {
      const { name, companyIds } = body
      return ok(
        viewAssortment(
          await assortments.change(actor, params.assortmentId, {
            ...(name !== undefined && { name }),
            companyIds,
            included: selectionOf(body.included),
            excluded: selectionOf(body.excluded),
          }),
        ),
      )
    },
  })
}

function addDeleteAssortment(http: Http, assortments: Assortments): void {
  http.route({
    method: 'DELETE',
    url: '/api/v1/assortments/:assortmentId',
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'deleteAssortment',
      summary: 'Delete an assortment',
      description: 'Its companies see again the products that it left out.',
      params: Params,
      response: answers(IdView, {
        examples: [{ id: assortmentExample.id }],
      }),
    },
    handler: async ({ actor, params }) => {
      await assortments.remove(actor, params.assortmentId)
      return ok({ id: params.assortmentId })
    },
  })
}

function addReadRoutes(assortments: Assortments, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/assortments/:assortmentId',
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'getAssortment',
      summary: 'Get an assortment',
      params: Params,
      response: answers(AssortmentView, { examples: [assortmentExample] }),
    },
    handler: async ({ params }) => ok(viewAssortment(await assortments.get(params.assortmentId))),
  })
}

function selectionOf(
  given: Static<typeof SelectionShape> | undefined,
): Partial<Selection> | undefined {
  if (!given) return undefined
  const { suppliers = [], categories = [], brands = [], products = [] } = given
  return { suppliers, categories, brands, products }
}
