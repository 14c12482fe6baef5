import { Type } from 'typebox'
import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import type { NumberedProblem } from './receiving/file-store.ts'
import { ProblemView, problemExample, viewProblem } from './schemas.ts'
import type { CatalogImports } from './service.ts'

/** The file has a route of its own: its name has the id of the import. */
export const importErrorList = (imports: CatalogImports) =>
  defineList({
    operationId: 'listCatalogImportErrors',
    url: '/api/v1/catalog/imports/:importId/errors',
    summary: 'List errors of a catalogue import',
    description: 'Lists the errors in the order of the file. The service keeps the first 100,000.',
    tags: ['Catalogue'],
    config: {
      access: 'supplier_admin',
      fails: ['catalog.import_not_found', 'catalog.supplier_required'],
    },
    params: Type.Object({ importId: Type.String({ maxLength: 64 }) }),
    item: ProblemView,
    examples: [problemExample],
    columns: ['line', 'sku', 'field', 'code', 'message', 'fatal'],
    filters: {},
    sorts: { file: { read: (request: ListRequest, cut) => readErrors(imports, request, cut) } },
    show: (problems: readonly NumberedProblem[]) => problems.map(viewProblem),
  })

async function readErrors(imports: CatalogImports, request: ListRequest, { after, limit }: Cut) {
  const { actor, params } = request
  const page = { after: Number(after?.[0] ?? 0), limit }
  const found = await imports.problems(actor, String(params.importId), page)
  return placed(found, ({ number }) => [number])
}
