import { Type } from 'typebox'
import { answers, type Http, IdView, ok, type Routes } from '#platform/http'
import type { ProductSearch } from '../service.ts'
import {
  ChangeSynonymsBody,
  NewSynonymsBody,
  SynonymsView,
  synonymsExample,
  viewSynonyms,
} from './synonym-schemas.ts'

const tags = ['Catalogue']
const access = 'operator'
const SynonymsParams = Type.Object({ synonymsId: Type.String({ maxLength: 64 }) })
const badInput = ['catalog.synonyms_invalid', 'catalog.synonyms_circular']
const noSuch = 'catalog.synonyms_not_found'

/** The synonyms of the search, for operators. */
export function synonymRoutes(productSearch: ProductSearch): Routes {
  return async (http) => {
    addAddSynonyms(http, productSearch)
    addChangeSynonyms(http, productSearch)
    addDeleteSynonyms(http, productSearch)
  }
}

function addAddSynonyms(http: Http, productSearch: ProductSearch): void {
  http.route({
    method: 'POST',
    url: '/admin/catalog/synonyms',
    config: { access, fails: [...badInput, 'catalog.synonyms_too_many'] },
    schema: {
      operationId: 'addSynonyms',
      tags,
      summary: 'Create a group of synonyms',
      description:
        'Without `alsoFind`, each word stands for all others. With `alsoFind` it works one way: a search for one of `words` also finds those in `alsoFind`. Searches use the synonyms within seconds.',
      body: NewSynonymsBody,
      response: answers(SynonymsView, { status: 201, examples: [synonymsExample] }),
    },
    handler: async ({ actor, body }) => {
      const { language = 'any', words, alsoFind = [] } = body
      return ok(
        viewSynonyms(await productSearch.synonyms.add(actor, { language, words, alsoFind })),
      )
    },
  })
}

function addChangeSynonyms(http: Http, productSearch: ProductSearch): void {
  http.route({
    method: 'PATCH',
    url: '/admin/catalog/synonyms/:synonymsId',
    config: { access, fails: [noSuch, ...badInput] },
    schema: {
      operationId: 'changeSynonyms',
      tags,
      summary: 'Change a group of synonyms',
      description:
        'Fields that are left out stay as they are. An empty `alsoFind` makes the synonyms two-way.',
      params: SynonymsParams,
      body: ChangeSynonymsBody,
      response: answers(SynonymsView, { examples: [synonymsExample] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewSynonyms(await productSearch.synonyms.change(actor, params.synonymsId, body))),
  })
}

function addDeleteSynonyms(http: Http, productSearch: ProductSearch): void {
  http.route({
    method: 'DELETE',
    url: '/admin/catalog/synonyms/:synonymsId',
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'deleteSynonyms',
      tags,
      summary: 'Delete a group of synonyms',
      params: SynonymsParams,
      response: answers(IdView, {
        examples: [{ id: synonymsExample.id }],
      }),
    },
    handler: async ({ actor, params }) => {
      await productSearch.synonyms.delete(actor, params.synonymsId)
      return ok({ id: params.synonymsId })
    },
  })
}
