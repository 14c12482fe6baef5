import type { Readable } from 'node:stream'
import { answers, type Http, ok, type Routes, streamBodies } from '#platform/http'
import type { Structure } from '../../service.ts'
import { type CodeKind, codeKindNames, codeKinds } from '../code.ts'
import { CodeImportView, DigestQuery, viewImport } from './import-schemas.ts'
import { importRowsMax } from './read-import.ts'

const tags = ['Company structure']
const streamed = {
  'text/csv': { example: 'code,name,validTo\r\n4711,Workshop,2026-12-31\r\n' },
}
const unreadable = [
  'structure.import_too_large',
  'structure.import_malformed',
  'structure.import_columns_missing',
]

/** In a scope of its own, in which bodies are streams. */
export function importRoutes(structure: Structure): Routes {
  return async (http) => {
    await http.register(async (scope) => {
      streamBodies(scope)
      for (const kind of codeKindNames) addImporting(scope, structure, kind)
    })
  }
}

function addImporting(http: Http, structure: Structure, kind: CodeKind): void {
  const { url, name, what } = codeKinds[kind]
  const config = { access: 'company_admin', streamed } as const
  http.route({
    method: 'POST',
    url: `${url}/imports/preview`,
    config: { ...config, fails: unreadable },
    schema: {
      operationId: `preview${name}Import`,
      summary: `Preview a file of ${what}s`,
      description: `The body is a CSV file of at most ${importRowsMax} lines, with the column names of the downloaded file. Answers what it would create, change and end, and the problems of each line. Changes nothing.`,
      tags,
      response: answers(CodeImportView),
    },
    handler: async ({ actor, body }) =>
      ok(viewImport(await structure.previewImport(actor, kind, body as Readable))),
  })
  http.route({
    method: 'POST',
    url: `${url}/imports`,
    config: {
      ...config,
      fails: [...unreadable, 'structure.import_has_problems', 'structure.import_differs'],
    },
    schema: {
      operationId: `import${name}s`,
      summary: `Import a file of ${what}s`,
      description:
        'Send the file of the preview again, with its digest. All changes are made, or none. Codes that the file does not name stay as they are.',
      tags,
      querystring: DigestQuery,
      response: answers(CodeImportView),
    },
    handler: async ({ actor, query, body }) =>
      ok(
        viewImport(await structure.importCodes(actor, kind, { body: body as Readable, ...query })),
      ),
  })
}
