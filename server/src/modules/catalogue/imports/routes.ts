import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import {
  answers,
  type Http,
  ok,
  Refusal,
  type Routes,
  sendFile,
  streamBodies,
} from '#platform/http'
import { fail } from './failures.ts'
import { importOptionsOf } from './options.ts'
import { problemsAsCsv } from './problems-as-csv.ts'
import {
  ExportQuery,
  ImportParams,
  ImportView,
  importExample,
  PreviewView,
  previewExample,
  UploadQuery,
  viewImport,
  viewPreview,
} from './schemas.ts'
import type { CatalogImports } from './service.ts'

const tags = ['Catalogue']
const access = 'supplier_admin'

/** The accepted media types, each with an example of a file. */
const mediaTypes = {
  'application/jsonl': {
    example: '{"sku":"BOLT-M8","name":"Hexagon bolt M8","price":"0.12","currency":"EUR"}\n',
  },
  'text/csv': { example: 'sku;name;price\nBOLT-M8;Hexagon bolt M8;0,12 EUR\n' },
  'application/xml': {
    example: '<BMECAT version="2005"><T_NEW_CATALOG>...</T_NEW_CATALOG></BMECAT>',
  },
  'application/gzip': { example: 'The same, packed. Name the format beside it.' },
  'application/x-ndjson': { example: '{"sku":"BOLT-M8","stock":120}\n' },
} as const

export function catalogImportsRoutes(imports: CatalogImports): Routes {
  return async (http) => {
    await http.register(uploadRoute(imports) as never)
    addExportCatalog(http, imports)
    addGetCatalogImport(http, imports)
    addCancelCatalogImport(http, imports)
    addDownloadCatalogImportErrors(http, imports)
  }
}

function addExportCatalog(http: Http, imports: CatalogImports): void {
  http.route({
    method: 'GET',
    url: '/api/v1/catalog/exports',
    config: {
      access,
      compressed: true,
      fails: ['catalog.supplier_required', 'catalog.supplier_unknown'],
    },
    schema: {
      operationId: 'exportCatalog',
      summary: 'Export the catalogue',
      description:
        'Streams your products on sale. Operators get the products of one supplier, or all. Importing the file again changes nothing. Fields that the format does not support are left out.',
      tags,
      querystring: ExportQuery,
      response: exportAnswers,
    },
    handler: async (request, reply) => {
      const { actor, query } = request
      const { format, supplierId } = query
      return sendFile(request, reply, async () => {
        const texts = await imports.exported(actor, supplierId, format)
        const ending = format === 'bmecat' || format === 'google' ? 'xml' : format
        reply.type(exportTypes[format])
        reply.header('content-disposition', `attachment; filename="catalogue.${ending}"`)
        return texts
      }) as never
    },
  })
}

function addGetCatalogImport(http: Http, imports: CatalogImports): void {
  http.route({
    method: 'GET',
    url: '/api/v1/catalog/imports/:importId',
    config: { access, fails: ['catalog.import_not_found', 'catalog.supplier_required'] },
    schema: {
      operationId: 'getCatalogImport',
      summary: 'Get a catalogue import',
      description: 'Shows the state and the progress of the import.',
      tags,
      params: ImportParams,
      response: answers(ImportView, { examples: [importExample] }),
    },
    handler: async ({ actor, params }) => ok(viewImport(await imports.get(actor, params.importId))),
  })
}

function addCancelCatalogImport(http: Http, imports: CatalogImports): void {
  http.route({
    method: 'POST',
    url: '/api/v1/catalog/imports/:importId/cancel',
    config: {
      access,
      fails: ['catalog.import_not_found', 'catalog.import_ended', 'catalog.supplier_required'],
    },
    schema: {
      operationId: 'cancelCatalogImport',
      summary: 'Cancel a catalogue import',
      description:
        'An import that waits ends at once. An import that runs ends after its current batch. Products that are already written stay.',
      tags,
      params: ImportParams,
      response: answers(ImportView, { examples: [{ ...importExample, state: 'CANCELLED' }] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewImport(await imports.cancel(actor, params.importId))),
  })
}

function addDownloadCatalogImportErrors(http: Http, imports: CatalogImports): void {
  http.route({
    method: 'GET',
    url: '/api/v1/catalog/imports/:importId/errors.csv',
    config: { access, fails: ['catalog.import_not_found', 'catalog.supplier_required'] },
    schema: {
      operationId: 'downloadCatalogImportErrors',
      summary: 'Download errors of a catalogue import',
      description: 'Streams the same errors as a CSV file.',
      tags,
      params: ImportParams,
      response: csvAnswers,
    },
    handler: async (request, reply) => {
      const { actor, params } = request
      return sendFile(request, reply, async () => {
        const { id } = await imports.get(actor, params.importId)
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="${id}-errors.csv"`)
        return problemsAsCsv((page) => imports.problems(actor, id, page))
      }) as never
    },
  })
}

/** In its own scope, in which bodies are streams. */
function uploadRoute(imports: CatalogImports): Routes {
  return async (http) => {
    streamBodies(http)
    http.route({
      method: 'POST',
      url: '/api/v1/catalog/imports',
      config: {
        access,
        streamed: mediaTypes,
        fails: [
          'catalog.supplier_required',
          'catalog.supplier_unknown',
          'catalog.import_under_way',
          'catalog.import_file_empty',
          'catalog.import_file_too_large',
          'catalog.import_format_unknown',
          'catalog.import_mapping_invalid',
          'catalog.import_store_full',
          'catalog.import_uploads_too_many',
          'catalog.import_share_full',
          'catalog.import_upload_cancelled',
          'catalog.currency_unknown',
          'catalog.language_unknown',
          'catalog.import_encoding_unsupported',
        ],
      },
      schema: {
        operationId: 'importCatalogFile',
        summary: 'Start a catalogue import',
        description:
          'The body is the file, up to 1 GiB, plain or as gzip. The service stores it and answers with the import, which a worker then runs. Products are identified by supplier and article number, so importing a file again changes nothing. Fields that a record does not contain stay as they are. An Idempotency-Key counts together with the content of the file, so a retry must send the file again.',
        tags,
        querystring: UploadQuery,
        response: {
          ...answers(PreviewView, { examples: [previewExample] }),
          ...answers(ImportView, {
            status: 202,
            examples: [{ ...importExample, state: 'QUEUED', startedAt: null }],
          }),
        },
      },
      handler: async ({ actor, query, body, headers, idempotency }, reply) => {
        assertNoContentEncoding(headers['content-encoding'])
        const [type = ''] = (headers['content-type'] ?? '').split(';')
        const mediaType = type.trim().toLowerCase()
        const options = importOptionsOf(query)
        const length = Number(headers['content-length'])
        const contentLength = Number.isSafeInteger(length) ? length : undefined
        const file = { body: body as Readable, mediaType, contentLength, options }
        if (query.mode === 'preview') {
          return ok(viewPreview(await imports.preview(actor, query.supplierId, file)))
        }
        const claim = idempotency
        const received = await imports.receive(actor, query.supplierId, { ...file, claim })
        reply.code(202)
        return ok(viewImport(received))
      },
    })
  }
}

/** The content shows whether a file is gzip. A client may declare it as encoding, as media type, or as both. */
function assertNoContentEncoding(encoding: string | undefined): void {
  if (/^(?:(?:x-)?gzip|identity)?$/i.test(encoding?.trim() ?? '')) return
  throw fail('import_encoding_unsupported')
}

const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  bmecat: 'application/xml; charset=utf-8',
  google: 'application/xml; charset=utf-8',
} as const

const FileText = (example: string) => Type.Unsafe<Readable>(Type.String({ examples: [example] }))

const exportAnswers = {
  200: {
    description: 'A file.',
    content: {
      'application/jsonl': { schema: FileText('{"sku":"BOLT-M8","price":"0.12"}') },
      'text/csv': { schema: FileText('"sku","name","price"') },
      'application/xml': { schema: FileText('<BMECAT version="2005"></BMECAT>') },
    },
  },
  '4xx': Refusal,
  '5xx': Refusal,
}

const csvAnswers = {
  200: {
    description: 'A file.',
    content: {
      'text/csv': {
        schema: FileText('"line","sku","field","code","message","fatal"'),
      },
    },
  },
  '4xx': Refusal,
  '5xx': Refusal,
}
